#include "reference/regions/composed_tv.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/functions/ball_polynomial.hpp"
#include "reference/regions/tv_law.hpp"

namespace plumbline {
namespace {

constexpr long kMostSteps = 100000000;
constexpr size_t kMostCoefficients = 1UL << 21;
constexpr int kBelow = 60;  // additional absolute digits for convolutions of distributions

/// Returns log(1 - x), computed from the exact 1 - x if x is near 1.
Ball log_rest(const Real& x, Bits p) {
  const bool near_one = x.rational() && *x.rational() > Rational(1, 2);
  return near_one ? log(Ball(kOne - *x.rational(), p)) : log1p(-x(p));
}

/// Returns prod (1 - x_i)^{k_i}, with x_i = eta_i if `of_eta`, otherwise delta_i, and 1 minus this product with
/// relative accuracy.
std::pair<Ball, Ball> survival(const std::vector<TvSteps>& steps, bool of_eta, Bits p) {
  Ball exponent(p);
  for (const TvSteps& one : steps) {
    const Real& x = of_eta && one.eta ? *one.eta : one.delta;
    const bool all = one.delta.rational() && *one.delta.rational() == kOne;  // then eta = 1, too
    if (all || (x.rational() && *x.rational() == kOne)) return {Ball(p), Ball::integer(1, p)};
    exponent += log_rest(x, p) * one.count;
  }
  return {exp(exponent), -expm1(exponent)};
}

}  // namespace

ComposedTv::ComposedTv(std::vector<TvSteps> steps) : steps_(std::move(steps)) {
  if (steps_.empty()) throw std::invalid_argument("no steps given");
  for (const TvSteps& one : steps_) {
    check(one);
    if (one.count > kMostSteps) {
      throw std::invalid_argument("more than 10^8 kinks (" + std::to_string(one.count) +
                                  " steps); request single values: plumbline delta "
                                  "'total_variation_dp(...)^N'");
    }
  }
  lattice_ = tv_lattice(steps_);
  // If there are few losses, a list of them is cheaper than a lattice that contains them.
  constexpr long kCoarse = 2048, kFewer = 16;
  const bool fine = lattice_ && steps_.size() > 1 && lattice_->reach > kCoarse;
  if (fine && kFewer * TvScatter::size(steps_) < static_cast<double>(lattice_->reach)) {
    lattice_.reset();
  }
  if (!lattice_) scatter_ = std::make_shared<TvScatter>(steps_);
}

Ball ComposedTv::epsilon(long j, Bits p) const {
  return lattice_ ? lattice_->unit(p) * j : scatter_->epsilon(j, p);
}

std::optional<Rational> ComposedTv::exact_epsilon(long j) const {
  if (j == 0) return kZero;
  if (!lattice_ || !lattice_->unit.rational()) return std::nullopt;
  return *lattice_->unit.rational() * Rational(j);
}

std::optional<Rational> ComposedTv::exact_ratio(long j) const {
  if (j == 0) return kOne;
  if (!lattice_) return scatter_->exact_ratio(j);
  const auto root = TvSteps{lattice_->unit, Real(kZero), std::nullopt, 1}.exact_ratio();
  return root ? std::optional(power(*root, j)) : std::nullopt;
}

long ComposedTv::near(double epsilon) const {
  if (!lattice_) return std::clamp(scatter_->near(epsilon), 0L, reach());
  const double j = epsilon / lattice_->unit.approximate();
  return std::lround(std::clamp(j, 0.0, static_cast<double>(reach())));
}

ComposedTv ComposedTv::repeated(long times) const {
  std::vector<TvSteps> steps = steps_;
  for (TvSteps& one : steps) one.count *= times;
  return ComposedTv(std::move(steps));
}

ComposedTv ComposedTv::without_eta() const {
  std::vector<TvSteps> steps;
  for (const TvSteps& one : steps_) steps.push_back(one.without_eta());
  return ComposedTv(std::move(steps));
}

Ball ComposedTv::finite_mass(Bits p) const { return survival(steps_, false, p).first; }
Ball ComposedTv::infinite_mass(Bits p) const { return survival(steps_, false, p).second; }

std::optional<Rational> ComposedTv::exact_infinite_mass() const {
  Rational finite = kOne;
  for (const TvSteps& one : steps_) {
    if (!one.delta.rational()) return std::nullopt;
    if (one.delta.rational()->is_zero()) continue;
    if (one.count > 256) return std::nullopt;
    finite = finite * power(kOne - *one.delta.rational(), one.count);
  }
  return kOne - finite;
}

Ball ComposedTv::worst_total_variation(Bits p) const {
  std::vector<TvSteps> steps = steps_;
  Ball exponent(p);  // for the kinds without eta: 1 minus the maximum is 2 (1-delta)/(1+e^epsilon)
  for (const TvSteps& one : steps_) {
    if (one.eta) continue;
    if (one.delta.rational() && *one.delta.rational() == kOne) return Ball::integer(1, p);
    const Ball e = one.epsilon(p);
    // log of 2/(1+e^epsilon) = 1 - tanh(epsilon/2), in the form without cancellation.
    const Ball share = e.approximate() < 1 ? log1p(-largest_total_variation(e, Ball(p)))
                                           : log(Ball::integer(2, p)) - e - log1p(exp(-e));
    exponent += (share + log_rest(one.delta, p)) * one.count;
  }
  std::erase_if(steps, [](const TvSteps& one) { return !one.eta; });
  const auto [rest, others] = survival(steps, true, p);
  // 1 - e^x s = (1 - s) - s (e^x - 1), both terms at least 0.
  return require_within(others - rest * expm1(exponent), kZero, kOne, "a total variation");
}

Bits ComposedTv::bits(int digits) const {
  const double sizes = 2 * std::log2(static_cast<double>(reach()) + 2);
  const Bits p = bits_for_digits(digits) + 48 + static_cast<long>(sizes);
  return one_kind() ? p : p + bits_for_digits(kBelow).n;
}

bool ComposedTv::one_kind() const {
  return lattice_ && steps_.size() == 1 && !steps_.front().still();
}

void ComposedTv::visit(const Effort& effort, const Visitor& visitor) const {
  constexpr long kShort = 2048;
  const double far_below = -(effort.digits + kBelow - 2) * std::log(10.0);
  visit(effort, visitor, reach() <= kShort ? -INFINITY : far_below);
}

void ComposedTv::visit(const Effort& effort, const Visitor& visitor, double log_cut) const {
  const Bits p = bits(effort.digits);
  if (!lattice_) return visit_scatter(effort, visitor, p);
  if (one_kind()) return visit_one_kind(effort, visitor, p);
  visit_lattice(effort, visitor, log_cut, p);
}

namespace {

/// Returns the sums over all losses above j e before the first mass is added: delta and both tails are 0.
Suffix<Ball> sums_at(const Ball& e, long j, Bits p) {
  const Ball zero(p);
  return {exp(-e), -expm1(-e), exp(e), zero, zero, zero, exp(-(e * j))};
}

}  // namespace

void ComposedTv::visit_one_kind(const Effort& effort, const Visitor& visitor, Bits p) const {
  LawWalk<Ball> walk = law_walk(steps_.front(), p);
  const Ball e = lattice_->unit(p);
  Suffix<Ball> sums = sums_at(e, reach(), p);
  for (long j = reach();; --j) {
    effort.poll();
    visitor({j, sums.delta, sums.P, sums.Q, sums.level, e * j});
    if (j == 0) return;
    sums.down(walk.mass());
    walk.down();
  }
}

// BOUND(TV-STRETCH)
// Statement.  Omitting outcomes of total Q-mass tau lowers delta_j, Q(S > j) and, for j >= 0, P(S > j), each by at
//             most tau. If the laws of independent losses S_i each lack a Q-mass of at most tau_i, then their
//             convolution lacks at most tau = sum tau_i.
// Needs.      j >= 0: here, the loop ends at 0.
// Proof.      Each of the three is an integral over Q of a function of S between 0 and 1: (1 - e^((j-S)u))_+, the
//             indicator of S > j, and this indicator times e^(-S u) <= 1. The convolution of the truncated laws is
//             the law of the outcomes in which no S_i is omitted. The probability that some S_i is omitted is at most
//             sum tau_i.
// Source.     Elementary.
void ComposedTv::visit_lattice(const Effort& effort, const Visitor& visitor, double log_cut,
                               Bits p) const {
  const Ball zero(p), e = lattice_->unit(p);
  std::vector<Stretch> kinds;
  size_t length = 1;
  for (size_t i = 0; i < steps_.size(); ++i) {
    const long multiple = std::max(1L, lattice_->multiples[i]);
    kinds.push_back(stretch(steps_[i], multiple, log_cut, p, effort.poll));
    length += kinds.back().masses.size();
  }
  if (length > kMostCoefficients) {
    throw std::invalid_argument(
        "the law of the loss would have " + std::to_string(length) +
        " points; round the epsilons up to multiples of a larger number, or request single "
        "values: plumbline delta 'total_variation_dp(...)^N * ...'");
  }
  std::sort(kinds.begin(), kinds.end(),
            [](const Stretch& a, const Stretch& b) { return a.masses.size() < b.masses.size(); });
  Stretch law = std::move(kinds.front());
  for (size_t i = 1; i < kinds.size(); ++i) {
    effort.poll();
    law.masses = polynomial_product(law.masses, kinds[i].masses, p);
    law.low += kinds[i].low;
    law.outside += kinds[i].outside;
  }
  const UpperBound outside = bound<"TV-STRETCH">(UpperBound::of(law.outside));
  const Ball missing = Ball::zero_to(outside, p);
  const long high = law.low + static_cast<long>(law.masses.size()) - 1;
  Ball level = exp(-(e * reach()));
  const Ball ratio = exp(e);
  for (long j = reach(); j > std::max(high, -1L); --j) {
    effort.poll();
    visitor({j, missing, missing, missing, level, e * j});
    level = level * ratio;
  }
  if (high < 0) return;
  Suffix<Ball> sums = sums_at(e, high, p);
  for (long j = high;; --j) {
    effort.poll();
    visitor({j, sums.delta + missing, sums.P + missing, sums.Q + missing, sums.level, e * j});
    if (j == 0) return;
    sums.down(j >= law.low ? law.masses[static_cast<size_t>(j - law.low)] : zero);
  }
}

}  // namespace plumbline
