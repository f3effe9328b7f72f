/// Computes a quantity of a composition by a numerical integral of its transform along the deformed contour of
/// BENT-LINE (line_values.cpp).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "reference/engines/bent/raised_path.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier_kernel.hpp"

namespace plumbline::bent {

using fourier::Kernel;

/// A step on a batch of fixed size, and its multiplicity.
struct Steps {
  batch::BatchLaw law;
  Rational count;
};

/// The line s(x) = c + a x^2 + i (x + e x^3), sampled at the multiples of `step` up to last * step, and all other
/// parameters of the computation. Doubles are taken exactly. Any choice gives a correct enclosure.
struct Plan {
  double c = 2, a = 0, e = 0;
  double up = 0.5, down = 0.5;  ///< the strip -down <= Im x <= up
  double step = 0.1;
  long last = 10;
  std::vector<PathShape> shapes;  ///< for each step, the path on which A is integrated
  size_t points = 20;             ///< number of Gauss points on each panel
  Bits bits{128};
  double log_scale = 0;      ///< approximate log of the answer; bounds are divided by e^log_scale
  double log_tolerance = 0;  ///< log of the permitted error divided by e^log_scale
  /// log of the factor by which terms at the start of the line exceed the answer's scale
  double log_lost = 0;
  double grid = 0.125;         ///< step of the real exponents at which the transform is tabulated
  double farthest = 10;        ///< farthest of these exponents
  double share = 1, most = 4;  ///< the path of a step has the height min(share pi/(3 mu), most)

  double end() const { return step * (static_cast<double>(last) + 0.5); }
};

/// Bounds of |F| e^-log_scale, where F is the integrand of BENT-LINE (line_values.cpp). In this class, K is the
/// transform of a step, N its multiplicity and m the mass of its loss 0.
template <class Number>
class LineBounds {
 public:
  /// Returns A(r) and A(1-r) for a step and a real r. A is the transform of the step's positive losses
  /// (raised_path.hpp).
  using Lookup = std::function<std::pair<Number, Number>(size_t step, double r)>;
  LineBounds(const std::vector<Steps>& steps, const Plan& plan, Kernel kernel, const Number& t,
             Lookup lookup);

  /// Bounds int |F| over x + i height, 0 <= x <= end. The range is divided into cells, each longer than the previous
  /// one by the factor `ratio`.
  Number edge(double height, double ratio) const;
  /// Bounds int |F| e^{-2 pi |height|/step} over end + i height, -down <= height <= up, divided into 2 `cells` cells.
  Number cap(int cells) const;
  /// Bounds int |F| over the rest of the line, which continues vertically from s(end).
  Number tail() const;
  /// Bounds |F| at the point x of the line itself.
  Number at(double x) const;
  const PathBounds<Number>& path(size_t step) const { return paths_[step]; }

 private:
  using N = NumberOf<Number>;
  struct Cell {
    Where<Number> s;
    Number speed;  ///< |s'|
  };
  Cell cell(double height, double from, double to) const;
  Number size(const Cell& cell) const;
  /// Bounds |prod K^N - prod m^N| e^{t (sigma - r)} from the bounds `rises` of |K - m| of each step, where r >= r_low
  /// and sigma is 0 or 1 (fourier_kernel.hpp).
  Number product(const std::vector<Number>& rises, const Number& r_low) const;
  Number rise(size_t step, const Where<Number>& s) const;
  std::optional<Number> looked_up(size_t step, const Where<Number>& s) const;
  Number reciprocal(const Where<Number>& s) const;

  const std::vector<Steps>& steps_;
  const Plan& plan_;
  Kernel kernel_;
  Number t_;
  Lookup lookup_;
  std::vector<PathBounds<Number>> paths_;
};

extern template class LineBounds<double>;
extern template class LineBounds<Ball>;

/// Values of the transform on the line. They do not depend on the threshold.
class LineValues {
 public:
  LineValues(const std::vector<Steps>& steps, const Plan& plan, const Poll& poll);
  /// Returns prod K^N - prod m^N at the nodes; each m is the mass of the loss 0 of a step.
  const std::vector<ComplexBall>& values() const { return values_; }
  size_t exponentials() const { return exponentials_; }

 private:
  std::vector<ComplexBall> values_;
  size_t exponentials_ = 0;
};

/// Return s(x) and s'(x) at x = k step.
ComplexBall line_point(const Plan& plan, long k, Bits p);
ComplexBall line_slope(const Plan& plan, long k, Bits p);

/// Encloses the contour integral G_c(t) (fourier_kernel.hpp) of the loss distribution without its atom at 0, for t >=
/// 0. Indeterminate if the plan is not a valid line.
Enclosure on_line(const std::vector<Steps>& steps, const Plan& plan, const LineValues& values,
                  Kernel kernel, const Ball& t, const Poll& poll);

/// Chooses a line in doubles; returns nothing if it finds none. `log_value` is an upper bound of the log of the
/// answer.
std::optional<Plan> choose(const std::vector<Steps>& steps, Question question, double t,
                           double digits, double log_value, const Poll& poll);

}  // namespace plumbline::bent
