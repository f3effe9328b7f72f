#include "verify/claims/claim_truth.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/quantities/epsilon_ends.hpp"
#include "reference/quantities/gaussian_mu.hpp"
#include "reference/quantities/moments.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

/// A number as text that reads back exactly: a hex float where it is a double.
std::string exact_text_of(const Rational& x) {
  const std::string decimal = x.text();
  const double nearest = x.approximate();
  if (decimal.size() <= 20 || !(Rational::from_binary64(nearest) == x)) return decimal;
  return exact_number(nearest).text;
}

Truth gaussian_mu(const PrivacyProfile& profile, const Effort& effort) {
  const auto mu = plumbline::gaussian_mu(profile.composition(), effort.digits);
  if (!mu) throw std::invalid_argument("only products of gaussians are mu-GDP for a certified mu");
  return {*mu};
}

Truth renyi_divergence(const Claim& claim, const PrivacyProfile& profile, const Effort& effort) {
  const Rational& order = claim.argument("order").value.as_rational();
  return {renyi(profile.composition(), order, claim.direction, effort)};
}

Truth calibrated(const Claim& claim, const Effort& effort) {
  NamedReals target;  // in the order of target_words()
  for (const char* name : {"epsilon", "delta", "advantage"}) {
    for (const NamedNumber& given : claim.at) {
      if (given.name == name) target.emplace_back(given.name, given.number.value);
    }
  }
  const Family family(claim.mechanism, "");
  return {calibrate(family, target_of(target), claim.direction, "auto", effort).value};
}

/// epsilon of the profile; of the forward one alone where the reverse one has a smaller epsilon for
/// certain: its delta is below D already at a point left of the forward one's epsilon.
Extended epsilon_of(PrivacyProfile& profile, const Rational& D, const Effort& effort) {
  if (profile.direction() != Direction::worst) return epsilon(profile, D, effort);
  PrivacyProfile forward = profile.in(Direction::forward);
  const Extended value = epsilon(forward, D, effort);
  if (value.is_infinite()) return value;
  const double left = value->value.lower().approximate() * (1 - 1e-9);
  if (left > 0 && std::isfinite(left)) {
    const Rational at = Rational::from_binary64(left);
    const double log_D = Ball(D, Bits{64}).log_approximate();
    const auto other = chernoff_delta(profile.composition(), Direction::reverse, at, log_D, false);
    const bool less = other && certainly_less(other->bound.ball(Bits{64}), Ball(D, Bits{64}));
    const Bits p = value->value.precision();
    if (less && certainly_less(Ball(at, p), value->value)) return value;
  }
  return epsilon(profile, D, effort);
}

Truth smallest_epsilon(const Claim& claim, PrivacyProfile& profile, const Effort& effort) {
  const Extended value = epsilon_of(profile, claim.argument("delta").value.as_rational(), effort);
  if (value.is_infinite() || claim.value.number.sign() < 0) return {value};
  return {nonnegative_part(*value)};
}

/// What sigma is chosen to meet, at the sigma of the profile.
Inequality target_inequality(const Claim& claim, Sense sense) {
  const bool smaller_is_met = sense == Sense::at_most;  // sigma* <= x: met at x
  if (claim.at.size() == 1) {
    return delta_inequality(kZero, claim.argument("advantage").value.as_rational(), smaller_is_met,
                            "tv at the sigma claimed");
  }
  const ExactReal& epsilon = claim.argument("epsilon");
  const Rational& delta = claim.argument("delta").value.as_rational();
  return delta_inequality(epsilon.value, delta, smaller_is_met,
                          "delta(epsilon=" + epsilon.text + ") at the sigma claimed");
}

std::optional<Inequality> epsilon_inequality(const Claim& claim, Sense sense,
                                             const Rational& number, const Rational& delta_slack) {
  const Rational& D = claim.argument("delta").value.as_rational();
  const bool at_most = sense == Sense::at_most;
  const Rational limit = at_most ? D + delta_slack : D - delta_slack;
  if (!at_most && (number.sign() <= 0 || limit.sign() <= 0)) return std::nullopt;
  Inequality out =
      delta_inequality(number, limit, at_most, "delta(epsilon=" + exact_text_of(number) + ")");
  // Where delta is flat, delta(x) = D does not say on which side of epsilon x lies.
  out.equality_holds = at_most;
  return out;
}

}  // namespace

std::string subject_of(const std::string& quantity, const std::vector<NamedNumber>& at) {
  std::string arguments;
  for (const NamedNumber& given : at) {
    arguments += (arguments.empty() ? "" : ", ") + given.name + "=" + given.number.text;
  }
  return arguments.empty() ? quantity : quantity + "(" + arguments + ")";
}

std::string truth_key(const Claim& claim) {
  const bool shifted = claim.quantity == "epsilon" && claim.value.number.sign() < 0;
  const std::string mechanism = claim.quantity == "sigma" ? " of " + claim.mechanism : "";
  return subject_of(claim.quantity, claim.at) + " " + direction_name(claim.direction) + mechanism +
         (shifted ? " below zero" : "");
}

Truth truth_of(const Claim& claim, PrivacyProfile& profile, const Effort& effort) {
  const std::string& quantity = claim.quantity;
  if (quantity == "delta") return delta_at(profile, claim.argument("epsilon").value, effort);
  if (quantity == "tv" || quantity == "advantage") return delta_at(profile, kZero, effort);
  if (quantity == "epsilon") return smallest_epsilon(claim, profile, effort);
  if (quantity == "sigma") return calibrated(claim, effort);
  if (quantity == "rdp") return renyi_divergence(claim, profile, effort);
  if (quantity == "gdp_mu") return gaussian_mu(profile, effort);
  const QuantityEntry& entry = find_quantity(quantity);
  const Real at = entry.argument.empty() ? Real(kZero) : claim.argument(entry.argument).value;
  return {entry.compute(profile, at, effort)};
}

std::optional<Inequality> inequality_for(const Claim& claim, Sense sense, const Rational& number,
                                         const Rational& delta_slack) {
  if (claim.quantity == "epsilon") return epsilon_inequality(claim, sense, number, delta_slack);
  if (claim.quantity == "sigma") {
    if (sense == Sense::at_least && number.sign() <= 0) return std::nullopt;
    return target_inequality(claim, sense);
  }
  const std::string subject = subject_of(claim.quantity, claim.at);
  if (claim.quantity == "delta") {
    Inequality out =
        delta_inequality(claim.argument("epsilon").value, number, sense == Sense::at_most, subject);
    out.is_truth = true;
    return out;
  }
  Inequality out{[claim](PrivacyProfile& profile, const Effort& effort) {
                   return truth_of(claim, profile, effort);
                 },
                 number, sense == Sense::at_most, subject};
  out.is_truth = true;
  return out;
}

std::optional<DeltaLimit> delta_limit(const Claim& claim, const Rational& number) {
  if (claim.quantity == "tv" || claim.quantity == "advantage") return DeltaLimit{kZero, number};
  if (claim.quantity == "epsilon") {
    return DeltaLimit{number, claim.argument("delta").value.as_rational()};
  }
  if (claim.quantity != "delta") return std::nullopt;
  const auto epsilon = claim.argument("epsilon").value.rational();
  if (!epsilon) return std::nullopt;
  return DeltaLimit{*epsilon, number};
}

std::string replay_command(const Claim& claim) {
  const std::string ending = " --direction " + direction_name(claim.direction) + " --digits 20";
  const auto command = [&](const std::string& words, const std::string& mechanism,
                           const std::string& option) {
    return "plumbline " + words + " '" + mechanism + "'" + option + ending;
  };
  const std::string& quantity = claim.quantity;
  if (claim.selected && !claim.at.empty()) {
    const bool by_value = quantity == "epsilon" && claim.value.form == ClaimedValue::Form::number;
    const std::string option = by_value
                                   ? "epsilon " + exact_text_of(claim.value.number)
                                   : claim.at.front().name + " " + claim.at.front().number.text;
    return command("selection", claim.selected->base,
                   " --runs '" + claim.selected->runs + "' --" + option);
  }
  if (quantity == "epsilon" && claim.value.form == ClaimedValue::Form::number) {
    return command("delta", claim.mechanism, " --epsilon " + exact_text_of(claim.value.number));
  }
  if (quantity == "sigma") {
    std::string options;
    for (const NamedNumber& given : claim.at)
      options += " --" + given.name + " " + given.number.text;
    return command("calibrate", claim.mechanism, options);
  }
  if (quantity == "rdp")
    return command("renyi", claim.mechanism, " --order " + claim.argument("order").text);
  if (quantity == "gdp_mu") return "";
  const std::string option =
      claim.at.empty() ? "" : " --" + claim.at.front().name + " " + claim.at.front().number.text;
  return command(quantity, claim.mechanism, option);
}

}  // namespace plumbline
