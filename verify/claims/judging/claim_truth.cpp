#include "verify/claims/judging/claim_truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "reference/arithmetic/constants.hpp"
#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/quantities/epsilon/epsilon_ends.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/promised_divergence.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/judging/two_mechanisms.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

/// Returns a text from which the number is parsed exactly. It is the exact decimal or fraction, or a hex float if that
/// text is long and the number is a double.
std::string exact_text_of(const Rational& x) {
  const std::string decimal = x.text();
  const double nearest = x.approximate();
  if (decimal.size() <= 20 || !(Rational::from_binary64(nearest) == x)) return decimal;
  return exact_number(nearest).text;
}

Truth calibrated(const Claim& claim, const Effort& effort) {
  std::vector<std::string> given;
  for (const NamedNumber& one : claim.at) given.push_back(one.name);
  Query question{.quantity = quantity_of(claim).name,
                 .mechanism = claim.mechanism,
                 .direction = claim.direction};
  for (const std::string& name : chosen_arguments(quantity_of(claim), given)) {
    question.at.emplace_back(name, claim.argument(name).value.text());
  }
  return {number_asked(question, effort).value};
}

/// Returns the epsilon at which a claimed delta is judged; 0 if the quantity has no argument.
Real place_of(const Claim& claim) {
  const std::string argument = quantity_of(claim).argument();
  return argument.empty() ? Real(kZero) : claim.argument(argument).value;
}

/// Returns the smallest epsilon at delta = D. In the worst direction, it computes only the forward epsilon if the
/// reverse epsilon is certainly smaller. This is certain if the reverse delta is below D at a point that is smaller
/// than the forward epsilon.
Extended epsilon_of(PrivacyProfile& profile, const Rational& D, const Effort& effort) {
  if (profile.direction() != Direction::worst) return epsilon(profile, D, effort);
  PrivacyProfile forward = profile.in(Direction::forward);
  const Extended value = epsilon(forward, D, effort);
  if (value.is_infinite()) return value;
  const double left = value->value().lower().approximate() * (1 - 1e-9);
  if (left > 0 && std::isfinite(left)) {
    const Rational at = Rational::from_binary64(left);
    const double log_D = Ball(D, Bits{64}).log_approximate();
    const auto other = chernoff_delta(profile.composition(), Direction::reverse, at, log_D, false);
    const bool less = other && certainly_less(other->bound.ball(Bits{64}), Ball(D, Bits{64}));
    const Bits p = value->value().precision();
    if (less && certainly_less(Ball(at, p), value->value())) return value;
  }
  return epsilon(profile, D, effort);
}

/// Returns true if the claim is about epsilon at delta = 0, which is the largest loss.
bool is_largest_loss(const Claim& claim) {
  return is_epsilon(claim) && claim.argument("delta").value.is_known_as(kZero);
}

/// Returns the exact largest loss, if it is known to be rational in every requested direction.
std::optional<Rational> exact_largest_loss(const PrivacyProfile& profile) {
  const auto [forward, reverse] =
      std::pair{profile.composition().largest_loss(), profile.composition().smallest_loss()};
  const bool ahead = profile.direction() != Direction::reverse,
             back = profile.direction() != Direction::forward;
  if ((ahead && (!forward || !forward->rational())) || (back && (!reverse || !reverse->rational())))
    return std::nullopt;
  std::optional<Rational> out;
  if (ahead) out = *forward->rational();
  if (back) out = std::max(out.value_or(-*reverse->rational()), -*reverse->rational());
  return out;
}

/// Returns the smallest epsilon >= 0 with delta(epsilon) = 0.
Truth largest_loss(PrivacyProfile& profile, const Effort& effort) {
  const Extended found = max_divergence(profile.composition(), profile.direction(), effort);
  if (found.is_infinite()) return {found};
  std::optional<Rational> exact = exact_largest_loss(profile);
  if (exact && exact->sign() < 0) exact = kZero;
  return {nonnegative_part(*found), exact};
}

Truth smallest_epsilon(const Claim& claim, PrivacyProfile& profile, const Effort& effort) {
  if (is_largest_loss(claim)) return largest_loss(profile, effort);
  const Extended value = epsilon_of(profile, claim.argument("delta").value.as_rational(), effort);
  if (value.is_infinite() || claim.value.number.sign() < 0) return {value};
  return {nonnegative_part(*value)};
}

/// Returns the inequality that decides a claim about sigma in a calibration. Its left side is the target quantity of
/// the profile, whose mechanism has the claimed sigma.
Inequality target_inequality(const Claim& claim, Sense sense) {
  const bool smaller_is_met = sense == Sense::at_most;  // x >= sigma* meets the target
  if (claim.at.size() == 1) {
    return delta_inequality(kZero, claim.argument("advantage").value.as_rational(), smaller_is_met,
                            "tv at the sigma claimed");
  }
  const ExactReal& epsilon = claim.argument("epsilon");
  const Rational& delta = claim.argument("delta").value.as_rational();
  return delta_inequality(epsilon.value, delta, smaller_is_met,
                          "delta(epsilon=" + epsilon.text + ") at the sigma claimed");
}

Inequality largest_loss_inequality(const Claim& claim, Sense sense, const Rational& number) {
  Inequality out{
      [](PrivacyProfile& profile, const Effort& effort) { return largest_loss(profile, effort); },
      number, sense == Sense::at_most, subject_of(claim.quantity, claim.at)};
  out.is_truth = true;
  return out;
}

std::optional<Inequality> epsilon_inequality(const Claim& claim, Sense sense,
                                             const Rational& number, const Rational& delta_slack) {
  const Rational& D = claim.argument("delta").value.as_rational();
  const bool at_most = sense == Sense::at_most;
  const Rational limit = at_most ? D + delta_slack : D - delta_slack;
  if (!at_most && (number.sign() <= 0 || limit.sign() <= 0)) return std::nullopt;
  Inequality out =
      delta_inequality(number, limit, at_most, "delta(epsilon=" + exact_text_of(number) + ")");
  // If delta is constant at x, delta(x) = D does not decide on which side of epsilon x lies.
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
  const bool shifted = is_epsilon(claim) && claim.value.number.sign() < 0;
  const std::string mechanism = is_open(claim) ? " of " + claim.mechanism : "";
  const std::string other = claim.other.empty() ? "" : " from " + claim.other;
  return subject_of(claim.quantity, claim.at) + " " + direction_name(claim.direction) + mechanism +
         other + (shifted ? " below zero" : "");
}

namespace {

/// Returns the quantity if it is known to be rational: order mu^2/2 for the Renyi divergence of Gaussian noise, and
/// the promised bound if Gaussian noise attains it.
std::optional<Rational> exact_value(const Claim& claim, const PrivacyProfile& profile) {
  if (quantity_of(claim).reading != Reading::renyi) return std::nullopt;
  const Rational& order = claim.argument("order").value.as_rational();
  if (const auto mu2 = profile.composition().gaussian_mu_squared()) {
    return order * *mu2 / Rational(2);
  }
  const auto promise = whole_promise(profile.composition());
  const auto most = promise ? divergence_at_most(*promise, order) : std::nullopt;
  return most && gaussian_rho(*promise) * order == *most ? most : std::nullopt;
}

}  // namespace

Truth truth_of(const Claim& claim, PrivacyProfile& profile, const Effort& effort) {
  const Quantity& quantity = quantity_of(claim);
  if (is_of_two(claim)) return truth_of_two(claim, effort);
  if (quantity.subject == Subject::open_mechanism) return calibrated(claim, effort);
  if (quantity.reading == Reading::epsilon) return smallest_epsilon(claim, profile, effort);
  const bool height = quantity.reading == Reading::delta || quantity.reading == Reading::tv;
  if (height) return delta_at(profile, place_of(claim), effort);
  return {quantity.compute(profile, place_of(claim), effort), exact_value(claim, profile)};
}

std::optional<Inequality> inequality_for(const Claim& claim, Sense sense, const Rational& number,
                                         const Rational& delta_slack) {
  if (is_largest_loss(claim) && delta_slack.is_zero()) {
    if (sense == Sense::at_least && number.sign() <= 0) return std::nullopt;
    return largest_loss_inequality(claim, sense, number);
  }
  if (is_epsilon(claim)) return epsilon_inequality(claim, sense, number, delta_slack);
  if (is_open(claim)) {
    if (sense == Sense::at_least && number.sign() <= 0) return std::nullopt;
    return target_inequality(claim, sense);
  }
  const std::string subject = subject_of(claim.quantity, claim.at);
  if (is_delta(claim)) {
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
  if (is_of_two(claim)) {
    out.again = [claim](const Effort& effort) {
      return truth_of_two(claim, effort, TwoPaths::others);
    };
  }
  return out;
}

std::optional<DeltaLimit> delta_limit(const Claim& claim, const Rational& number) {
  if (is_epsilon(claim)) return DeltaLimit{number, claim.argument("delta").value.as_rational()};
  const Reading reading = quantity_of(claim).reading;
  if (reading != Reading::delta && reading != Reading::tv) return std::nullopt;
  const auto epsilon = place_of(claim).rational();
  if (!epsilon) return std::nullopt;
  return DeltaLimit{*epsilon, number};
}

std::string replay_command(const Claim& claim, bool truth_is_known) {
  const std::string ending = " --direction " + direction_name(claim.direction) + " --digits 20";
  const auto command = [&](const std::string& words, const std::string& mechanism,
                           const std::string& option) {
    return "plumbline " + words + " '" + mechanism + "'" + option + ending;
  };
  const bool by_value = is_epsilon(claim) && claim.value.form == ClaimedValue::Form::number;
  if (claim.selected && !claim.at.empty()) {
    const std::string option = by_value
                                   ? "epsilon " + exact_text_of(claim.value.number)
                                   : claim.at.front().name + " " + claim.at.front().number.text;
    return command("selection", claim.selected->base,
                   " --runs '" + claim.selected->runs + "' --" + option);
  }
  if (by_value && !truth_is_known && !is_largest_loss(claim)) {
    return command("delta", claim.mechanism, " --epsilon " + exact_text_of(claim.value.number));
  }
  const Quantity& quantity = quantity_of(claim);
  if (is_of_two(claim)) return two_commands(claim);
  const auto& [other_command, other_options] = quantity.claims->command;
  if (!quantity.certificate && other_command.empty()) return "";  // no command prints the quantity
  std::string options = other_options;
  for (const NamedNumber& given : claim.at) {
    const std::string& text = given.number.text;
    const bool quoted = text.find('(') != std::string::npos;
    std::string option = given.name;
    std::replace(option.begin(), option.end(), '_', '-');
    options += " --" + option + " " + (quoted ? "'" + text + "'" : text);
  }
  return command(other_command.empty() ? quantity.name : other_command, claim.mechanism, options);
}

}  // namespace plumbline
