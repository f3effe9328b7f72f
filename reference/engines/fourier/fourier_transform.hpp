/// The integrand of a line: the Laplace transform M(s) of a positive measure on the loss S of a composition. The
/// measure is a part of the distribution of S under P.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/convolved_line.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::fourier {

class Transform {
 public:
  virtual ~Transform() = default;

  /// Encloses M(x) for real x, taken exactly: nonnegative, with approximately p bits. If M is a difference, the
  /// accuracy is relative to the terms of this difference (see log_cancellation).
  virtual Ball at(double x, Bits p, const Poll& poll) const = 0;
  /// Encloses M(c + i k D), k = 0 .. count-1, with absolute errors that are small relative to M(c), or to the terms
  /// of the difference.
  virtual LineValues on_line(double c, double D, size_t count, Bits p, const Poll& poll) const = 0;
  /// Returns an upper bound of |M(c+iy)| over |y| >= T.
  virtual Ball sup(double c, double T, const Poll& poll) const = 0;
  /// Returns a C with |M(c+iy)| <= C/|y|; indeterminate if there is none.
  virtual Ball algebraic(double c, const Poll& poll) const = 0;

  /// Heuristics in doubles: log M(c), and log of sup(c, T)/M(c).
  virtual double log_at(double c) const = 0;
  virtual double log_sup(double c, double T) const = 0;
  /// log of (sum of the terms whose difference is M(c)) / M(c): the amount of cancellation.
  virtual double log_cancellation(double) const { return 0; }
  /// Returns the shortest period for which on_line() can use convolution (see ConvolvedLine), for an integer c below
  /// 0; infinity if it cannot.
  virtual double convolved_period(double, double) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Returns true if M is the transform of the whole distribution, so that M(0) = M(1) = 1.
  virtual bool whole() const { return false; }
};

/// One factor of a product: the distribution of a step, or a part of this distribution, and its multiplicity.
struct MeasureFactor {
  std::shared_ptr<const LossMeasure> measure;
  Rational count;
  std::optional<ConvolvedLine> convolved{};
};

/// Returns the transform M = prod_i K_i^{N_i}.
std::unique_ptr<Transform> product_transform(std::vector<MeasureFactor> factors, bool whole);

/// One factor of a difference of products. In the first product the loss of every step is below the upper limit of this
/// step, and in the second product below the lower limit: M = prod_i U_i^{N_i} - prod_i L_i^{N_i}. U_i, L_i and B_i =
/// U_i - L_i are the transforms of `upper`, `lower` and `between`. A factor whose distribution is not divided has L_i =
/// U_i and no B_i.
struct CutFactor {
  std::shared_ptr<const LossMeasure> upper, lower, between;  ///< `between` may be null
  Rational count;
};
std::unique_ptr<Transform> difference_transform(std::vector<CutFactor> factors);

}  // namespace plumbline::fourier
