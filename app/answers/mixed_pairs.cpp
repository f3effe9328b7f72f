#include "app/answers/mixed_pairs.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "reference/questions/stated_hypotheses.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

std::string warning_of(const std::string& mechanism) {
  try {
    const HypothesesPtr hypotheses = hypotheses_of_text(mechanism);
    return hypotheses == nullptr ? "" : mixed_warning(*hypotheses);
  } catch (const std::invalid_argument&) {  // a text that is not an expression, such as a name
    return "";
  }
}

}  // namespace

void MixedPairs::warn(const AnswerRecord& answer) {
  for (const NamedField& field : answer.fields) {
    if (field.name != "mechanism" && field.name != "other") continue;
    const auto* const text = std::get_if<std::string>(&field.field.is);
    if (text == nullptr || !seen_.insert(*text).second) continue;
    const std::string warning = warning_of(*text);
    if (!warning.empty()) fmt::print(stderr, "plumbline: warning: {}\n", one_line(warning));
  }
}

}  // namespace plumbline
