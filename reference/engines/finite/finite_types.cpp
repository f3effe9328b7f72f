/// Tails for any number of losses and for different factors. The sum is divided into two halves, whose distributions
/// are listed, sorted and combined.
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/finite/finite_law.hpp"
#include "reference/engines/finite/type_costs.hpp"
#include "reference/engines/finite/type_laws.hpp"

namespace plumbline::finite_sums {
namespace {

/// Computes the distribution of the sum of some parts (for no parts: the atom 0).
class Half {
 public:
  Half(const std::vector<Power>& parts, size_t key_size, double c, double digits, Bits p,
       const Poll& poll)
      : outside(p), digits_(digits), p_(p), poll_(poll) {
    atoms.push_back({Ball(p), Ball::integer(1, p), Coordinates(key_size, 0)});
    for (const Power& part : parts) {
      const Tilted tilt = tilted(part, c, p);
      atoms = product(atoms, law(part, tilt, part.count, 1), poll);
      if (key_size == 0) sort_by_value(&atoms, poll);
    }
  }

  Atoms atoms;
  Ball outside;

 private:
  /// Returns the distribution of n steps. The caller uses it `times` times, so that its omitted mass is added `times`
  /// times.
  Atoms law(const Power& part, const Tilted& tilt, long n, long times) {
    if (!part_plan(part, rough_masses(tilt), n, digits_).by_types) {
      Atoms half = law(part, tilt, n / 2, 2 * times);
      if (half.front().key.empty()) sort_by_value(&half, poll_);
      Atoms out = product(half, half, poll_);
      return n % 2 == 0 ? out : product(law(part, tilt, 1, times), out, poll_);
    }
    std::vector<CountRange> ranges;
    for (size_t i = 0; i < tilt.masses.size(); ++i) {
      ranges.push_back(count_range(n, tilt.masses[i], tilt.rests[i], digits_, p_));
      outside += ranges.back().outside * times;
    }
    const Power steps{part.atoms, n};
    return law_of_types(steps, ranges, p_, poll_);
  }

  double digits_;
  Bits p_;
  const Poll& poll_;
};

}  // namespace

std::optional<std::string> type_refusal(const Tail& tail) {
  const Cost cost = halves(tail, saddle(tail)).cost;
  if (cost.work > std::log(kMostTypes)) {
    return "about 10^" + std::to_string(std::lround(cost.work / kLn10)) +
           " terms are too many for a sum over types";
  }
  if (cost.atoms > std::log(kMostAtoms)) {
    return "about 10^" + std::to_string(std::lround(cost.atoms / kLn10)) +
           " different losses are too many for a sum over types";
  }
  return std::nullopt;
}

namespace {

/// Returns true if the sum of the values of a and b is known to equal t.
bool meets(const Tail& tail, const Atom& a, const Atom& b) {
  for (size_t i = 0; i < tail.t_key.size(); ++i) {
    if (a.key[i] + b.key[i] != tail.t_key[i]) return false;
  }
  return has_keys(tail) && !tail.t_key.empty();
}

/// Returns the sum over the atoms a of A of R(a) R(B > t - a). A and B are sorted in increasing order.
Ball mass_beyond(const Tail& tail, const Atoms& A, const Atoms& B, const Poll& poll) {
  const Bits p = tail.bits;
  // The atoms of B from `above` on are certainly above t - a, for this a and all larger ones.
  Ball sum(p), upper(p);
  size_t above = B.size(), seen = 0;
  constexpr size_t kBetweenPolls = 4096;
  for (const Atom& a : A) {
    if (seen++ % kBetweenPolls == 0) poll();
    const Ball rest = tail.t - a.value;
    const auto counts = [&](const Atom& b) {
      return certainly_less(rest, b.value) ||
             (!tail.strict && (meets(tail, a, b) || certainly_at_most(rest, b.value)));
    };
    for (; above > 0 && counts(B[above - 1]); --above) {
      if (seen++ % kBetweenPolls == 0) poll();
      upper += B[above - 1].mass;
    }
    Ball inner = upper;
    for (size_t i = above; i > 0; --i) {
      const Atom& b = B[i - 1];
      if (seen++ % kBetweenPolls == 0) poll();
      if (certainly_less(b.value, rest)) break;
      if (tail.strict && (meets(tail, a, b) || certainly_at_most(b.value, rest))) continue;
      inner += bound<"ATOM-HULL">(Ball::hull(Ball(p), b.mass));
    }
    sum += a.mass * inner;
  }
  return sum;
}

}  // namespace

// BOUND(TYPE-SUM)
// Statement.  Let S = A + B with A and B independent. The atoms of A and of B are listed by types whose counts are
//             within given ranges. Then
//                 R(S > t) = sum over atoms a of A of R(a) R(B > t - a),
//             up to a number between 0 and the bound of TILTED-WINDOW for the counts omitted from A and B. If it is
//             undecided on which side of t a sum a + b lies, ATOM-HULL applies.
// Needs.      (a) The atoms of each list are either separated or merged (NEAR-ATOMS): checked by sort_by_value
//             (indeterminate otherwise). (b) The masses of every part sum to 1: DominatingPair::atoms.
// Proof.      The type (n_1, ..., n_d) of N steps has mass N! prod r_i^{n_i} / n_i!. If the distribution of 2n steps
//             is composed from that of n steps, it omits at most twice the mass, by the union bound. The omitted mass
//             is part of the event S > t. As a increases, t - a decreases, and the atoms b above t - a form an
//             increasing upper set, which is found by one sweep.
// Source.     Elementary (Horowitz and Sahni's two lists).
Ball type_tail(const Tail& tail, const Poll& poll) {
  const Bits p = tail.bits;
  const double c = saddle(tail);
  const Halves h = halves(tail, c);
  if (h.cost.work > std::log(4 * kMostTypes) || h.cost.atoms > std::log(2 * kMostAtoms)) {
    return Ball::indeterminate(p);  // the sum is much longer than estimated for the plan
  }
  const size_t key_size = has_keys(tail) ? tail.parts.front().atoms.front().key.size() : 0;
  Half A(h.first, key_size, c, tail.digits, p, poll),
      B(h.second, key_size, c, tail.digits, p, poll);
  if (!sort_by_value(&A.atoms, poll) || !sort_by_value(&B.atoms, poll)) {
    return Ball::indeterminate(p);
  }
  const UpperBound left_out = UpperBound::of(chernoff(tail, c) * (A.outside + B.outside));
  return mass_beyond(tail, A.atoms, B.atoms, poll) + Ball::zero_to(bound<"TYPE-SUM">(left_out), p);
}

}  // namespace plumbline::finite_sums
