#include "reference/engines/gaussian_above.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"

namespace plumbline {
namespace {

constexpr Bits kBits{64};

/// Returns mu^2 of a Gaussian pair that dominates the pair in both directions; nothing if none is known.
std::optional<Rational> mu_squared_above(const DominatingPair& pair) {
  if (auto known = gaussian_mu_squared(pair)) return known;
  if (const auto known = pair.offer<GaussianPairAbove>()) return known->mu * known->mu;
  return std::nullopt;
}

/// Returns a rational that is at least the ball's upper end; nothing if the ball is missing or not finite.
std::optional<Rational> not_below(const std::optional<Ball>& x) {
  constexpr int kDigits = 20;
  if (!x || !x->is_finite()) return std::nullopt;
  return Rational::parse(x->decimal_bounds(kDigits).second);
}

/// Adds `count` times `end`, the largest or smallest loss of one step, to *sum; *sum becomes unknown if `end` is
/// unknown.
void add(const std::optional<Real>& end, const Ball& count, std::optional<Ball>* sum) {
  if (*sum && end) {
    **sum += (*end)(kBits)*count;
  } else {
    sum->reset();
  }
}

}  // namespace

GaussianAbove::GaussianAbove(const Composition& composition) {
  Ball mu_squared(kBits);
  std::optional<Ball> largest(kBits), smallest(kBits);
  for (const Factor& f : composition.factors()) {
    const Ball count(f.count, kBits);
    if (const auto known = mu_squared_above(*f.mechanism)) {
      mu_squared += Ball(*known, kBits) * count;
      continue;
    }
    if (largest) add(f.mechanism->largest_loss(), count, &largest);
    if (smallest) add(f.mechanism->smallest_loss(), count, &smallest);
    if (!largest && !smallest) return;
  }
  const auto most = not_below(mu_squared);
  if (!most) return;
  mu_squared_ = *most;
  shift_ = not_below(largest);
  if (smallest) reverse_shift_ = not_below(-*smallest);
}

// BOUND(GAUSSIAN-ABOVE)
// Statement.  Let (P, Q) be a product of N_i independent steps of pairs (P_i, Q_i) without infinite losses. The pairs
//             are of two kinds. For the first kind, mu_i >= 0 is known such that the profile of (P_i, Q_i) is at most
//             that of (N(0,1), N(mu_i,1)) at every threshold. For the second kind, L_i is known such that the loss is
//             at most L_i.
//             With m = sum N_i mu_i^2 over the first kind, L = sum N_i L_i over the second, and G the profile of
//             (N(0,1), N(sqrt m,1)),
//
//                 delta(t) <= G(t - L).
//
//             For the reversed pair, L_i is known such that the loss is at least -L_i.
//             A pair P_i = sum_k a_k N(x_k, 1), Q_i = sum_k b_k N(y_k, 1) with weights of sum 1 is of the first kind
//             with mu_i = max |y_l - x_k|; so is its reverse. The pair of FIXED-BATCH is also of the first kind, with
//             mu_i = s/sigma.
// Needs.      m and L may be larger than these sums: not_below.
// Proof.      The loss of the product is S = A + B, where A is the sum over the first kind and B <= L the sum over
//             the second. A and B are independent. Because delta(t) = E_Q (1 - e^{t-S})_+ and S <= A + L, delta(t) is
//             at most E_Q (1 - e^{t-L-A})_+, which is the profile of the first kind alone at t - L. By Blackwell's
//             theorem, each pair of the first kind is the image of its Gaussian pair under a channel. The product of
//             these channels maps the product of the Gaussian pairs, which is (N(0,1), N(sqrt m,1)), to the product
//             of the pairs, and profiles do not increase under channels. G increases with m, and G(t - L) with L.
//             A mixture: with weights a_k b_l, both P_i and Q_i are mixtures of the N(x_k, 1) and of the N(y_l, 1).
//             Profiles are jointly convex, and the profile of (N(x_k, 1), N(y_l, 1)) increases with |y_l - x_k|. The
//             pair of FIXED-BATCH: its profile is that of such a mixture for t >= 0; for t < 0 it is
//             1 - e^t + e^t delta_f(-t), and the Gaussian profile has the same symmetry.
// Slack.      Every sampled step counts as sampled, and every bounded loss as its bound.
// Source.     Blackwell 1951; Dong, Roth, Su 2022; Zhu, Dong, Wang 2022, Theorem 10.
std::optional<Ball> GaussianAbove::above(const Real& t, bool reverse, Bits p) const {
  const std::optional<Rational>& shift = reverse ? reverse_shift_ : shift_;
  if (!shift) return std::nullopt;
  const Real beyond = t - Real(*shift);
  if (mu_squared_.is_zero()) {
    return bound_number<"GAUSSIAN-ABOVE">(max(-expm1(beyond(p)).upper(), Ball(p)));
  }
  const LossTails tails = gaussian_tails(mu_squared_, beyond, p);
  const Ball delta = from_tails(Question::delta, tails, beyond(p));
  if (!delta.is_finite()) return std::nullopt;
  return bound_number<"GAUSSIAN-ABOVE">(delta.upper());
}

}  // namespace plumbline
