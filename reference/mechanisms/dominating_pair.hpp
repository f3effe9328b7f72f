/// The interface of a mechanism to every engine: one ordered dominating pair (P, Q), P the output without the
/// record, Q the output with it, and the privacy loss L = log dQ/dP in nats. The reversed pair
/// needs no object of its own: every question about it is a question about (P, Q).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/loss_measure.hpp"
#include "reference/mechanisms/offers.hpp"

namespace plumbline {

/// Distribution functions of the loss at a threshold t, as probabilities:
/// above is L > t (+inf included), below is L <= t (-inf included).
struct LossTails {
  Ball P_above, P_below, Q_above, Q_below;
};

/// A value of the loss and its mass under P; under Q it is mass * e^loss.
struct LossAtom {
  Real mass;
  Real loss;
};

/// All finite losses lie in offset + spacing * Z.
struct LossLattice {
  Rational offset, spacing;
};

/// A mechanism gives its expression, its identity and the tails of its loss or, where these have no
/// closed form, its transform (PairByTransform). More of the law it may know, and what else it can do
/// it offers: an engine that needs it asks, and refuses where there is none. With tails alone some
/// engine answers for any composition, and with it every quantity that is read from the profile.
class DominatingPair {
 public:
  virtual ~DominatingPair() = default;
  /// Canonical text: the expression parser reads it back to the same mechanism.
  virtual std::string expression() const = 0;
  /// Equal for pairs with the same privacy loss, whatever their parameters are called
  /// (sigma = 2 with sensitivity 2 is sigma = 1 with sensitivity 1).
  virtual std::string identity() const = 0;

  /// The loss of one step in closed form.
  virtual LossTails tails(const Real& t, Bits p) const = 0;
  /// Returns true if the tails are informative.
  virtual bool tails_known() const { return true; }
  /// The loss through its transform K(s) = E_P[exp(s L); L finite], which is entire: what line
  /// integrals, moments and Renyi divergences need. Lives as long as the pair.
  virtual const LossMeasure* measure() const { return nullptr; }
  /// Largest and smallest loss if these are finite: beyond them the profile is exactly
  /// 0 or 1 - e^epsilon.
  virtual std::optional<Real> largest_loss() const { return std::nullopt; }
  virtual std::optional<Real> smallest_loss() const { return std::nullopt; }
  /// Returns true if a missing end means that losses have no such end. With tails alone a pair leaves it open
  /// unless it says so.
  virtual bool ends_known() const { return measure() != nullptr; }
  virtual std::optional<LossLattice> lattice() const { return std::nullopt; }
  /// All values of the loss, in increasing order, where these are finitely many and all finite.
  virtual const std::vector<LossAtom>* atoms() const { return nullptr; }
  /// Returns true if the loss takes countably many values on no known lattice: then |K(c+iy)| comes
  /// back to K(c), or near it, for ever larger y.
  virtual bool countable() const { return atoms() != nullptr; }

  /// Returns a capability by its type (offers.hpp): capabilities.hpp has those that need no header
  /// of their own. Lives as long as the pair.
  template <class Capability>
  Offer<Capability> offer() const {
    Offer<Capability> out{};
    Offers asked = Offers::asking<Capability>(&out);
    offers(&asked);
    return out;
  }

 protected:
  /// Gives each capability that the pair has.
  virtual void offers(Offers* /*asked*/) const {}
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
/// Returns the measure, with shared ownership of the mechanism.
std::shared_ptr<const LossMeasure> shared_measure(const Mechanism& mechanism);

/// Offered where L = +inf or L = -inf has mass. Engines never see such a pair: plan() takes the
/// infinite losses off first. P(L finite) = 1 - P(L = -inf), Q(L finite) = 1 - Q(L = +inf), and the
/// pair given that L is finite; null when it never is. A mass of exactly 0 or 1 is a known rational.
struct InfiniteLosses {
  Real P_finite, Q_finite;
  Mechanism conditional;
  bool even = false;  ///< the two masses are known to be the same number
};

}  // namespace plumbline
