#include "verify/statement/epsilon_claims.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "reference/arithmetic/ball.hpp"
#include "verify/statement/neighbour_words.hpp"
#include "verify/statement/plain_number.hpp"

namespace plumbline::page {
namespace {

constexpr int kSpareDigits = 30;

/// Returns the upper end of a ball. It is finite for the balls of this file: e^epsilon with epsilon up to 1000, and
/// probabilities.
Rational upper_end(const Ball& x) { return *x.decimal_ends(kSpareDigits).second; }

Ball exponential(const Rational& epsilon) { return exp(Ball(epsilon, Bits{192})); }

/// Returns an upper bound of the probability p e^epsilon / (1 + p (e^epsilon - 1)), where p is `prior`. The form in
/// which it is computed is stable for large epsilon.
Rational posterior(const Rational& prior, const Rational& epsilon) {
  const Ball p(prior, Bits{192}), one = Ball::integer(1, Bits{192});
  return std::min(upper_end(p / (p + (one - p) * exponential(-epsilon))), Rational(1));
}

const Rational& usual_prior() {
  static const Rational prior = Rational(1) / Rational(1000);
  return prior;
}

}  // namespace

EpsilonClaim::EpsilonClaim(Bound bound, PromiseStanding standing)
    : bound_(std::move(bound)), standing_(standing) {
  static const Rational kLargest(1000);
  if (!is_needed() || kLargest < *bound_.upper) return;
  factor_ = decimal_above(upper_end(exponential(*bound_.upper)), kShownDigits);
}

std::string EpsilonClaim::needed_text(const std::string& delta) const {
  std::string out = fmt::format("epsilon is at most {} at delta = {}", plain(*bound_.upper), delta);
  if (!factor_) return out + " (" + difference_words(*bound_.hypotheses) + ").";
  return out + fmt::format(
                   ". {} changes the probability of every set of outcomes by a factor of "
                   "at most {} (e^epsilon), and by at most {} (delta) beyond that.",
                   change_words(*bound_.hypotheses), plain(*factor_), delta);
}

std::string EpsilonClaim::text() const {
  const std::string delta = plain(*bound_.at), start = beginning(bound_.name, standing_);
  if (is_needed()) return start + needed_text(delta) + nothing_sentence(bound_);
  std::string out = start + fmt::format("epsilon is 0 at delta = {}", delta);
  if (bound_.upper->sign() < 0) {
    out += fmt::format(
        " (the equation delta(epsilon) = delta has a solution below 0, at most {}: see below)",
        plain(*bound_.upper));
  }
  return out +
         fmt::format(". {} changes the probability of every set of outcomes by at most {}.",
                     change_words(*bound_.hypotheses), delta) +
         nothing_sentence(bound_);
}

std::string EpsilonClaim::fault(const Evidence& evidence) const {
  const std::string out = fault_of(bound_, evidence);
  if (!out.empty()) return out;
  if (bound_.quantifier != Quantifier::all_neighbours) return "the bound is not for all neighbours";
  if (!factor_) return "";
  return *factor_ >= upper_end(exponential(*bound_.upper)) ? "" : "the factor is below e^epsilon";
}

NamedTexts EpsilonClaim::fields() const {
  NamedTexts out = fields_of(bound_);
  out.insert(out.begin(), {"kind", "guarantee"});
  if (factor_) out.emplace_back("factor_at_most", factor_->text());
  if (standing_ != PromiseStanding::plain) out.emplace_back("standing", "refuted");
  return out;
}

PersonClaim::PersonClaim(Bound bound) : bound_(std::move(bound)), before_(usual_prior()) {
  after_ = probability_above(posterior(before_, *bound_.upper));
}

std::string PersonClaim::text() const {
  // If the probability after the release is small, both numbers are printed per thousand.
  const bool counted = after_ < Rational(1) / Rational(10);
  const std::string before = share_text(before_),
                    after =
                        counted ? plain(after_ * Rational(1000)) + " in 1,000" : share_text(after_);
  return (bound_.name.empty() ? "" : bound_.name + ": ") +
         fmt::format(
             "For one person, {0} becomes at most {1}: an observer who considers it {0} likely {2} "
             "learns from the outputs no more than from a source that reveals the truth with a "
             "probability of at most {3} (delta) and otherwise raises {0} to at most {1}.{4}",
             before, after, belief_words(*bound_.hypotheses), plain(*bound_.at),
             after_ >= Rational(1) ? " This promises nothing." : "");
}

// Proof. Let H(Q || P) and H(P || Q) at epsilon be at most delta, as the bound states for both directions. Then (P,
// Q) is a post-processing of a pair that reveals the data set with probability delta, and otherwise answers by
// randomized response with ratio e^epsilon (Kairouz, Oh, Viswanath 2015, Theorem 3.3). Both cases have the same
// probabilities under P and Q, so that the case is not informative. In the second case the odds change by a factor of
// at most e^epsilon. So a probability p becomes at most p e^epsilon / (1 + p (e^epsilon - 1)), which increases with
// epsilon.
std::string PersonClaim::fault(const Evidence& evidence) const {
  const std::string out = fault_of(bound_, evidence);
  if (!out.empty()) return out;
  if (bound_.quantifier != Quantifier::all_neighbours) return "the bound is not for all neighbours";
  if (parse_direction(bound_.direction) != Direction::worst) return "it needs both directions";
  if (bound_.upper->sign() <= 0) return "epsilon is not above 0";
  return after_ >= posterior(before_, *bound_.upper)
             ? ""
             : "the probability afterwards is below its bound";
}

NamedTexts PersonClaim::fields() const {
  NamedTexts out = fields_of(bound_);
  out.insert(out.begin(), {"kind", "person"});
  out.emplace_back("before", before_.text());
  out.emplace_back("after_at_most", after_.text());
  return out;
}

}  // namespace plumbline::page
