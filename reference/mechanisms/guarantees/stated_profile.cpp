#include "reference/mechanisms/guarantees/stated_profile.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/guarantees/group_guarantee.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"

namespace plumbline {
namespace {

/// One (epsilon, delta) of a profile.
struct Promised {
  Rational epsilon, delta;
};

/// Returns true if `more` is the larger of two numbers that differ.
bool is_larger(const std::function<Ball(Bits)>& more, const std::function<Ball(Bits)>& less) {
  constexpr long kMostBits = 1L << 18;
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    const Ball a = more(p), b = less(p);
    if (certainly_less(b, a)) return true;
    if (certainly_less(a, b)) return false;
  }
  throw std::invalid_argument("the points are too close to one line to tell which of them count");
}

Ball power_of_e(const Promised& point, Bits p) { return exp(Ball(point.epsilon, p)); }

/// The size of the slope of delta in e^epsilon between two points: a probability of the loss.
Ball slope_between(const Promised& a, const Promised& b, Bits p) {
  return Ball(a.delta - b.delta, p) / (power_of_e(b, p) - power_of_e(a, p));
}

/// Returns that slope between a point and its mirror image (e^-epsilon, 1 - e^-epsilon (1 - delta)).
Ball slope_across(const Promised& a, Bits p) {
  return Ball(kOne - a.delta, p) / (power_of_e(a, p) + 1);
}

// BOUND(PROFILE-CORNERS)
// Statement.  Let D_i be the deltas stated at epsilons e_i >= 0 for both directions, and let h be the largest convex
//             function of x = e^t >= 0 with h(0) = 1 that is at most D_i at e^{e_i} and at most 1 - e^{-e_i} (1 - D_i)
//             at e^{-e_i}, and that does not rise. Every mechanism with these guarantees has delta(t) <= h(e^t) in both
//             directions, and one pair has delta(t) = h(e^t) in both.
// Needs.      That a point lies above the chord of its neighbours where it is left out: decided here, in balls.
// Proof.      delta is convex in e^t, does not rise, and is 1 at x = 0. The reverse profile is 1 - e^t + e^t
//             delta(-t), so that its bound D_i at e_i is the bound 1 - e^{-e_i} (1 - D_i) of delta at -e_i. Hence
//             delta <= h. The points are their own image under (x, d) -> (1/x, 1 - (1 - d)/x), which maps lines to
//             lines and convex functions to convex functions, so that h is its own reverse profile. Every convex h
//             that does not rise, with h(0) = 1 and h(x) >= 1 - x, is the profile of a pair: its slope at e^t is
//             -P(L > t), and its limit is Q(L = inf). The second condition holds as 1 - x is at most every point
//             and convex. h is linear between corners, which are points whose slopes on both sides differ; a point on or
//             above the chord of others is none.
// Source.     Zhu, Dong, Wang 2022, Lemma 9 (profiles of pairs); Dong, Roth, Su 2022, Proposition 6.

/// Returns the corners of h from x = 1 on. Two slopes differ: powers of e to different rationals are linearly independent over the rationals
/// (Lindemann, Weierstrass), and the deltas of the points kept fall, from below 1.
std::vector<Promised> corners(std::vector<Promised> points) {
  std::sort(points.begin(), points.end(), [](const Promised& a, const Promised& b) {
    return a.epsilon == b.epsilon ? a.delta < b.delta : a.epsilon < b.epsilon;
  });
  std::vector<Promised> out;
  const auto is_above_chord = [&](const Promised& next) {
    if (out.empty()) return false;
    const Promised last = out.back();
    const bool first = out.size() == 1;
    const Promised before = first ? last : out[out.size() - 2];
    const auto rising = [&](Bits p) {
      return first ? slope_across(last, p) : slope_between(before, last, p);
    };
    return proved<"PROFILE-CORNERS">(
        is_larger([&](Bits p) { return slope_between(last, next, p); }, rising));
  };
  for (const Promised& point : points) {
    if (point.delta == kOne || (!out.empty() && !(point.delta < out.back().delta))) continue;
    while (is_above_chord(point)) out.pop_back();
    out.push_back(point);
  }
  return out;
}

/// P(L > t) for t between two corners, of which so many are at most t.
Ball beyond(const std::vector<Promised>& at, size_t corners_before, Bits p) {
  if (corners_before == 0) return slope_across(at.front(), p);
  if (corners_before == at.size()) return Ball(p);
  return slope_between(at[corners_before - 1], at[corners_before], p);
}

/// The losses are the corners' epsilons and their negatives. Of the corner i P has the difference of the slopes on
/// its two sides, and Q, which is P of the mirror image, e^epsilon times that.
std::vector<LossAtom> atoms_of(const std::vector<Promised>& at) {
  std::vector<LossAtom> out;
  const auto shared = std::make_shared<const std::vector<Promised>>(at);
  for (size_t i = 0; i < at.size(); ++i) {
    const auto mass = [shared, i](bool opposite, Bits p) {
      const Bits wide = p + 64;
      const std::vector<Promised>& all = *shared;
      const Ball P =
          (beyond(all, i, wide) - beyond(all, i + 1, wide)) / Ball(kOne - all.back().delta, wide);
      return (opposite ? P * power_of_e(all[i], wide) : P).at(p);
    };
    const Rational& epsilon = at[i].epsilon;
    if (epsilon.is_zero()) {
      out.push_back({Real([mass](Bits p) { return mass(false, p) * 2; }), LogLinear{kZero, {}}});
      continue;
    }
    out.push_back({Real([mass](Bits p) { return mass(true, p); }), LogLinear{-epsilon, {}}});
    out.push_back({Real([mass](Bits p) { return mass(false, p); }), LogLinear{epsilon, {}}});
  }
  return out;
}

std::vector<Promised> promised_points(const std::vector<Rational>& epsilons,
                                      const std::vector<Rational>& deltas) {
  if (epsilons.size() != deltas.size()) {
    throw std::invalid_argument("epsilons and deltas need the same number of entries, got " +
                                std::to_string(epsilons.size()) + " and " +
                                std::to_string(deltas.size()));
  }
  std::vector<Promised> out;
  for (size_t i = 0; i < epsilons.size(); ++i) {
    if (epsilons[i].sign() < 0) {
      throw std::invalid_argument("epsilons must be at least 0, got " + epsilons[i].text());
    }
    if (deltas[i].sign() < 0 || deltas[i] > kOne) {
      throw std::invalid_argument("deltas must be in [0, 1], got " + deltas[i].text());
    }
    out.push_back({epsilons[i], deltas[i]});
  }
  return out;
}

}  // namespace

Mechanism stated_profile(const Parameters& q) {
  const auto &epsilons = q.lists.at("epsilons"), &deltas = q.lists.at("deltas");
  const std::vector<Promised> at = corners(promised_points(epsilons, deltas));
  require_one_record(q, "profile");
  const std::string name = with_neighbours(
      "profile(epsilons=" + numbers_text(epsilons) + ",deltas=" + numbers_text(deltas), q);
  if (at.empty()) return renamed(blatantly_non_private(), name);
  std::string identity = "profile";
  for (const Promised& x : at) identity += " " + x.epsilon.text() + ":" + x.delta.text();
  const std::vector<LossAtom> atoms = atoms_of(at);
  const Mechanism inner =
      atoms.size() == 1 ? zero_loss(name) : std::make_shared<FinitePair>(atoms, name, identity);
  const Rational rest = kOne - at.back().delta;
  if (rest == kOne) return inner;
  return std::make_shared<PairWithInfinities>(InfiniteLosses{rest, rest, inner}, name,
                                              identity + " infinite");
}

}  // namespace plumbline
