#include "verify/certificates/headlines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <regex>
#include <set>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/number_or_none.hpp"
#include "reference/certificates/request.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/quantities/neighbours/direction.hpp"
#include "reference/quantities/neighbours/neighbours.hpp"
#include "reference/questions/registry.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/audit_words.hpp"

namespace plumbline {
namespace {

constexpr int kShownDigits = 3;

/// 1e-5 as 0.00001, where that is short.
std::string plain(const Rational& x) {
  if (x.sign() < 0) return "-" + plain(-x);
  constexpr int kMostPlaces = 12;
  Rational scaled = x;
  for (int places = 0; places <= kMostPlaces; ++places, scaled = scaled * Rational(10)) {
    if (!scaled.is_integer()) continue;
    if (places == 0) return scaled.text();
    std::string digits = scaled.text();
    const size_t least = static_cast<size_t>(places) + 1;
    if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
    return digits.insert(digits.size() - static_cast<size_t>(places), ".");
  }
  return x.text();
}

std::string plain(const std::string& text) {
  const auto x = rational_or_none(text);
  const std::string shown = x ? plain(*x) : text;
  return shown == text ? shown_number(text) : shown;
}

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
  const std::string shown = plain(decimal_above(epsilon, kShownDigits));
  std::string out = fmt::format("epsilon is at most {} at delta = {}.", shown, plain(delta));
  const std::string factor = factor_above(epsilon);
  if (factor.empty()) return out;
  return out + fmt::format(
                   " {} changes the probability of every outcome by a factor of at most {} "
                   "(e^epsilon), and by at most {} beyond that.",
                   change_words(mechanism), factor, plain(delta));
}

std::string reconstruction_words(const std::string& success, const std::string& chance) {
  return fmt::format(
      "An attack that reconstructs a record succeeds with probability at most {} where guessing "
      "without the output succeeds with probability {}.",
      success, chance);
}

/// Of a quantity whose upper end is the careful one; empty of others.
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

bool is_confirmed(const CheckResult& result) {
  return result.verdict == Verdict::confirmed &&
         std::any_of(result.numbers.begin(), result.numbers.end(),
                     [](const CheckedNumber& x) { return x.name == "lower, upper" && x.proved(); });
}

/// What the certificate is about, as one names it: "epsilon at delta = 0.00001". Empty of quantities that have no
/// sentence here.
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

/// Whether an upper end says nothing: infinity, or a probability of 1, while the lower end is far below.
bool says_nothing(const Quantity& quantity, const Certificate& c) {
  if (c.upper == "inf") return c.lower != "inf" && text_of(c.findings, "infinite").empty();
  const auto lower = rational_or_none(c.lower), upper = rational_or_none(c.upper);
  const bool probability = quantity.reading != Reading::epsilon;
  return probability && lower && upper && *upper >= Rational(1) &&
         *lower < Rational(1) / Rational(2);
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : "; ") + name;
  return out;
}

/// What is known of one direction alone is no guarantee, and what is not known is said.
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

/// What an attack found; empty of other certificates, and of what it did not find.
std::string found_words(const Quantity& quantity, const Certificate& c, const CheckResult& result) {
  if (!is_attack_text(c.mechanism) || !is_confirmed(result)) return "";
  if (quantity.words.proved != nullptr) return statement_words(c, result);
  const auto lower = rational_or_none(c.lower);
  if (quantity.found_of.quantity.empty() || !lower || lower->sign() <= 0) return "";
  return fmt::format("The attack proves that {} is at least {}{}, at confidence {}.",
                     quantity.found_of.quantity, plain(decimal_below(*lower, kShownDigits)),
                     c.argument.empty() ? "" : " at " + c.argument + " = " + plain(c.at),
                     AttackText::parse(c.mechanism).word("confidence"));
}

/// Of a rate that is a quotient of the batch and all records.
std::string batch_words(const std::string& written, const std::string& shown) {
  const size_t slash = written.find('/');
  if (slash == std::string::npos || shown != written || written.starts_with("1/")) return "";
  return fmt::format(", so that batches have {} of every {} records on average",
                     written.substr(0, slash), written.substr(slash + 1));
}

}  // namespace

std::string run_words(const std::string& typed) {
  static const std::regex sampled(
      R"(\s*\w+\(sigma=([0-9.]+(?:/[0-9]+)?),\s*p=([0-9.]+(?:e-?[0-9]+)?(?:/[0-9]+)?)\)\^([0-9]{1,15})\s*)");
  std::smatch found;
  constexpr size_t kLongest = 200;  // std::regex recurses
  if (typed.size() > kLongest || !std::regex_match(typed, found, sampled)) return "";
  const std::string written = found[2].str(), shown_rate = shown_number(written);
  const auto rate = rational_or_none(written);
  const Rational steps = Rational::parse(found[3].str());
  if (!rate || rate->is_zero() || *rate > Rational(1) || steps.is_zero()) return "";
  const std::vector<WrittenFactor> factors = read_open_expression(typed);
  const bool by_rate = factors.size() == 1 &&
                       factors.front().entry->required == std::vector<std::string>{"sigma", "p"};
  if (!by_rate) return "";
  const Rational epochs = steps * *rate;
  const Rational shown = decimal_nearest(epochs, kShownDigits);
  return fmt::format(
      "The run: {} steps with the noise multiplier (sigma) {}; each record is in a step's batch "
      "with {} {}, independently{}; {}{} over the data.",
      steps.text(), shown_number(found[1].str()),
      shown_rate == written ? "probability" : "a probability of", shown_rate,
      batch_words(written, shown_rate), shown == epochs ? "" : "about ",
      shown == Rational(1) ? "one pass" : plain(shown) + " passes");
}

std::vector<std::string> headlines(const std::vector<Certificate>& certificates,
                                   const std::vector<CheckResult>& results) {
  std::vector<std::string> out, unknown, one_sided;
  std::string direction;
  const auto add = [](const std::string& text, std::vector<std::string>* to) {
    if (!text.empty() && std::find(to->begin(), to->end(), text) == to->end()) to->push_back(text);
  };
  const auto say = [&](const std::string& text) { add(text, &out); };
  for (size_t i = 0; i < results.size() && i < certificates.size(); ++i) {
    const Certificate& c = certificates[i];
    const Quantity& quantity = certified_quantity(c.quantity);
    say(found_words(quantity, c, results[i]));
    const auto upper = rational_or_none(c.upper);
    const bool whole = c.direction == direction_name(Direction::worst) || quantity.forward_only();
    const bool careful = quantity.dangerous == DangerousSide::below && !is_attack_text(c.mechanism);
    if (!careful || !is_confirmed(results[i])) continue;
    if (says_nothing(quantity, c)) {
      add(name_in_short(quantity, c), &unknown);
      continue;
    }
    if (!whole) {
      add(name_in_short(quantity, c), &one_sided);
      direction = c.direction;
      continue;
    }
    if (!upper) continue;
    say(sentence(quantity, c, *upper));
    if (quantity.reading == Reading::epsilon) say(run_words(c.written_mechanism));
  }
  const std::vector<std::string> missing = missing_words(unknown, one_sided, direction);
  out.insert(out.begin(), missing.begin(), missing.end());
  return out;
}

}  // namespace plumbline
