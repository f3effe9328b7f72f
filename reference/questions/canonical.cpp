#include "reference/questions/canonical.hpp"

#include <stdexcept>

#include "reference/channels/channel_text.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/statistics/attack_text.hpp"

namespace plumbline {

std::string canonical_subject(const Quantity& entry, const std::string& mechanism,
                              const std::string& vary) {
  if (entry.subject_text != nullptr) return entry.subject_text(mechanism, vary);
  switch (entry.subject) {
    case Subject::open_mechanism:
      return Family(mechanism, vary).expression();
    case Subject::channel:
      return canonical_channel_text(mechanism);
    case Subject::none:
    case Subject::steps:
    case Subject::attack:
    case Subject::attack_and_mechanism:
      return mechanism;
    case Subject::mechanism:
    case Subject::two_mechanisms:
      break;
  }
  return Composition::parse(mechanism).expression();
}

void check_subject(const Quantity& entry, const Query& query) {
  const std::string& mechanism = query.mechanism;
  switch (entry.subject) {
    case Subject::open_mechanism:
      Family(mechanism, "");
      break;
    case Subject::channel:
      if (is_channel_text(mechanism)) {
        channel_of_text(mechanism);
        break;
      }
      [[fallthrough]];
    case Subject::steps:
      if (!mechanism.empty()) read_open_expression(mechanism);
      break;
    case Subject::mechanism:
    case Subject::two_mechanisms:
      Composition::parse(mechanism);
      break;
    case Subject::attack:
    case Subject::attack_and_mechanism:
      AttackText::parse(mechanism);
      break;
    case Subject::none:
      break;
  }
  if (!query.other.empty()) Composition::parse(query.other);
}

std::string canonical_option(const Quantity& entry, const std::string& option,
                             const std::string& text) {
  if (!entry.takes_option(option)) throw std::invalid_argument(entry.name + " takes no " + option);
  return entry.option_text == nullptr ? text : entry.option_text(option, text);
}

Query canonical(Query question) {
  const Quantity& entry = required_quantity(question.quantity);
  NamedTexts options;
  for (const auto& [option, text] : question.options) {
    const std::string stands = canonical_option(entry, option, text);
    if (!stands.empty()) options.emplace_back(option, stands);
  }
  question.options = options;
  question.mechanism = canonical_subject(entry, question.mechanism, question.option("vary"));
  if (entry.forward_only()) question.direction = Direction::forward;
  if (entry.canonical != nullptr) entry.canonical(question);
  return question;
}

}  // namespace plumbline
