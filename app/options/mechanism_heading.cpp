#include "app/options/mechanism_heading.hpp"

#include <algorithm>

#include "reference/arithmetic/ascii.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

std::string without_blanks(std::string text) {
  std::erase_if(text, is_space);
  return text;
}

}  // namespace

std::string mechanism_heading(const std::string& typed, const std::string& canonical) {
  constexpr size_t kLongest = 200;  // for example of a training log
  const bool same = without_blanks(typed) == without_blanks(canonical);
  if (typed.empty() || same || typed.size() > kLongest) return shortened(canonical);
  return one_line(typed) + " = " + canonical;
}

}  // namespace plumbline
