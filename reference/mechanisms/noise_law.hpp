/// One step as a function of its noise variable u: the loss is an increasing analytic function of u, and both measures
/// have analytic densities. Code that integrates over one step uses this interface.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/vectors/complex_ball.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// The distribution functions of the loss.
enum class Tail { P_above, P_below, Q_above, Q_below };

struct NoiseMass {
  Ball P, Q;
};

class NoiseLaw {
 public:
  virtual ~NoiseLaw() = default;

  struct Atom {
    Real loss;
    std::function<NoiseMass(Bits)> mass;
  };
  /// The losses with positive mass. All other losses are functions of the variable u.
  virtual std::vector<Atom> atoms() const { return {}; }
  /// The ends of the range of u. An end without a value is infinite.
  virtual std::optional<Rational> first() const { return std::nullopt; }
  virtual std::optional<Rational> last() const { return std::nullopt; }
  /// Heuristic: an interval outside of which u has a mass of approximately 2^-bits.
  virtual std::pair<double, double> reach(long bits) const = 0;

  /// The u with the given loss. `side` is -1 if the given loss is certainly at most the smallest loss, and +1 if it is
  /// certainly at least the largest loss; u has no meaning in these two cases. If the comparison is undecided, u is
  /// indeterminate.
  struct Position {
    int side = 0;
    Ball u;
  };
  virtual Position position(const Ball& loss) const = 0;

  /// The loss at u, and the density of P (or of Q, if `of_Q`) with respect to du. If `analytic` is set, the result is
  /// indeterminate outside the domain of analyticity.
  virtual ComplexBall loss(const ComplexBall& u, bool analytic) const = 0;
  virtual ComplexBall density(bool of_Q, const ComplexBall& u) const = 0;
  /// The derivative of the loss.
  virtual ComplexBall slope(const ComplexBall& u) const = 0;
  /// The masses of u1 < u < u2; a missing limit is infinite.
  virtual NoiseMass mass(const std::optional<Ball>& u1, const std::optional<Ball>& u2) const = 0;

  /// Analytic continuations of position() and mass() from the real axis; P first, then Q.
  virtual ComplexBall continued_position(const ComplexBall& loss, bool analytic) const = 0;
  virtual std::pair<ComplexBall, ComplexBall> continued_mass(
      const std::optional<ComplexBall>& u1, const std::optional<ComplexBall>& u2) const = 0;

  /// The analytic continuation of a tail from the interval between the smallest and the largest loss.
  virtual ComplexBall tail(Tail which, const ComplexBall& s, bool analytic) const = 0;
  /// Bounds |tail| for every s of the ball, real or complex. The tail must be analytic there.
  virtual UpperBound tail_bound(const ComplexBall& s) const = 0;
  /// Bounds |tail| for every s with Im s in the ball and any Re s; infinite if there is no bound.
  virtual UpperBound strip_bound(const Ball& imaginary) const = 0;
  /// Three functions that return true if all four continued tails are analytic: in the whole plane; at every s of the
  /// ball; at every s + r with s in the ball and r >= 0.
  virtual bool entire() const { return true; }
  virtual bool analytic_at(const ComplexBall&) const { return true; }
  virtual bool analytic_rightwards(const ComplexBall&) const { return true; }
  /// Returns true if the smallest loss is an essential singularity of the tails. Then edge_bound() bounds |tail| for
  /// all s of the ball with Re(e^s - e^smallest) > 0.
  virtual bool flat_edge() const { return false; }
  virtual UpperBound edge_bound(const ComplexBall& s) const { return tail_bound(s); }
};

/// Returns the noise law of P = N(0,1), Q = (1-p) N(0,1) + p N(mu,1), 0 < p <= 1, where u is the output.
std::shared_ptr<const NoiseLaw> mixture_noise(const Rational& mu_squared, const Rational& p);
/// Returns the noise law of the Laplace pair: L = mu (2u - 1) for 0 < u < 1, and two atoms.
std::shared_ptr<const NoiseLaw> laplace_noise(const Rational& mu);

}  // namespace plumbline
