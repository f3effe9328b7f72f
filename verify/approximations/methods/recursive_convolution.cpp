/// The method that the papers call ground truth. It tabulates the distribution function of the sum of losses on a grid
/// of G points, and computes one numerical integral for each step and grid point (Zheng, Dong, Long, Su 2020, Section
/// 5.1; Kaissis et al. 2023, Section 4.3, with G = 1000 and 25 digits).
///
/// Neither paper states how it interpolates between grid points; this file interpolates linearly.
#include <fmt/core.h>

#include <cmath>

#include "verify/approximations/curves/directed_pairs.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/quantity.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/steps/edgeworth_law.hpp"
#include "verify/approximations/steps/loss_tails.hpp"
#include "verify/approximations/steps/tabulated_pair.hpp"

namespace plumbline::approximations {
namespace {

constexpr double kDeviations = 12, kMostIntegrals = 2e5;
constexpr size_t kMostPlaces = 500000;  // maximum number of cached positions, which need 24 MB

long grid_of(const ApproximationRequest& request) {
  return std::lround(option_or(request, "grid", Rational(1000)).approximate());
}

/// Returns the range of the tabulated losses. It contains 0 and 12 standard deviations on both sides of the mean of the
/// total loss, under P and under Q.
std::pair<double, double> table_range(const std::vector<StepLaw>& laws) {
  double lo = 0, hi = 0;
  for (const Measure measure : {Measure::P, Measure::Q}) {
    const Cumulants<double> total = total_cumulants<double>(laws, measure);
    const double reach = kDeviations * std::sqrt(total[2]);
    lo = std::min(lo, total[1] - reach), hi = std::max(hi, total[1] + reach);
  }
  return {lo, hi};
}

/// Computes int F(x - L) dP at the points x of a table. The positions of x - L do not depend on F; they
/// are cached if they need little memory.
template <class Real>
class StepIntegral {
 public:
  StepIntegral(const Table<Real>& table, std::vector<NoiseNode<Real>> nodes)
      : table_(&table), nodes_(std::move(nodes)) {
    const size_t points = table.values().size();
    if (points * nodes_.size() > kMostPlaces) return;
    places_.reserve(points * nodes_.size());
    for (size_t i = 0; i < points; ++i) {
      for (const NoiseNode<Real>& node : nodes_) places_.push_back(place(i, node));
    }
  }

  Real operator()(const Table<Real>& F, size_t i) const {
    Real sum(0);
    for (size_t k = 0; k < nodes_.size(); ++k) {
      sum += nodes_[k].weight *
             F.at(places_.empty() ? place(i, nodes_[k]) : places_[i * nodes_.size() + k]);
    }
    return sum;
  }

 private:
  using Place = typename Table<Real>::Place;
  Place place(size_t i, const NoiseNode<Real>& node) const {
    return table_->place(Real(table_->point(i) - node.loss));
  }

  const Table<Real>* table_;
  std::vector<NoiseNode<Real>> nodes_;
  std::vector<Place> places_;
};

/// Returns the distribution function F_n of the sum of all n losses under the measure. F_1 has a closed form, and
/// F_k(x) is the expectation of F_{k-1}(x - L) under the measure.
template <class Real>
Table<Real> convolved(const std::vector<StepLaw>& laws, Measure measure, long G) {
  const auto [lo, hi] = table_range(laws);
  Table<Real> table(Real(lo), Real(hi), static_cast<size_t>(G));
  const LossTails<Real> tails(laws.front(), measure == Measure::P);
  // LossTails has only tails under the alternative. For P this uses the reverse direction, in which P is the
  // alternative and the loss is -L: P(L < x) = P(-L > -x).
  table.fill([&](size_t i) {
    return measure == Measure::P ? tails.alternative_above(Real(-table.point(i)))
                                 : tails.alternative_at_most(table.point(i));
  });
  for (size_t k = 0; k < laws.size(); ++k) {
    const auto count = static_cast<long>(laws[k].count.approximate()) - (k == 0 ? 1 : 0);
    if (count == 0) continue;
    const StepIntegral<Real> integral(table, laws[k].in<Real>().nodes(measure));
    for (long n = 0; n < count; ++n) {
      const Table<Real> before = table;
      table.fill([&](size_t i) { return integral(before, i); });
    }
  }
  return table;
}

template <class Real>
DirectedPairs<Real, TabulatedPair<Real>> tabulated(const ApproximationRequest& request) {
  const std::vector<StepLaw> laws = step_laws(request.composition);
  const long G = grid_of(request);
  const Table<Real> P = convolved<Real>(laws, Measure::P, G);
  const Table<Real> Q = convolved<Real>(laws, Measure::Q, G);
  return {direction_meant(request),
          [&](bool reverse) { return TabulatedPair<Real>(P, Q, reverse); }};
}

struct RecursiveConvolution {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    return {quantity_of<Real>(tabulated<Real>(request), request)};
  }
};

JudgedCurve curve(const ApproximationRequest& request) {
  return polygons(tabulated<double>(request),
                  "polygon through (1 - F_null, F_alternative) of the grid's points, as doubles");
}

std::string refusal(const ApproximationRequest& request) {
  std::string why = request_refusal(request, "recursive_convolution", profile_readings());
  if (why.empty()) {
    why = quadrature_refusal(request.composition,
                             {StepPart::moments, StepPart::nodes, StepPart::tails});
  }
  if (!why.empty()) return why;
  const Rational grid = option_or(request, "grid", Rational(1000));
  if (!grid.is_integer() || grid < Rational(10) || Rational(100000) < grid) {
    return "option grid must be an integer from 10 to 100000, got " + grid.text();
  }
  const double integrals =
      2 * request.composition.steps().approximate() * static_cast<double>(grid_of(request));
  if (integrals > kMostIntegrals) {
    return fmt::format(
        "would take {:.2g} numerical integrals (at most 2e5); lower grid or the steps", integrals);
  }
  return "";
}

}  // namespace

ApproximationEntry recursive_convolution() {
  return {"recursive_convolution",
          "distribution of the loss on a grid, one integral per step and grid point (Zheng et al. "
          "2020), in double and in 25 digits",
          {"grid"},
          refusal,
          run_twice<RecursiveConvolution, PaperPrecision>,
          curve};
}

}  // namespace plumbline::approximations
