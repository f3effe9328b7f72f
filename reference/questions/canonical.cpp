#include "reference/questions/canonical.hpp"

#include <algorithm>
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

namespace {

/// Returns the names of the entry's arguments in its order. If the entry has alternative sets of arguments, returns the
/// set that contains all names in `at`.
std::vector<std::string> listed_names(const Quantity& entry, const NamedTexts& at) {
  const auto is_given = [&](const std::string& name) {
    return std::any_of(at.begin(), at.end(), [&](const auto& one) { return one.first == name; });
  };
  for (const std::vector<std::string>& names : entry.choices) {
    if (std::all_of(names.begin(), names.end(), is_given)) return names;
  }
  std::vector<std::string> out;
  for (const ArgumentEntry& one : entry.arguments) out.push_back(one.name);
  return out;
}

/// Sorts the numbers into the order of listed_names(). Numbers with other names come last.
void put_in_order(const Quantity& entry, NamedTexts* at) {
  const std::vector<std::string> names = listed_names(entry, *at);
  const auto place = [&](const auto& one) {
    return std::find(names.begin(), names.end(), one.first) - names.begin();
  };
  std::stable_sort(at->begin(), at->end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
}

}  // namespace

Query canonical(Query question) {
  const Quantity& entry = required_quantity(question.quantity);
  NamedTexts options;
  for (const auto& [option, text] : question.options) {
    const std::string stands = canonical_option(entry, option, text);
    if (!stands.empty()) options.emplace_back(option, stands);
  }
  question.options = options;
  put_in_order(entry, &question.at);
  question.mechanism = canonical_subject(entry, question.mechanism, question.option("vary"));
  if (entry.forward_only()) question.direction = Direction::forward;
  if (entry.canonical != nullptr) entry.canonical(question);
  return question;
}

}  // namespace plumbline
