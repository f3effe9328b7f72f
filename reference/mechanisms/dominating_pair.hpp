/// The interface between mechanisms and engines: one ordered dominating pair (P, Q), and the privacy loss L = log
/// dQ/dP in nats. P is the distribution of the output without the record, Q with the record. The reversed pair needs
/// no object: every question about it is a question about (P, Q).
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

/// Distribution functions of the loss at a threshold t, as probabilities: above is P(L > t) (+inf included), below is
/// P(L <= t) (-inf included).
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

/// A mechanism provides its expression, its identity and the tails of its loss, or its transform if the tails have no
/// closed form (PairByTransform). It may offer further capabilities. An engine that needs a capability queries it, and
/// refuses a mechanism without it. If a mechanism has only tails, at least one engine still computes the profile of its
/// compositions, and hence every quantity that depends on the profile.
class DominatingPair {
 public:
  virtual ~DominatingPair() = default;
  /// Returns the canonical text of the mechanism. The expression parser converts this text to the same mechanism.
  virtual std::string expression() const = 0;
  /// Returns a text that is equal for pairs with the same privacy loss, even if their parameters differ (sigma = 2 with
  /// sensitivity 2 is sigma = 1 with sensitivity 1).
  virtual std::string identity() const = 0;

  /// Returns the tails of the loss of one step at t, in closed form.
  virtual LossTails tails(const Real& t, Bits p) const = 0;
  /// Returns false if tails() returns no information (bounds that hold for every pair).
  virtual bool tails_known() const { return true; }
  /// Returns the distribution of the loss, described by its transform K(s) = E_P[exp(s L); L finite], which is entire.
  /// Line integrals, moments and Renyi divergences need it. The result is valid during the lifetime of the pair.
  virtual const LossMeasure* measure() const { return nullptr; }
  /// Return the largest and the smallest loss if these are finite. Outside this range the profile is exactly 0 or 1 -
  /// e^epsilon.
  virtual std::optional<Real> largest_loss() const { return std::nullopt; }
  virtual std::optional<Real> smallest_loss() const { return std::nullopt; }
  /// Returns true if a missing largest_loss() (smallest_loss()) means that the losses are unbounded above (below). The
  /// default is false for a pair with tails alone.
  virtual bool ends_known() const { return measure() != nullptr; }
  virtual std::optional<LossLattice> lattice() const { return std::nullopt; }
  /// Returns all values of the loss in increasing order; null unless there are finitely many and all are finite.
  virtual const std::vector<LossAtom>* atoms() const { return nullptr; }
  /// Returns true if the loss takes countably many values on no known lattice. Then |K(c+iy)| comes arbitrarily close
  /// to K(c), or attains it, at arbitrarily large y.
  virtual bool countable() const { return atoms() != nullptr; }

  /// Returns a capability by its type (offers.hpp). Capabilities that need no header of their own are in
  /// capabilities.hpp. The result is valid during the lifetime of the pair.
  template <class Capability>
  Offer<Capability> offer() const {
    Offer<Capability> out{};
    Offers asked = Offers::asking<Capability>(&out);
    offers(&asked);
    return out;
  }

 protected:
  /// Adds each capability of the pair to the offers.
  virtual void offers(Offers* /*asked*/) const {}
};

/// A pair with a known transform. Most mechanisms are such pairs.
class PairWithTransform : public DominatingPair, public LossMeasure {
 public:
  const LossMeasure* measure() const override { return this; }
};

/// A pair for which only the transform of the loss is known.
class PairByTransform : public PairWithTransform {
 public:
  LossTails tails(const Real& t, Bits p) const final;
  bool tails_known() const final { return false; }
};

using Mechanism = std::shared_ptr<const DominatingPair>;

/// Returns the measure of a mechanism that offers one. Throws std::logic_error otherwise: callers must have refused
/// such mechanisms before.
const LossMeasure& measure_of(const DominatingPair& pair);
/// Returns the measure, with shared ownership of the mechanism.
std::shared_ptr<const LossMeasure> shared_measure(const Mechanism& mechanism);

/// Offered if L = +inf or L = -inf has mass. Engines never receive such a pair, because plan() removes the infinite
/// losses first. Contains P(L finite) = 1 - P(L = -inf), Q(L finite) = 1 - Q(L = +inf), and the pair conditioned on a
/// finite L; null if L is never finite. A mass of exactly 0 or 1 is a known rational.
struct InfiniteLosses {
  Real P_finite, Q_finite;
  Mechanism conditional;
  bool even = false;  ///< true if it is known that P(L finite) = Q(L finite)
};

}  // namespace plumbline
