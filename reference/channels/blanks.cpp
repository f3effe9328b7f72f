#include "reference/channels/blanks.hpp"

#include "reference/arithmetic/ascii.hpp"

namespace plumbline {

std::string without_blanks_around(std::string_view text, std::string_view signs) {
  const auto is_sign = [&](char c) { return signs.find(c) != std::string_view::npos; };
  std::string out, blanks;
  for (const char c : text) {
    if (is_space(c)) {
      blanks += c;
      continue;
    }
    if (!out.empty() && !is_sign(c) && !is_sign(out.back())) out += blanks;
    blanks.clear();
    out += c;
  }
  return out;
}

}  // namespace plumbline
