#include "reference/mechanisms/guarantees/stated_profile.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/guarantees/group_guarantee.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/real_numbers.hpp"

namespace plumbline {
namespace {

/// One (epsilon, delta) of a profile, and e^epsilon if it is rational, as for epsilon = log(3).
struct Promised {
  Real epsilon, delta;
  std::optional<Rational> power{};
};

/// Minus a slope of the profile as a function of e^epsilon: as an enclosure at a given precision, and exactly if it is
/// rational.
struct Slope {
  std::function<Ball(Bits)> at;
  std::optional<Rational> exact;
};

/// Returns true if `larger` is at least `smaller`. Equality is recognised only for rational slopes. Throws
/// std::invalid_argument if the order cannot be decided.
bool is_at_least(const Slope& larger, const Slope& smaller) {
  if (larger.exact && smaller.exact) return !(*larger.exact < *smaller.exact);
  const auto &more = larger.at, &less = smaller.at;
  constexpr long kMostBits = 1L << 18;
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    const Ball a = more(p), b = less(p);
    if (certainly_less(b, a)) return true;
    if (certainly_less(a, b)) return false;
  }
  throw std::invalid_argument(
      "the points are too close to one line to decide which of them are needed");
}

Ball power_of_e(const Promised& point, Bits p) { return exponential(point.epsilon, p); }

/// Returns minus the slope of delta, as a function of e^epsilon, between two points: a tail probability of the loss
/// under P.
Ball slope_between(const Promised& a, const Promised& b, Bits p) {
  return (a.delta(p) - b.delta(p)) / (power_of_e(b, p) - power_of_e(a, p));
}

/// Returns minus the slope between a point and its mirror image (e^-epsilon, 1 - e^-epsilon (1 - delta)).
Ball slope_across(const Promised& a, Bits p) {
  return (Ball::integer(1, p) - a.delta(p)) / (power_of_e(a, p) + 1);
}

Slope slope_from(const Promised& a, const Promised& b) {
  Slope out{[a, b](Bits p) { return slope_between(a, b, p); }, {}};
  if (a.power && b.power && a.delta.rational() && b.delta.rational()) {
    out.exact = (*a.delta.rational() - *b.delta.rational()) / (*b.power - *a.power);
  }
  return out;
}

Slope slope_over_one(const Promised& a) {
  Slope out{[a](Bits p) { return slope_across(a, p); }, {}};
  if (a.power && a.delta.rational()) {
    out.exact = (kOne - *a.delta.rational()) / (*a.power + kOne);
  }
  return out;
}

// BOUND(PROFILE-CORNERS)
// Statement.  Let D_i be the deltas stated at epsilons e_i >= 0 for both directions. Let h be the largest convex,
//             nonincreasing function of x = e^t >= 0 with h(0) = 1 that is at most D_i at e^{e_i} and at most 1 -
//             e^{-e_i} (1 - D_i) at e^{-e_i}. Every mechanism with these guarantees has delta(t) <= h(e^t) in both
//             directions, and one pair has delta(t) = h(e^t) in both directions.
// Needs.      Each omitted point has a delta of at least 1, or at least that of an earlier point, or lies on or above
//             the chord of its neighbours: decided here, in ball arithmetic or exactly.
// Proof.      As a function of x = e^t, delta is convex and nonincreasing, and it is 1 at x = 0. The reverse profile
//             is 1 - e^t + e^t delta(-t). Hence the bound D_i of the reverse profile at e_i is equivalent to the bound
//             1 - e^{-e_i} (1 - D_i) of delta at -e_i. It follows that delta <= h. The map (x, d) -> (1/x, 1 - (1 -
//             d)/x) maps the set of points to itself. It maps lines to lines and convex functions to convex functions,
//             so that h is its own reverse profile. Every convex, nonincreasing h with h(0) = 1 and h(x) >= 1 - x is
//             the profile of a pair: its slope at e^t is -P(L > t), and its limit at infinity is Q(L = inf). The
//             condition h(x) >= 1 - x holds because 1 - x is convex and at most every point. h is linear between its
//             corners. A corner is a point where the slopes on the two sides differ. A point on or above the chord of
//             two others is not a corner. h <= 1 and h does not increase, so points with a delta of at least 1, or at
//             least that of an earlier point, do not restrict h.
// Source.     Zhu, Dong, Wang 2022, Lemma 9 (profiles of pairs); Dong, Roth, Su 2022, Proposition 6.

/// Returns the corners of h from x = 1 on. The comparisons of slopes come to an end: two slopes with rational epsilons
/// and deltas always differ, because powers of e with different rational exponents are linearly independent over the
/// rationals (Lindemann, Weierstrass), and the deltas of the corners decrease and are below 1. If all powers of e are
/// rational, equality is decided exactly.
std::vector<Promised> corners(std::vector<Promised> points) {
  std::sort(points.begin(), points.end(), [](const Promised& a, const Promised& b) {
    if (is_less(a.epsilon, b.epsilon)) return true;
    return !is_less(b.epsilon, a.epsilon) && is_less(a.delta, b.delta);
  });
  std::vector<Promised> out;
  const auto is_above_chord = [&](const Promised& next) {
    if (out.empty()) return false;
    const Promised last = out.back();
    const bool first = out.size() == 1;
    const Promised before = first ? last : out[out.size() - 2];
    const Slope rising = first ? slope_over_one(last) : slope_from(before, last);
    return proved<"PROFILE-CORNERS">(is_at_least(slope_from(last, next), rising));
  };
  for (const Promised& point : points) {
    const bool nothing = !is_less(point.delta, Real(kOne));
    if (nothing || (!out.empty() && !is_less(point.delta, out.back().delta))) continue;
    while (is_above_chord(point)) out.pop_back();
    out.push_back(point);
  }
  return out;
}

/// Returns P(L > t) for t between two corners; `corners_before` is the number of corners that are at most t.
Ball beyond(const std::vector<Promised>& at, size_t corners_before, Bits p) {
  if (corners_before == 0) return slope_across(at.front(), p);
  if (corners_before == at.size()) return Ball(p);
  return slope_between(at[corners_before - 1], at[corners_before], p);
}

/// Returns the atoms of the finite losses, which are the epsilons of the corners and their negatives. Under P, the mass
/// of a corner's epsilon is the difference of the slopes on the two sides of the corner. Under Q, the mass is e^epsilon
/// times as large, and equals the mass of -epsilon under P.
std::vector<LossAtom> atoms_of(const std::vector<Promised>& at) {
  std::vector<LossAtom> out;
  const auto shared = std::make_shared<const std::vector<Promised>>(at);
  for (size_t i = 0; i < at.size(); ++i) {
    const auto mass = [shared, i](bool opposite, Bits p) {
      const Bits wide = p + 64;
      const std::vector<Promised>& all = *shared;
      const Ball P = (beyond(all, i, wide) - beyond(all, i + 1, wide)) /
                     (Ball::integer(1, wide) - all.back().delta(wide));
      return (opposite ? P * power_of_e(all[i], wide) : P).at(p);
    };
    const Real& epsilon = at[i].epsilon;
    if (epsilon.is_known_as(kZero)) {
      out.push_back({Real([mass](Bits p) { return mass(false, p) * 2; }), LogLinear{kZero, {}}});
      continue;
    }
    out.push_back({Real([mass](Bits p) { return mass(true, p); }), -epsilon});
    out.push_back({Real([mass](Bits p) { return mass(false, p); }), epsilon});
  }
  return out;
}

std::vector<Promised> promised_points(const std::vector<NumberSum>& epsilons,
                                      const std::vector<NumberSum>& deltas) {
  if (epsilons.size() != deltas.size()) {
    throw std::invalid_argument("epsilons and deltas need the same number of entries, got " +
                                std::to_string(epsilons.size()) + " and " +
                                std::to_string(deltas.size()));
  }
  std::vector<Promised> out;
  for (size_t i = 0; i < epsilons.size(); ++i) {
    const Real epsilon = epsilons[i].value(), delta = deltas[i].value();
    if (is_less(epsilon, Real(kZero))) {
      throw std::invalid_argument("epsilons must be at least 0, got " + epsilons[i].text());
    }
    require_probability("deltas", delta);
    out.push_back({epsilon, delta, rational_exponential(epsilon)});
  }
  return out;
}

Mechanism profile_of_sums(const std::vector<NumberSum>& epsilons,
                          const std::vector<NumberSum>& deltas, const std::string& name) {
  const std::vector<Promised> at = corners(promised_points(epsilons, deltas));
  if (at.empty()) return renamed(blatantly_non_private(), name);
  bool rational = true;
  std::string identity = "profile";
  for (const Promised& x : at) {
    rational = rational && x.epsilon.rational() && x.delta.rational();
    identity += " " + x.epsilon.text() + ":" + x.delta.text();
  }
  if (!rational) identity = name;
  const std::vector<LossAtom> atoms = atoms_of(at);
  const Mechanism inner =
      atoms.size() == 1 ? zero_loss(name) : std::make_shared<FinitePair>(atoms, name, identity);
  const Real rest = Real(kOne) - at.back().delta;
  if (rest.is_known_as(kOne)) return inner;
  return std::make_shared<PairWithInfinities>(InfiniteLosses{rest, rest, inner, true}, name,
                                              identity + " infinite");
}

}  // namespace

Mechanism stated_profile(const Parameters& q) {
  const auto &epsilons = q.lists.at("epsilons"), &deltas = q.lists.at("deltas");
  require_one_record(q, "profile");
  const std::string name = with_neighbours(
      "profile(epsilons=" + numbers_text(epsilons) + ",deltas=" + numbers_text(deltas), q);
  const auto sums = [](const std::vector<Rational>& values) {
    return std::vector<NumberSum>(values.begin(), values.end());
  };
  return profile_of_sums(sums(epsilons), sums(deltas), name);
}

Mechanism stated_profile_of_reals(const RealNumbers& q) {
  require_one_record(q.rest, "profile");
  const std::string name =
      with_neighbours("profile(epsilons=" + text_of_list(q.lists.at("epsilons")) +
                          ",deltas=" + text_of_list(q.lists.at("deltas")),
                      q.rest);
  return profile_of_sums(q.lists.at("epsilons"), q.lists.at("deltas"), name);
}

}  // namespace plumbline
