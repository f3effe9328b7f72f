/// What every engine sees of a mechanism: one ordered dominating pair (P, Q), P the output without
/// the record, Q the output with it, and the privacy loss L = log dQ/dP in nats. The reversed pair
/// needs no object of its own: every question about it is a question about (P, Q).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/complex_vector.hpp"
#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// Called now and then during long work; may throw to abandon it (see Interrupted).
using Poll = std::function<void()>;

/// Thrown by a Poll when the time limit has passed or the user interrupts.
struct Interrupted {};

/// Distribution functions of the loss at a threshold t, as probabilities:
/// above is L > t (+inf included), below is L <= t (-inf included).
struct LossTails {
  Ball P_above, P_below, Q_above, Q_below;
};

class NoiseLaw;

/// K(c + i k D) for k = 0, 1, ... on a vertical line.
struct LineValues {
  ComplexVector values;
  /// Bound of the quadrature error of each value; already inside the balls, kept for reports.
  UpperBound quadrature_error;
};

/// K(s) = E_P[exp(s L); L finite] is entire for every pair below.
class DominatingPair {
 public:
  virtual ~DominatingPair() = default;

  /// Canonical text: the expression parser reads it back to the same mechanism.
  virtual std::string expression() const = 0;
  /// Equal for pairs with the same privacy loss, whatever their parameters are called
  /// (sigma = 2 with sensitivity 2 is sigma = 1 with sensitivity 1).
  virtual std::string identity() const = 0;
  /// mu^2 when the pair is N(0,1) against N(mu,1): compositions of these stay in closed form.
  virtual std::optional<Rational> gaussian_mu_squared() const { return std::nullopt; }

  /// The loss of one step in closed form.
  virtual LossTails tails(const Real& t, Bits p) const = 0;
  /// Largest and smallest loss if these are finite: beyond them the profile is exactly
  /// 0 or 1 - e^epsilon.
  virtual std::optional<Real> largest_loss() const { return std::nullopt; }
  virtual std::optional<Real> smallest_loss() const { return std::nullopt; }

  /// The loss as an explicit function of one noise variable, where the mechanism has one to offer:
  /// for integrals over a step (engine `direct`).
  virtual std::shared_ptr<const NoiseLaw> noise_law() const { return nullptr; }

  /// K(c) for real c (a finite double, meant exactly), as an enclosure of relative width about
  /// 2^-p.
  virtual Ball transform(double c, Bits p) const = 0;

  /// K(c + i k D), k = 0 .. count-1, D > 0, with an absolute error near K(c) 2^-p.
  virtual LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                       const Poll& poll) const = 0;

  /// An upper bound, as an exact or narrow ball, of sup over |y| >= T of |K(c + iy)| / K(c).
  /// T > 0 is a double, meant exactly. At most 1.
  virtual Ball decay(double c, double T, Bits p) const = 0;

  /// C with |K(c + iy)| <= C / |y| for all y != 0; infinite when the loss has atoms.
  virtual UpperBound algebraic_decay(double c) const = 0;

  /// Heuristics in doubles, for choosing contours and steps only: log K(c), and log of what
  /// decay() would return.
  virtual double log_transform(double c) const = 0;
  virtual double log_decay(double c, double T) const = 0;
};

using Mechanism = std::shared_ptr<const DominatingPair>;

}  // namespace plumbline
