/// Noise on the integers, described by its mass function. Mechanisms that shift such noise, with or without
/// subsampling, use it.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// A log-concave mass function f on the integers: f(x+1)/f(x) does not increase. Then the loss L(x) = log(f(x-D)/f(x))
/// of a shift by D > 0 does not decrease.
class IntegerLaw {
 public:
  virtual ~IntegerLaw() = default;
  /// Return the ends of the support; nothing for an infinite end.
  virtual std::optional<long> first() const { return std::nullopt; }
  virtual std::optional<long> last() const { return std::nullopt; }
  /// Computes f(from), ..., f(to), all within the support, with relative widths of approximately 2^-p.
  virtual std::vector<Ball> masses(long from, long to, Bits p) const = 0;
  /// f(from) + ... + f(to) if it is a rational number.
  virtual std::optional<Rational> exact_sum(long /*from*/, long /*to*/) const {
    return std::nullopt;
  }
  /// f(x-D)/f(x) if it is a rational number of moderate length.
  virtual std::optional<Rational> exact_odds(long /*x*/, long /*D*/) const { return std::nullopt; }
  /// Upper bound of e^{L(y+1)-L(y)} for all y >= x with y + 1 in the support. x must exceed the centre by at least D.
  virtual Ball growth(long x, long D, Bits p) const = 0;
  /// Returns 2m if f(x) = f(2m-x) for all x; nothing if there is no such m. In that case first() must return a number,
  /// because bounds of an infinite left tail use the symmetry (INTEGER-TAIL).
  virtual std::optional<long> twice_centre() const { return std::nullopt; }
  /// Returns true if f(x-D) = f(x) is proved.
  virtual bool even_odds(long x, long D) const {
    return twice_centre() && 2 * x == *twice_centre() + D;
  }
  /// Heuristics in doubles: the mean, the standard deviation and log f. log_mass() is monotone on each side of the
  /// mean.
  virtual double mean() const = 0;
  virtual double deviation() const = 0;
  virtual double log_mass(double x) const = 0;
};

}  // namespace plumbline
