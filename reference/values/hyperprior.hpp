/// Hyper-priors: densities Psi on the adversary's prior, which weight the Bayes errors (Kaissis et al. 2024, Section
/// 5).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"

namespace plumbline {

class Hyperprior {
 public:
  virtual ~Hyperprior() = default;
  /// Parses `beta(a,b)` (a, b > 0), `uquadratic` (12 (x - 1/2)^2) or `piecewise([0,1/2,1],[0,2,0])`, the continuous
  /// density that is linear between the given points; returns null for `none`. Throws std::invalid_argument on other
  /// texts and on densities that are negative somewhere or do not integrate to 1.
  static std::shared_ptr<const Hyperprior> parse(const std::string& text);

  virtual std::string text() const = 0;
  /// Returns true if Psi(x) = Psi(1 - x).
  virtual bool symmetric() const = 0;
  /// Returns the points of (0, 1) at which the density Psi is not twice differentiable.
  virtual std::vector<Rational> breakpoints() const { return {}; }

  /// Enclosures of Psi, Psi' and Psi'' over a ball between two neighbouring breakpoints.
  struct Jet {
    Ball value, first, second;
  };
  /// Evaluates the density and its derivatives. x and y = 1 - x each have their own relative accuracy; `inside` is a
  /// point of the interval between breakpoints that contains x.
  virtual Jet at(const Ball& x, const Ball& y, const Rational& inside) const = 0;
  Jet at(const Rational& x, Bits p) const { return at(Ball(x, p), Ball(Rational(1) - x, p), x); }
  /// Returns an upper bound of min(x, 1-x) Psi(x) over [0, width] if `left`, otherwise over [1 - width, 1]. Returns
  /// nothing if at() can evaluate Psi up to the end of the interval, so that no bound is needed.
  virtual std::optional<Ball> end_bound(bool left, const Rational& width, Bits p) const = 0;
};

}  // namespace plumbline
