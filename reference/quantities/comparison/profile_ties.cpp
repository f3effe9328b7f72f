#include "reference/quantities/comparison/profile_ties.hpp"

#include <algorithm>

#include "reference/arithmetic/bound.hpp"
#include "reference/composition/infinite_losses.hpp"
#include "reference/mechanisms/loss_pieces.hpp"

namespace plumbline {
namespace {

/// Returns the P-mass of the largest loss of one factor if `above`, otherwise of the smallest; 0 if this loss is not an
/// atom or its mass is unknown.
Ball end_mass(const DominatingPair& pair, bool above, Bits p) {
  const Ball none(p);
  const std::optional<LossPieces> pieces = loss_pieces(pair);
  const auto end = above ? pair.largest_loss() : pair.smallest_loss();
  if (!pieces || !end || !end->rational() || !pieces->shift.is_known_as(Rational(0))) return none;
  for (const LossPieces::Atom& atom : pieces->atoms) {
    if (atom.place == *end->rational()) return atom.weight(p) * exp(Ball(-atom.place, p) / 2);
  }
  return none;
}

Ball raised(const Ball& mass, const Rational& count, Bits p) {
  return certainly_positive(mass) ? exp(log(mass) * Ball(count, p)) : Ball(p);
}

bool line_holds(const PrivacyProfile& profile, const LossMasses::Atom& last,
                const Rational& infinite, Bits p) {
  const auto largest = profile.largest_finite_loss();
  const auto mass = profile.exact_infinite_mass();
  if (!largest || !largest->rational() || *largest->rational() != last.loss) return false;
  if (!mass || *mass < infinite || last.mass.sign() < 0) return false;
  const Ball level = Ball(last.mass, p) * exp(-Ball(last.loss, p));
  return proved<"PROFILE-TIES">(certainly_at_most(level, largest_loss_level(profile, p)));
}

}  // namespace

Ball largest_loss_level(const PrivacyProfile& profile, Bits p) {
  const FiniteLosses losses = finite_losses(profile.composition());
  const bool forward = profile.direction() == Direction::forward;
  if (!losses.conditional) return Ball(p);
  Ball product = losses.P_finite(p);
  for (const Factor& factor : losses.conditional->factors()) {
    product = product * raised(end_mass(*factor.mechanism, forward, p), factor.count, p);
  }
  if (forward) return product;
  const auto largest = profile.largest_finite_loss();
  return largest ? product * exp(-(*largest)(p)) : Ball(p);
}

// BOUND(PROFILE-TIES)
// Statement.  Let L be the largest finite loss of a pair in a direction, m the mass of infinite loss under its
//             alternative, and a the mass of loss L under its null hypothesis.
//             (a) A distribution whose mass of infinite loss is p_inf has a profile of at most delta at every t from
//             its last loss on iff p_inf <= m.
//             (b) If 0 <= p <= a e^L and p_inf <= m, then p_inf + p (1 - e^{t-L}) <= delta(t) for every real t. In
//             the worst direction (b) holds if it holds in either direction.
//             (c) At a t >= L that is at least every loss of the distribution, its profile is at least delta iff
//             p_inf >= m.
// Needs.      delta decreases to m. In reverse the null hypothesis is Q, and L is minus the smallest loss: with b =
//             P(S = -L), a = Q(S = -L) = b e^{-L}. The smallest (largest) loss of a sum is the sum of the smallest
//             (largest) losses of its factors, and the sum attains it if each factor attains its own.
// Proof.      (a), (c) From its last loss on, delta_D is p_inf, and from L on, delta is m. (b) Let x = e^t, and let E
//             be the event that the loss is infinite or L. Then Q(E) - x P(E) = m + a e^L - x a, so that delta(t) >=
//             m + a (e^L - x). If x <= e^L, this is at least p_inf + p e^{-L} (e^L - x). If x > e^L, p_inf + p e^{-L}
//             (e^L - x) is at most p_inf <= m <= delta(t). The profile of the worst direction is the larger of the
//             two.
// Source.     Elementary.
bool last_line_holds(const PrivacyProfile& profile, const LossMasses::Atom& last,
                     const Rational& infinite, Bits p) {
  if (profile.direction() != Direction::worst) return line_holds(profile, last, infinite, p);
  return line_holds(profile.in(Direction::forward), last, infinite, p) ||
         line_holds(profile.in(Direction::reverse), last, infinite, p);
}

}  // namespace plumbline
