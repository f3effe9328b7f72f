#include "reference/mechanisms/subsampled_gaussian.hpp"

#include <algorithm>
#include <cmath>

#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/parameters_text.hpp"

namespace plumbline {
namespace {

struct TaylorChoice {
  double reach = 0, log_value = 0;  ///< log_value: Taylor bound at T, 0 if T is out of reach
};

TaylorChoice taylor_choice(const mixture::Law& law, double c, double T) {
  const auto m = mixture::heuristic::moments(law, c);
  const double rho = std::sqrt(m.variance * m.fourth);
  TaylorChoice out;
  out.reach = std::min(2 * m.variance / rho, std::sqrt(2 / m.variance));
  if (T < out.reach) {
    out.log_value = std::log1p(-m.variance * T * T / 2 + rho * T * T * T / 6);
  }
  return out;
}

}  // namespace

SubsampledGaussian::SubsampledGaussian(Rational sigma, Rational p, Rational sensitivity)
    : sigma_(std::move(sigma)), sensitivity_(std::move(sensitivity)) {
  const Rational mu = sensitivity_ / sigma_;
  law_ = mixture::Law{mu, p, mu.approximate(), p.approximate()};
}

std::string SubsampledGaussian::expression() const {
  return "subsampled_gaussian(sigma=" + sigma_.text() + ",p=" + law_.p.text() +
         sensitivity_text(sensitivity_) + ")";
}

std::string SubsampledGaussian::identity() const {
  return "subsampled_gaussian mu=" + law_.mu.text() + " p=" + law_.p.text();
}

std::optional<Real> SubsampledGaussian::smallest_loss() const {
  const Rational rest = Rational(1) - law_.p;
  return Real([rest](Bits p) { return log(Ball(rest, p)); });
}

LossTails SubsampledGaussian::tails(const Real& t, Bits p) const {
  // L > t means p e^z > e^t - (1-p); never below log(1-p), where L has no mass.
  const Ball zero(p), one = Ball::integer(1, p);
  const Ball mu(law_.mu, p), rate(law_.p, p);
  // e^t - (1-p) = expm1(t) + p
  const Ball excess = expm1(t(p)) + rate;
  const LossTails all_above{one, zero, one, zero};
  if (!certainly_positive(excess)) {
    if (certainly_at_most(excess, zero)) return all_above;
    // Undecided at this precision: all tails are monotone in t, so the hull of both sides holds.
    const Ball top = excess.upper();
    const Ball u = log(top / rate) / mu + mu / 2;
    const Ball P_below = normal_cdf(u);
    const Ball Q_below = P_below * (one - rate) + rate * normal_cdf(u - mu);
    return {Ball::hull(one, one - P_below), Ball::hull(zero, P_below),
            Ball::hull(one, one - Q_below), Ball::hull(zero, Q_below)};
  }
  const Ball u = log(excess / rate) / mu + mu / 2;  // u = (z + mu^2/2)/mu
  const Ball P_above = normal_survival(u), P_below = normal_cdf(u);
  return {P_above, P_below, P_above * (one - rate) + rate * normal_survival(u - mu),
          P_below * (one - rate) + rate * normal_cdf(u - mu)};
}

std::shared_ptr<const NoiseLaw> SubsampledGaussian::noise_law() const {
  return mixture_noise(law_.mu * law_.mu, law_.p);
}

Ball SubsampledGaussian::transform(double c, Bits p) const {
  return mixture::transform(law_, c, p);
}

LineValues SubsampledGaussian::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                                 const Poll& poll) const {
  mixture::Line line = mixture::transform_on_line(law_, c, D, count, p, poll);
  return {std::move(line.values), std::move(line.quadrature_error)};
}

Ball SubsampledGaussian::decay(double c, double T, Bits p) const {
  // Either the far bound at T, or Taylor up to its reach and the far bound from there: the
  // heuristics only choose which of the two valid bounds is worth computing.
  double shift = 0;
  const double far = mixture::heuristic::log_far_bound(law_, c, T, &shift);
  const TaylorChoice taylor = taylor_choice(law_, c, T);
  const Ball one = Ball::integer(1, p), K = transform(c, p);
  if (taylor.log_value < far) {
    const TiltedMoments m = mixture::moments(law_, c, p);
    const Ball reach = taylor_reach(m), y = Ball::from_binary64(T, p);
    const double far_start = reach.approximate() * 0.999;
    if (far_start > T && certainly_less(Ball::from_binary64(far_start, p), reach)) {
      mixture::heuristic::log_far_bound(law_, c, far_start, &shift);
      const Ball beyond = mixture::far_bound(law_, c, far_start, shift, p) / K;
      return min(one, max(taylor_decay(m, y), beyond)).upper().at(p);
    }
  }
  return min(one, mixture::far_bound(law_, c, T, shift, p) / K).upper().at(p);
}

UpperBound SubsampledGaussian::algebraic_decay(double c) const {
  return mixture::algebraic_decay(law_, c);
}

double SubsampledGaussian::log_transform(double c) const {
  return mixture::heuristic::log_transform(law_, c);
}

double SubsampledGaussian::log_decay(double c, double T) const {
  double shift = 0;
  const TaylorChoice taylor = taylor_choice(law_, c, T);
  const double far = mixture::heuristic::log_far_bound(law_, c, T, &shift);
  double best = std::min(0.0, far);
  if (taylor.log_value < best) {
    best = std::min(best, std::max(taylor.log_value, mixture::heuristic::log_far_bound(
                                                         law_, c, taylor.reach * 0.999, &shift)));
  }
  return best;
}

}  // namespace plumbline
