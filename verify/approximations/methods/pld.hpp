/// Parts that the accountants with discretised privacy loss distributions share: options, refusals, and the choice of
/// the type of high precision.
#pragma once

#include <fmt/core.h>

#include "verify/approximations/curves/directed_pairs.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/share.hpp"
#include "verify/approximations/steps/discrete_loss.hpp"
#include "verify/approximations/steps/loss_moments.hpp"

namespace plumbline::approximations {

inline std::vector<unsigned long> step_counts(const std::vector<StepLaw>& laws) {
  std::vector<unsigned long> counts;
  for (const StepLaw& law : laws) {
    counts.push_back(static_cast<unsigned long>(law.count.approximate()));
  }
  return counts;
}

template <class Real>
using DiscretePairs = DirectedPairs<Real, DiscreteLoss<Real>>;

/// Returns the pairs of a request. Discretise::step<Real>(law, reverse, range, spacing) returns one step. If
/// `pessimistic`, losses beyond the range count as infinite.
template <class Real, class Discretise>
std::shared_ptr<const DiscretePairs<Real>> discretised(const ApproximationRequest& request,
                                                       double spacing, double tail,
                                                       bool pessimistic) {
  const Direction direction = direction_meant(request);
  const std::string what =
      fmt::format("{} {:a} {:a} {}", Discretise::kName, spacing, tail, direction_name(direction));
  return shared<Real>(request, what, [&] {
    const std::vector<StepLaw> laws = step_laws(request.composition);
    return DiscretePairs<Real>(direction, [&](bool reverse) {
      const LossGrid grid = loss_grid(laws, reverse, spacing, tail);
      std::vector<DiscreteStep<Real>> steps;
      for (size_t k = 0; k < laws.size(); ++k) {
        steps.push_back(
            Discretise::template step<Real>(laws[k], reverse, grid.ranges[k], Real(spacing)));
      }
      return composed<Real>(steps, step_counts(laws), grid, Real(pessimistic ? tail : 0));
    });
  });
}

/// Returns the interval that contains the true value according to a pessimistic method. One end is the value of the
/// method, the other end is trivial.
template <class Real>
std::pair<Real, Real> pessimistic_band(Reading reading, const Real& value) {
  if (reading == Reading::type_two || reading == Reading::bayes) return {value, Real(1)};
  if (reading == Reading::epsilon) return {Real(-std::numeric_limits<Real>::infinity()), value};
  return {Real(0), value};
}

/// Runs the method in double and again in high precision to determine the rounding error. On large grids, the second
/// run uses long double: high precision would take minutes, and the 64 bits of long double suffice to show the rounding
/// errors of double.
template <class Method>
ApproximationResult run_on_grid(const ApproximationRequest& request, double spacing, double tail) {
  if (request.double_only) return run_twice<Method>(request);
  constexpr size_t kSmall = 1 << 13;
  const LossGrid grid = loss_grid(step_laws(request.composition),
                                  direction_meant(request) == Direction::reverse, spacing, tail);
  if (grid.size <= kSmall) return run_twice<Method>(request);
  return run_twice<Method, long double>(request);
}

inline constexpr char kPldCurve[] =
    "polygon through (null mass above, alternative mass at most) of the grid's losses, as doubles";

/// Return the options `spacing` (distance of the grid points) and `tail` (truncated mass), with the defaults of
/// Google's dp_accounting.
inline double spacing_of(const ApproximationRequest& request) {
  return option_or(request, "spacing", Rational(1, 10000)).approximate();
}
inline double tail_of(const ApproximationRequest& request) {
  return option_or(request, "tail", power_of_ten(-15)).approximate();
}

inline std::string pld_refusal(const ApproximationRequest& request, const std::string& method) {
  std::string why = request_refusal(request, method, profile_readings());
  if (why.empty()) {
    why = step_law_refusal(request.composition, {StepPart::tails, StepPart::transform});
  }
  if (!why.empty()) return why;
  const double spacing = spacing_of(request), tail = tail_of(request);
  if (!(spacing >= 1e-8 && spacing <= 1)) return "option spacing must lie in [1e-8, 1]";
  if (!(tail >= 1e-100 && tail <= 0.1)) return "option tail must lie in [1e-100, 0.1]";
  return grid_refusal(step_laws(request.composition), spacing, tail, "spacing");
}

/// Returns the composed distribution of each requested direction, whose masses are the exact doubles of the method.
inline std::vector<JudgedDistribution> judged_distributions(const DiscretePairs<double>& pairs,
                                                            Direction asked) {
  std::vector<JudgedDistribution> out;
  for (const DiscreteLoss<double>& pair : pairs.each()) {
    JudgedDistribution one{{}, asked};
    if (asked == Direction::worst) {
      one.direction = out.empty() ? Direction::forward : Direction::reverse;
    }
    one.masses.infinite = Rational::from_binary64(pair.infinite());
    for (size_t j = 0; j < pair.masses().size(); ++j) {
      const double mass = pair.masses()[j];
      if (mass == 0) continue;
      one.masses.atoms.push_back(
          {Rational::from_binary64(pair.loss(j)), Rational::from_binary64(mass)});
    }
    out.push_back(std::move(one));
  }
  return out;
}

/// A method that discretises with `Discretise` and counts losses beyond the range as infinite. It claims that its delta
/// is an upper bound.
template <class Discretise>
struct PessimisticPld {
  template <class Real>
  static std::shared_ptr<const DiscretePairs<Real>> pairs(const ApproximationRequest& request) {
    return discretised<Real, Discretise>(request, spacing_of(request), tail_of(request), true);
  }
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const Real value = quantity_of<Real>(*pairs<Real>(request), request);
    return {value, pessimistic_band(reading_of(request), value)};
  }
  static ApproximationEntry entry(const std::string& summary) {
    return {Discretise::kName,
            summary,
            {"spacing", "tail"},
            [](const ApproximationRequest& r) { return pld_refusal(r, Discretise::kName); },
            [](const ApproximationRequest& r) {
              return run_on_grid<PessimisticPld>(r, spacing_of(r), tail_of(r));
            },
            [](const ApproximationRequest& r) { return polygons(*pairs<double>(r), kPldCurve); },
            false,
            [](const ApproximationRequest& r) {
              return judged_distributions(*pairs<double>(r), direction_meant(r));
            }};
  }
};

}  // namespace plumbline::approximations
