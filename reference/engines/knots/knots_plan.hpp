/// The plan of the inversion of KNOTS-PATH: the path and the parameters of its quadrature, chosen in doubles.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier_kernel.hpp"
#include "reference/mechanisms/endpoint_expansion.hpp"

namespace plumbline::knots {

using fourier::Kernel;

constexpr double kRho = 3.2;  // parameter rho of the ellipses around panels
constexpr Bits kBoundBits{64};
constexpr double kInf = std::numeric_limits<double>::infinity();

/// One mechanism and its multiplicity.
struct Steps {
  std::shared_ptr<EndpointExpansion> expansion;
  Mechanism mechanism;
  long count;
};

/// The parameters of one evaluation. The doubles are used as exact numbers. Any choice gives a correct enclosure.
struct Plan {
  double c = 2;                ///< the path starts at c, which must not be 0 or 1
  double left = 0, right = 0;  ///< strip left <= Re s <= right, on which |K| is bounded
  double height = 1;           ///< the rays start at c + i height
  double first = 1;            ///< length of the first panel on a ray
  double panel = 1;            ///< maximum half length of a panel on the vertical part
  size_t points = 8;           ///< number of points of the Gauss rule on each panel
  Bits bits{64};
  double log_tolerance = 0;  ///< log of the target of the absolute error
  double depth = 0;          ///< log of the largest integrand divided by the tolerance
};

/// Chooses a Plan in doubles.
class Planner {
 public:
  Planner(const std::vector<Steps>& steps, Question question, double t);
  /// Returns a plan. `lift` raises the start of the rays, for use if the bounds of an earlier plan were too large.
  Plan plan(double digits, double lift) const;

 private:
  /// The logarithms of the largest integrand near the path and of the largest integrand on the path.
  struct Highest {
    double anywhere, on_path;
  };
  Highest choose_rays(double lift, double height, double v, Plan* out) const;
  double lowest() const;
  double highest() const { return lowest() + total_; }
  /// log of prod K^N e^{t(sigma-c)}; sigma is 0 or 1 (fourier_kernel.hpp).
  double log_size(double c) const;
  double log_kernel(double c, double y) const;
  /// log of the sum of the bounds of all breakpoints' terms at c + iy.
  double log_terms(double c, double y) const;
  /// Returns the c with the smallest integrand, among the c for which the integral along Re s = c is the answer,
  /// without a residue to add.
  double saddle() const;

  const std::vector<Steps>& steps_;
  Question question_;
  Kernel kernel_;
  double t_, shortest_ = kInf, longest_ = 0, total_ = 0, steps_count_ = 0;
};

}  // namespace plumbline::knots
