#include "app/options/word_checks.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/numbers/named_texts.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"

namespace plumbline {
namespace {

CLI::Validator seconds_validator() {
  const auto complaint = [](const std::string& text) -> std::string {
    double seconds = 0;
    const bool number = CLI::detail::lexical_cast(text, seconds);
    return number && std::isfinite(seconds) && seconds > 0 ? "" : "no";
  };
  return CLI::Validator(complaint, "SECONDS");
}

}  // namespace

CLI::Validator any_duration() {
  const auto in_seconds = [](std::string& text) -> std::string {
    constexpr double kMinute = 60, kHour = 3600;
    const char unit = text.empty() ? ' ' : text.back();
    const double size = unit == 's' ? 1 : unit == 'm' ? kMinute : unit == 'h' ? kHour : 0;
    if (size == 0) return "";
    const auto x = number_or_none(std::string_view(text).substr(0, text.size() - 1));
    if (x) text = exact_text(x->approximate() * size);
    return "";
  };
  return CLI::Validator(in_seconds, "");
}

CLI::Validator own_words(const std::vector<std::string>& members) {
  const auto own = [members](std::string& text) -> std::string {
    static const std::vector<std::pair<std::string, std::string>> others = {
        {"opacus", "poisson-loader"},
        {"dpdataloader", "poisson-loader"},
        {"shuffle", "fixed-batch"},
        {"shuffled", "fixed-batch"},
        {"balls-and-bins", "random-allocation"}};
    std::string word = CLI::detail::to_lower(text);
    std::replace(word.begin(), word.end(), '_', '-');
    for (const auto& [other, member] : others) {
      if (word == other) word = member;
    }
    if (std::find(members.begin(), members.end(), word) != members.end()) text = word;
    return "";
  };
  return CLI::Validator(own, "");
}

CLI::Validator any_spelling(bool whole) {
  const auto plain = [whole](std::string& text) -> std::string {
    constexpr double kMost = 1e9;
    const auto x = number_or_none(text);
    if (!x) return "";
    if (!whole) {
      text = exact_text(x->approximate());
    } else if (x->rational() && x->rational()->is_integer() &&
               std::fabs(x->approximate()) <= kMost) {
      text = std::to_string(std::lround(x->approximate()));
    }
    return "";
  };
  return CLI::Validator(plain, "");
}

namespace {

CLI::Validator cli11_validator(const WordCheck& check) {
  switch (check.kind) {
    case WordCheck::Rule::integer_range:
      return CLI::Range(static_cast<int>(check.least), static_cast<int>(check.most));
    case WordCheck::Rule::range:
      return CLI::Range(check.least, check.most);
    case WordCheck::Rule::nonnegative:
      return CLI::NonNegativeNumber;
    case WordCheck::Rule::seconds:
      return seconds_validator();
    case WordCheck::Rule::member:
      return CLI::IsMember(check.members);
  }
  throw std::logic_error("a check of no kind");
}

std::string shortest(double x) { return significant_text(x, 6); }

/// Returns the members as one text, for example "text, json or csv".
std::string alternatives(const std::vector<std::string>& members) {
  std::string out;
  for (size_t i = 0; i < members.size(); ++i) {
    out += (i == 0 ? "" : i + 1 == members.size() ? " or " : ", ") + members[i];
  }
  return out;
}

/// Returns the condition that a rejected token must satisfy.
std::string demand(const WordCheck& check) {
  switch (check.kind) {
    case WordCheck::Rule::integer_range:
      return "an integer from " + std::to_string(static_cast<int>(check.least)) + " to " +
             std::to_string(static_cast<int>(check.most));
    case WordCheck::Rule::range:
      return "a number from " + shortest(check.least) + " to " + shortest(check.most);
    case WordCheck::Rule::nonnegative:
      return "a number of at least 0";
    case WordCheck::Rule::seconds:
      return "a number of seconds above 0";
    case WordCheck::Rule::member:
      return alternatives(check.members);
  }
  throw std::logic_error("a check of no kind");
}

}  // namespace

CLI::Validator validator(const WordCheck& check, const CLI::Option* option) {
  const CLI::Validator plain = cli11_validator(check);
  const auto complaint = [plain, option, wanted = demand(check)](std::string& text) -> std::string {
    if (plain(text).empty()) return "";
    const std::string name =
        option->get_group().empty() ? "--" + option->get_lnames().front() + ": " : "";
    return name + "must be " + wanted + ", got '" + text + "'";
  };
  return CLI::Validator(complaint, plain.get_description());
}

}  // namespace plumbline
