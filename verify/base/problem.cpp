#include "verify/base/problem.hpp"

#include <algorithm>

namespace plumbline {

std::string Problem::text() const {
  std::string out = file;
  if (line > 0) out += ":" + std::to_string(line);
  out += ": ";
  if (!case_id.empty()) out += "[" + case_id + "] ";
  if (!key.empty()) out += key + ": ";
  out += message;
  std::replace(out.begin(), out.end(), '\n', ' ');  // one line, whatever was quoted in it
  return out;
}

}  // namespace plumbline
