/// Losses with an atom at each end a < b of their range and a density g between them that is analytic in the upper
/// half-plane. There the transform is a sum of contributions of the two ends,
///     K(s) = e^{as} (u + E_a(s)) + e^{bs} (v + E_b(s)),   Im s > 0,
/// where u and v are the atoms, E_a(s) = i int_0^inf g(a + ih) e^{ish} dh, and E_b(s) = -i int_0^inf g(b + ih) e^{ish}
/// dh.
#pragma once

#include <memory>
#include <optional>

#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

enum class Endpoint { low, high };

/// The points (re + r dx) + i (im + r dy), from <= r <= to, with exact doubles.
struct Segment {
  double re, im;
  int dx, dy;
  double from, to;

  ComplexBall point(const Ball& r) const;
  ComplexBall centre(Bits p) const;
  /// Half of the vector from the start to the end of the segment.
  ComplexBall half(Bits p) const;
  /// Returns centre + half x.
  ComplexBall node(const Ball& x) const;
};

/// The decomposition of the transform into contributions of the two ends. Caches computed values.
class EndpointExpansion {
 public:
  /// Each caller owns its object.
  using Offer = std::unique_ptr<EndpointExpansion>;

  virtual ~EndpointExpansion() = default;
  virtual Ball position(Endpoint endpoint, Bits p) const = 0;
  /// The position of the endpoint if it is rational.
  virtual std::optional<Rational> exact_position(Endpoint) const { return std::nullopt; }
  virtual Ball mass(Endpoint endpoint, Bits p) const = 0;
  /// An upper bound d of |g| at the endpoint, such that |E(s)| <= d / Im s for Im s > 0.
  virtual Ball density(Endpoint endpoint) const = 0;
  /// An upper bound of |E(s)| over Im s >= m > 0.
  virtual Ball bound(Endpoint endpoint, double m) = 0;
  /// An upper bound of |E'(s)| over Im s >= m > 0.
  virtual Ball slope(Endpoint endpoint, double m) = 0;
  /// An upper bound of |mass + E(s)| over a rectangle with 0 < bottom (exact doubles), by BOUND(EDGE-MODULUS). It is
  /// smaller than mass + bound if a large E has the opposite sign of the atom.
  Ball modulus(Endpoint endpoint, double left, double right, double bottom, double top);
  /// Computes E(s) at the nodes of a segment in Im s > 0 (indeterminate elsewhere), with an error of approximately
  /// e^log_tolerance. `poll` may throw.
  virtual ComplexVector values(
      Endpoint endpoint, const Segment& at, const GaussRule& rule, double log_tolerance, Bits p,
      const Poll& poll = [] {}) = 0;
  /// Computes K(s) at the nodes of a vertical segment with Re s = c, 0 <= Im s <= Y (indeterminate elsewhere), with
  /// an error of approximately e^log_tolerance. `poll` may throw.
  virtual ComplexVector transforms(
      double c, double Y, const Segment& at, const GaussRule& rule, double log_tolerance, Bits p,
      const Poll& poll = [] {}) = 0;
};

}  // namespace plumbline
