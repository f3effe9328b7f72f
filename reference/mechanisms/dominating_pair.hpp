/// What every engine sees of a mechanism: one ordered dominating pair (P, Q), P the output without
/// the record, Q the output with it, and the privacy loss L = log dQ/dP in nats. The reversed pair
/// needs no object of its own: every question about it is a question about (P, Q).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/log_basis.hpp"
#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/hidden_coin.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// Distribution functions of the loss at a threshold t, as probabilities:
/// above is L > t (+inf included), below is L <= t (-inf included).
struct LossTails {
  Ball P_above, P_below, Q_above, Q_below;
};

class EndpointExpansion;
class NoiseLaw;
struct NoiseRange;

/// A value of the loss and its mass under P; under Q it is mass * e^loss.
struct LossAtom {
  Real mass;
  Real loss;
};

/// All finite losses lie in offset + spacing * Z.
struct LossLattice {
  Rational offset, spacing;
};

struct InfiniteLosses;

/// A mechanism gives its expression, its identity and the tails of its loss or, where these have no
/// closed form, its transform (PairByTransform). All else is offered: an engine that needs it asks,
/// and refuses where there is none. With tails alone engine `lattice` answers for any composition,
/// and with it every quantity that is read from the privacy profile.
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
  /// Whether that says anything.
  virtual bool tails_known() const { return true; }
  /// The loss through its transform K(s) = E_P[exp(s L); L finite], which is entire: what line
  /// integrals, moments and Renyi divergences need. Lives as long as the pair.
  virtual const LossMeasure* measure() const { return nullptr; }
  /// Largest and smallest loss if these are finite: beyond them the profile is exactly
  /// 0 or 1 - e^epsilon.
  virtual std::optional<Real> largest_loss() const { return std::nullopt; }
  virtual std::optional<Real> smallest_loss() const { return std::nullopt; }
  /// Whether a missing one means that losses have no such end. With tails alone a pair leaves it open
  /// unless it says so.
  virtual bool ends_known() const { return measure() != nullptr; }
  virtual std::optional<LossLattice> lattice() const { return std::nullopt; }
  /// All values of the loss, in increasing order, where these are finitely many and all finite.
  virtual const std::vector<LossAtom>* atoms() const { return nullptr; }
  /// Of countably many losses those that carry 2^-depth under P or Q, at least; each stands for other
  /// outputs than the rest. All of atoms() where there are some; empty where nothing is offered, or
  /// more than `most`.
  virtual std::vector<LossAtom> heavy_atoms(double depth, size_t most) const;
  /// Whether the loss takes countably many values on no known lattice: then |K(c+iy)| comes back to
  /// K(c), or near it, for ever larger y.
  virtual bool countable() const { return atoms() != nullptr; }
  /// v where the noise is the discrete Gaussian over the integers, exp(-x^2 / (2v)), and a step shifts
  /// it by an integer: its losses are those of lattice().
  virtual std::optional<Rational> discrete_gaussian_variance() const { return std::nullopt; }
  /// sensitivity/b where the pair is Lap(0, b) against Lap(sensitivity, b).
  virtual std::optional<Rational> laplace_mu() const { return std::nullopt; }
  /// The pair (P, (1-p) P + p Q), 0 < p < 1, for a law that knows it as one of its own kind; null
  /// otherwise. What has points() needs none. `expression` is for a pair that has no other.
  virtual std::shared_ptr<const DominatingPair> subsampled(
      const Real& /*p*/, const std::string& /*expression*/) const {
    return nullptr;
  }
  /// Set when L = +inf or L = -inf has mass. Engines never see such a pair: plan() takes the
  /// infinite losses off first.
  virtual std::optional<InfiniteLosses> infinite_losses() const;

  /// For a law that extends over many scales: log of the largest scale that matters, roughly.
  /// Nothing for a law that part() does not cut.
  virtual std::optional<double> largest_scale() const { return std::nullopt; }
  /// The part of that law with scales from e^low to e^high (a missing limit is none). As measures
  /// the parts add up, part(-, x) + part(x, y) = part(-, y), without error; each is the law times a
  /// smooth window, the steeper the larger `sharpness`.
  virtual std::shared_ptr<const LossMeasure> part(std::optional<double> /*low*/,
                                                  std::optional<double> /*high*/,
                                                  int /*sharpness*/) const {
    return nullptr;
  }
  /// The loss as an explicit function of one noise variable, where the mechanism has one to offer:
  /// for integrals over a step (engine `direct`).
  virtual std::shared_ptr<const NoiseLaw> noise_law() const { return nullptr; }
  /// The coin of a sampled pair, and how well the output gives it away (engine `disclosed`).
  virtual std::optional<HiddenCoin> hidden_coin() const { return std::nullopt; }
  /// How the transform splits into what happens at the two ends of the losses, where these have
  /// atoms there and an analytic density between (endpoint_expansion.hpp).
  virtual std::unique_ptr<EndpointExpansion> endpoint_expansion() const;
  /// E[(L - t)_+^3] under P (tilt 0) or Q (tilt 1), by a pair that offers neither its atoms nor
  /// its noise (third_moment.hpp).
  virtual Ball own_third_moment(int tilt, const Ball& t, const NoiseRange& range, Bits p) const;
};

/// A pair that knows its transform: most mechanisms do.
class PairWithTransform : public DominatingPair, public LossMeasure {
 public:
  const LossMeasure* measure() const override { return this; }
};

/// A pair whose transform is all that is known of its loss.
class PairByTransform : public PairWithTransform {
 public:
  LossTails tails(const Real& t, Bits p) const final;
  bool tails_known() const final { return false; }
};

using Mechanism = std::shared_ptr<const DominatingPair>;

/// The measure of a mechanism that offers one (std::logic_error otherwise: whoever asks has refused
/// the others).
const LossMeasure& measure_of(const DominatingPair& pair);
/// The same, keeping the mechanism.
std::shared_ptr<const LossMeasure> shared_measure(const Mechanism& mechanism);

/// P(L finite) = 1 - P(L = -inf), Q(L finite) = 1 - Q(L = +inf), and the pair given that L is
/// finite; null when it never is. A mass of exactly 0 or 1 is a known rational.
struct InfiniteLosses {
  Real P_finite, Q_finite;
  Mechanism conditional;
};

inline std::optional<InfiniteLosses> DominatingPair::infinite_losses() const {
  return std::nullopt;
}

}  // namespace plumbline
