#include "verify/certificates/headline_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/audit_words.hpp"
#include "verify/certificates/plain_number.hpp"

namespace plumbline::headline {
namespace {

/// e^epsilon, rounded up.
std::string factor_above(const Rational& epsilon) {
  const Ball factor = exp(Ball(epsilon, Bits{128}));
  const auto above = rational_or_none(factor.decimal_bounds(2 * kShownDigits).second);
  return above ? plain(decimal_above(*above, kShownDigits)) : "";
}

/// The sizes of the groups of records that the factors add or remove; "1" where none is written.
std::set<std::string> group_sizes(const std::string& mechanism) {
  std::set<std::string> out;
  for (const WrittenFactor& factor : read_open_expression(mechanism)) {
    out.insert(factor.number_text("group"));
  }
  return out;
}

/// What makes two data sets neighbours, as the subject of a sentence.
std::string change_words(const std::string& mechanism) {
  const char* const single = " (one person, where each person has one)";
  if (mixes_neighbours(mechanism)) return "A change of one record between neighbours";
  if (exchanges_records(mechanism)) return std::string("Exchanging one record") + single;
  const std::set<std::string> sizes = group_sizes(mechanism);
  const bool inside = *sizes.begin() == "1" && mechanism.find("group") != mechanism.npos;
  if (sizes.size() != 1 || inside) {
    return "Adding or removing as many records as the groups below have";
  }
  if (*sizes.begin() == "1") return std::string("Adding or removing one record") + single;
  return fmt::format("Adding or removing all records of one person who has at most {}",
                     *sizes.begin());
}

/// Where delta is met at epsilon = 0, of which a solved epsilon below 0 tells.
std::string no_epsilon_words(const Rational& solved, const std::string& delta,
                             const std::string& mechanism) {
  std::string out = fmt::format("epsilon is 0 at delta = {}", plain(delta));
  if (solved.sign() < 0) {
    out += fmt::format(
        " (the equation delta(epsilon) = delta has a solution below 0, at most {}: see below)",
        plain(decimal_above(solved, kShownDigits)));
  }
  return out + fmt::format(". {} changes the probability of every outcome by at most {}.",
                           change_words(mechanism), plain(delta));
}

std::string epsilon_words(const Rational& epsilon, const std::string& delta,
                          const std::string& mechanism) {
  if (epsilon.sign() <= 0) return no_epsilon_words(epsilon, delta, mechanism);
  const Rational shown = decimal_above(epsilon, kShownDigits);
  std::string out = fmt::format("epsilon is at most {} at delta = {}.", plain(shown), plain(delta));
  const std::string factor = factor_above(shown);
  if (factor.empty()) return out;
  return out + fmt::format(
                   " {} changes the probability of every set of outcomes by a factor of at most {} "
                   "(e^epsilon), and by at most {} (delta) beyond that.",
                   change_words(mechanism), factor, plain(delta));
}

std::string reconstruction_words(const std::string& success, const std::string& chance) {
  return fmt::format(
      "An attack that reconstructs a record succeeds with probability at most {} where guessing "
      "without the output succeeds with probability {}.",
      success, chance);
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : "; ") + name;
  return out;
}

bool any_says(const std::vector<std::string>& lines, const std::string& what) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(what) != std::string::npos; });
}

}  // namespace

bool is_confirmed(const CheckResult& result) {
  return result.verdict == Verdict::confirmed &&
         std::any_of(result.numbers.begin(), result.numbers.end(),
                     [](const CheckedNumber& x) { return x.name == "lower, upper" && x.proved(); });
}

std::string proved_finding(const CheckResult& result, const std::string& name) {
  for (const CheckedFinding& one : result.findings) {
    if (one.name == "findings." + name && one.standing == Standing::proved) return one.text;
  }
  return "";
}

std::string name_in_short(const Quantity& quantity, const Certificate& c) {
  switch (quantity.reading) {
    case Reading::epsilon:
      return "epsilon at delta = " + plain(c.at);
    case Reading::delta:
      return "delta at epsilon = " + plain(c.at);
    case Reading::tv:
      return "the advantage of attacks";
    case Reading::power:
      return quantity.forward_only()
                 ? "the success of reconstructions"
                 : "the share of members found at a false positive rate of " + plain(c.at);
    default:
      return "";
  }
}

std::string sentence(const Quantity& quantity, const Certificate& c, const Rational& upper) {
  const std::string& typed = c.written_mechanism.empty() ? c.mechanism : c.written_mechanism;
  const std::string shown = plain(decimal_above(upper, kShownDigits));
  switch (quantity.reading) {
    case Reading::epsilon:
      return epsilon_words(upper, c.at, typed);
    case Reading::delta:
      return fmt::format("delta is at most {} at epsilon = {}.", shown, plain(c.at));
    case Reading::tv:
      return fmt::format(
          "No attack tells members from others with an advantage (true positive rate minus false "
          "positive rate) above {}.",
          shown);
    case Reading::power:
      if (quantity.forward_only()) return reconstruction_words(shown, plain(c.at));
      return fmt::format(
          "An attack that wrongly suspects a share of at most {} of the non-members finds a share "
          "of at most {} of the members.",
          plain(c.at), shown);
    default:
      return "";
  }
}

bool says_nothing(const Quantity& quantity, const Certificate& c) {
  if (c.upper == "inf") return c.lower != "inf" && text_of(c.findings, "infinite").empty();
  const auto lower = rational_or_none(c.lower), upper = rational_or_none(c.upper);
  const bool probability = quantity.reading != Reading::epsilon;
  return probability && lower && upper && *upper >= Rational(1) &&
         *lower < Rational(1) / Rational(2);
}

std::vector<std::string> missing_words(const std::vector<std::string>& unknown,
                                       const std::vector<std::string>& one_sided,
                                       const std::string& direction) {
  std::vector<std::string> out;
  if (!unknown.empty()) {
    out.push_back("NOT KNOWN: " + listed(unknown) +
                  ". The digits or the time given did not suffice to say anything of this.");
  }
  if (!one_sided.empty()) {
    const Neighbours* const row = find_neighbours(direction);
    const std::string meant = row == nullptr ? direction : row->relation + ": " + row->change;
    out.push_back(
        fmt::format("Certified in one direction alone ({}): {}. A guarantee of privacy needs the "
                    "worse of both directions, so these numbers stand in the tables below alone.",
                    meant, listed(one_sided)));
  }
  return out;
}

Told told(const Quantity& promised, const std::string& at, const std::string& most,
          const std::string& least) {
  switch (promised.reading) {
    case Reading::epsilon:
      return {fmt::format("epsilon is at most {} at delta = {}", most, at),
              "that it is at least " + least,
              fmt::format("epsilon is at least {} at delta = {}", least, at)};
    case Reading::tv:
      return {
          "no attack tells members from others with an advantage (true positive rate minus "
          "false positive rate) above " +
              most,
          "an advantage of at least " + least,
          "members can be told from others with an advantage (true positive rate minus false "
          "positive rate) of at least " +
              least};
    case Reading::power:
      return {fmt::format("no attack that wrongly suspects a share of at most {} of the others "
                          "finds more than a share of {} of the members",
                          at, most),
              "a share of at least " + least,
              fmt::format("an attack that wrongly suspects a share of at most {} of the others can "
                          "find a share of at least {} of the members",
                          at, least)};
    default:
      return {};
  }
}

std::string members_defined(const std::vector<std::string>& lines) {
  if (!any_says(lines, "members")) return "";
  return std::string(
             "Members are records that were in the data, others (non-members) records that "
             "were not") +
         (any_says(lines, "(trials: ")
              ? "; in trials a member is a run with the record, another a run without it."
              : ".");
}

std::string doubles_defined(const std::vector<std::string>& lines) {
  if (!any_says(lines, "the double ")) return "";
  return "\"The double x\" is the number that a program stores for x; it agrees with x in 15 "
         "digits "
         "or more.";
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

std::string typed_or(const std::string& typed, const std::string& canonical) {
  return shown_numbers(typed.empty() ? canonical : typed);
}

std::string rounded_up(const std::string& number) {
  return plain(decimal_above(Rational::parse(number), kShownDigits));
}
std::string rounded_down(const std::string& number) {
  return plain(decimal_below(Rational::parse(number), kShownDigits));
}

}  // namespace plumbline::headline
