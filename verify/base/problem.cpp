#include "verify/base/problem.hpp"

#include "verify/base/text/safe_text.hpp"

namespace plumbline {

std::string Problem::text() const {
  std::string out = file;
  if (line > 0) out += ":" + std::to_string(line);
  out += ": ";
  if (!case_id.empty()) out += "[" + case_id + "] ";
  if (!key.empty()) out += key + ": ";
  out += message;
  return one_line(out);
}

}  // namespace plumbline
