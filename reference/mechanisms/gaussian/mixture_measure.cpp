#include "reference/mechanisms/gaussian/mixture_measure.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/taylor_choice.hpp"

namespace plumbline {
namespace {

TaylorChoice taylor_choice(const mixture::MixtureLaw& law, double c, double T) {
  const auto m = mixture::heuristic::moments(law, c);
  return plumbline::taylor_choice(m.variance, m.fourth, T);
}

}  // namespace

Ball MixtureMeasure::transform(double c, Bits p) const { return mixture::transform(law_, c, p); }

LineValues MixtureMeasure::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                             const Poll& poll) const {
  return mixture::transform_on_line(law_, c, D, count, p, poll);
}

Ball MixtureMeasure::decay(double c, double T, Bits p) const {
  // Uses either the far bound (MIXTURE-FAR) from T on, or the bound TAYLOR-DECAY up to the largest |y| at which it is
  // valid (its reach) and the far bound beyond. Both choices are valid; heuristics choose between them.
  double shift = 0;
  const double far = mixture::heuristic::log_far_bound(law_, c, T, &shift);
  const TaylorChoice taylor = taylor_choice(law_, c, T);
  const Ball one = Ball::integer(1, p), K = transform(c, p);
  // If the bound is tiny, the error of the quadrature that computes it must be smaller still.
  const Bits fine = p + static_cast<long>(std::clamp(-far / kLn2, 0.0, 2000.0));
  if (taylor.log_value < far) {
    const TiltedMoments m = mixture::moments(law_, c, p);
    const Ball reach = taylor_reach(m), y = Ball::from_binary64(T, p);
    const double far_start = reach.approximate() * 0.999;
    if (far_start > T && certainly_less(Ball::from_binary64(far_start, p), reach)) {
      mixture::heuristic::log_far_bound(law_, c, far_start, &shift);
      const Ball beyond = mixture::far_bound(law_, c, far_start, shift, fine) / K;
      return min(one, max(taylor_decay(m, y), beyond)).upper().at(p);
    }
  }
  return min(one, mixture::far_bound(law_, c, T, shift, fine) / K).upper().at(p);
}

UpperBound MixtureMeasure::algebraic_decay(double c) const {
  return mixture::algebraic_decay(law_, c);
}

double MixtureMeasure::log_transform(double c) const {
  return mixture::heuristic::log_transform(law_, c);
}

double MixtureMeasure::log_decay(double c, double T) const {
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
