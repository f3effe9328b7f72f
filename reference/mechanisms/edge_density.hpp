/// Offered by pairs with a smallest loss: the distribution near that loss, in the form that the engine `edge`
/// integrates.
#pragma once

#include <functional>
#include <optional>

#include "reference/arithmetic/vectors/complex_ball.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct EdgeDensity {
  /// The other end of the losses, for a pair that also has a largest loss. The largest loss is low + range, and `atom`
  /// is its mass under P. `most` is an upper bound of |g(x)| for Re x >= 0, where g is the function `density`.
  struct End {
    Real range, atom;
    Ball most;
  };
  Real low;   ///< the smallest loss
  Real atom;  ///< its mass under P
  /// g(x), the density under P of the loss low + x for 0 < x < range. It is analytic in Re x > 0 and is evaluated on
  /// boxes there.
  std::function<ComplexBall(const ComplexBall& x, Bits p)> density;
  /// Upper bound of the integral of |g| from 0 to |x| = reach, along the real axis and along the ray to e^(i pi/3),
  /// for 0 < reach <= 1/16; infinite if no bound is known.
  std::function<Ball(const Ball& reach)> near;
  std::optional<End> end{};
};

}  // namespace plumbline
