#include "verify/papers/type_method_cost.hpp"

#include <algorithm>
#include <cmath>

#include "verify/papers/type_method.hpp"

namespace plumbline {

TypeMethodCost type_method_cost(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                                const Effort& effort) {
  TypeMethodCost out;
  out.tradeoff.assign(alphas.size(), 0.0);
  std::vector<double> levels;
  for (const Rational& alpha : alphas) levels.push_back(alpha.approximate());
  for (const Rational& epsilon : sgd.epsilons) {
    effort.poll();
    const ComposedTv region = sgd_region(sgd, epsilon);
    const TvSteps& steps = region.steps().front();
    const double unit = region.unit()->approximate();
    const double finite = region.finite_mass(Bits{64}).approximate();
    const std::vector<double> deltas =
        type_method_deltas(unit, steps.alpha(Bits{64}).approximate(), steps.count);
    Effort rough = effort;
    rough.digits = 15;
    region.visit(rough, [&](const RegionPoint& point) {
      const double approximate = deltas[static_cast<size_t>(point.j)];
      const double error = finite * std::fabs(approximate - point.delta.approximate());
      if (error > out.largest_delta_error) {
        out.largest_delta_error = error;
        out.largest_delta_error_epsilon = epsilon;
        out.largest_delta_error_j = point.j;
      }
      const double height = finite * (1 - approximate),
                   slope = std::exp(unit * static_cast<double>(point.j));
      for (size_t i = 0; i < levels.size(); ++i) {
        out.tradeoff[i] =
            std::max({out.tradeoff[i], height - slope * levels[i], (height - levels[i]) / slope});
      }
    });
  }
  return out;
}

TypeMethodError largest_curve_error(const TypeMethodCost& cost,
                                    const std::vector<Certified>& curve) {
  TypeMethodError out;
  for (size_t i = 0; i < curve.size(); ++i) {
    const double error = cost.tradeoff[i] - curve[i].value().approximate();
    if (std::fabs(error) > std::fabs(out.error)) out = {error, i};
  }
  return out;
}

}  // namespace plumbline
