/// The part of PlaceJudge for optimistic distributions: compares the linear pieces of the profile of a distribution
/// with the convex profile of a pair.
#include <algorithm>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/comparison/profile_places.hpp"
#include "reference/quantities/comparison/profile_ties.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {
namespace {

/// Number of steps of a search for the loss at which a line is furthest above the profile; each step leaves two thirds
/// of the interval.
constexpr int kSearchSteps = 24;
constexpr int kSearchDigits = 12;
/// Maximum number of pieces that are searched for a failing loss.
constexpr int kMostSearches = 64;
/// Length of the searched interval of a piece that is unbounded on the left.
const Rational kBeyondEnd(20);

}  // namespace

/// Returns how far the profile is above the line B_j - A_j e^t of the j-th piece (PROFILE-PIECES): delta(t) + A_j e^t -
/// B_j, convex in e^t.
Ball PlaceJudge::height(size_t j, const Rational& loss, const Effort& effort) {
  return delta_at(loss, effort) - stated_at(j, loss);
}

// BOUND(PROFILE-PIECES)
// Statement.  Let D have masses of any sign, and let T be all reals or an interval [from, inf) of epsilon. On its
//             j-th piece [l_j, l_{j+1}] within T, delta_D is the line B_j - A_j x, x = e^t. It is at most delta on
//             this piece if one of these holds:
//             (a) B_j <= 1 - f(A_j) and A_j >= 0;
//             (b) condition (a) holds after each negative mass is replaced by 0;
//             (c) for h(t) = delta(t) + A_j e^t - B_j, h >= 0 at one end e of the piece, and either A_j <= 0 and e is
//             the right end, or h(c) <= h(e) at a c beyond that end, not in the piece.
//             It is not at most delta if h < 0 at a t of the piece, or, on the last piece, if B_n exceeds 1 - f(0).
// Needs.      delta is convex in x and decreases.
// Proof.      (a) is PROFILE-VERTICES for one line: the line is below delta everywhere. (b) Let D+ be the
//             distribution with the positive masses alone. Then delta_{D+} >= delta_D, term by term, and delta_{D+}
//             is the line of its sums on the piece. (c) h is convex in x, and e lies between c and every other point
//             y of the piece: e = u c + (1 - u) y in x with 0 < u < 1. Hence h(e) <= u h(c) + (1 - u) h(y) <= u
//             h(e) + (1 - u) h(y), and h(y) >= h(e) >= 0. If A_j <= 0, both terms of h decrease in x, so that h is at
//             least its value at the right end. Failure: h(t) < 0 means delta_D(t) > delta(t). On the last piece
//             delta_D is p_inf = B_n, and delta decreases to 1 - f(0).
// Source.     Elementary.
ProfilePlace PlaceJudge::piece(size_t j, const Effort& effort) {
  if (proved<"PROFILE-CHORDS">(below_chords(j, effort))) {
    return {0, sums_.alternative[j], Ball::indeterminate(p_), Ball(p_)};
  }
  if (const auto failing = failing_left(j, effort)) return *failing;
  const bool last = j == masses_.atoms.size();
  if (const auto tie = exact_piece(j)) return *tie;
  ProfilePlace line = vertex(sums_.alternative[j], sums_.null[j], effort);
  line.of_line = true;
  const bool plain = !has_negative_ && !promise_.from;
  const PlaceState seen = place_state(line.shortfall);
  const Ball none(p_);
  if (plain || last || (seen == PlaceState::holds && certainly_at_most(none, sums_.null[j]))) {
    return line;
  }
  bool holds = false;
  if (has_negative_) {
    const ProfilePlace raised =
        vertex(positive_sums_.alternative[j], positive_sums_.null[j], effort);
    holds = place_state(raised.shortfall) == PlaceState::holds;
  }
  holds = holds || decided_at_left_end(j, effort) || decided_at_right_end(j, effort);
  if (proved<"PROFILE-PIECES">(holds)) {
    line.shortfall = none;
    return line;
  }
  if (const auto failing = failing_kink(j, effort)) return *failing;
  line.shortfall = Ball::indeterminate(p_);
  return line;
}

/// Returns the verdict on one of the last two pieces by PROFILE-TIES, which can decide even if the piece equals the
/// profile. Returns nothing if PROFILE-TIES does not decide.
std::optional<ProfilePlace> PlaceJudge::exact_piece(size_t j) const {
  const size_t n = masses_.atoms.size();
  const auto mass = profile_.exact_infinite_mass();
  if (j == n && mass) {
    return ProfilePlace{0, Ball(masses_.infinite, p_), Ball(*mass, p_),
                        Ball(masses_.infinite - *mass, p_)};
  }
  if (j + 1 != n || !last_line_holds(profile_, masses_.atoms[j], masses_.infinite, p_)) {
    return std::nullopt;
  }
  return ProfilePlace{0, sums_.alternative[j], Ball::indeterminate(p_), Ball(p_)};
}

/// Returns delta at the loss of the i-th atom, counted from 1; cached.
const Ball& PlaceJudge::kink_delta(size_t i, const Effort& effort) {
  std::optional<Ball>& kept = kink_deltas_[i - 1];
  if (!kept) kept = delta_at(masses_.atoms[i - 1].loss, effort);
  return *kept;
}

// BOUND(PROFILE-CHORDS)
// Statement.  Let x_1 < ... < x_n be the kinks of delta_D in x = e^t, and d_i = delta at x_i. Let 1 < j < n - 1, u =
//             (d_{j-1} - d_j)/(x_j - x_{j-1}) and v = (d_{j+1} - d_{j+2})/(x_{j+2} - x_{j+1}). On [x_j, x_{j+1}],
//             delta is at least U(x) = d_j - u (x - x_j) and at least V(x) = d_{j+1} + v (x_{j+1} - x). Hence
//             delta_D <= delta there if delta_D is at most d_j at x_j, at most d_{j+1} at x_{j+1}, and, if u > v, at
//             most U at the x where U = V.
// Needs.      delta is convex in x; delta_D is a line on the piece.
// Proof.      A convex function is above the extension of a chord beyond its ends. U extends the chord of x_{j-1},
//             x_j, and V extends that of x_{j+1}, x_{j+2}. max(U, V) decreases with slope -u and then with slope -v.
//             It has one kink, at x* = (d_j + u x_j - d_{j+1} - v x_{j+1})/(u - v). A line is below such a function
//             on an interval if it is below it at the ends and at the kink; at the ends, d_j and d_{j+1} are at most
//             max(U, V). If x* is outside the piece, the condition at x* is not needed.
// Source.     Elementary.
bool PlaceJudge::below_chords(size_t j, const Effort& effort) {
  const size_t n = masses_.atoms.size();
  if (j < 2 || j + 2 > n) return false;
  const auto x = [this](size_t i) { return exp(Ball(masses_.atoms[i - 1].loss, p_)); };
  const auto line = [this, j](const Ball& at) { return sums_.alternative[j] - at * sums_.null[j]; };
  const Ball &left = kink_delta(j, effort), &right = kink_delta(j + 1, effort);
  const Ball x0 = x(j), x1 = x(j + 1);
  if (!certainly_at_most(line(x0), left) || !certainly_at_most(line(x1), right)) return false;
  const Ball u = (kink_delta(j - 1, effort) - left) / (x0 - x(j - 1));
  const Ball v = (right - kink_delta(j + 2, effort)) / (x(j + 2) - x1);
  if (!certainly_less(v, u)) return false;
  const Ball bend = (left + u * x0 - right - v * x1) / (u - v);
  return certainly_at_most(line(bend), left - u * (bend - x0));
}

/// Returns the left end of the piece as a failing place, if delta_D is certainly above delta there.
std::optional<ProfilePlace> PlaceJudge::failing_left(size_t j, const Effort& effort) {
  if (j == first_) return std::nullopt;
  const Rational& loss = masses_.atoms[j - 1].loss;
  const Ball stated = stated_at(j, loss), &truth = kink_delta(j, effort);
  if (!certainly_less(truth, stated)) return std::nullopt;
  return ProfilePlace{0, stated, truth, stated - truth, loss};
}

/// Judges a vertex (A, B) against 1 - f: A = `null`, B = `alternative`. 1 - f increases, so its value at a rational
/// below A is at most its value at A.
ProfilePlace PlaceJudge::vertex(const Ball& alternative, const Ball& null, const Effort& effort) {
  const auto [low, high] = null.decimal_ends(2 * effort.digits + 20);
  const Rational one(1), zero(0);
  const Ball below = power_at(std::clamp(low.value_or(zero), zero, one), effort);
  if (certainly_at_most(alternative, below)) {
    return {0, alternative, below, alternative - below};
  }
  const Ball above = power_at(std::clamp(high.value_or(one), zero, one), effort);
  const Ball truth = Ball::hull(below, above);
  return {0, alternative, truth, alternative - truth};
}

/// Returns a place inside the piece at which delta_D is certainly above delta; nothing if the search finds none.
std::optional<ProfilePlace> PlaceJudge::failing_kink(size_t j, const Effort& effort) {
  Rational high = masses_.atoms[j].loss;
  Rational low = left_end(j).value_or(high - kBeyondEnd);
  const auto place_at = [&](const Rational& loss) -> std::optional<ProfilePlace> {
    const Ball truth = delta_at(loss, effort), stated = stated_at(j, loss);
    if (!certainly_less(truth, stated)) return std::nullopt;
    return ProfilePlace{0, stated, truth, stated - truth, loss};
  };
  if (const auto found = place_at(low)) return found;
  if (const auto found = place_at(high)) return found;
  if (++searches_ > kMostSearches) return std::nullopt;
  Effort rough = effort;
  rough.digits = kSearchDigits;
  for (int step = 0; step < kSearchSteps; ++step) {
    const Rational third = (high - low) * Rational(1, 3);
    const bool left = midpoint_less(height(j, low + third, rough), height(j, high - third, rough));
    left ? high = high - third : low = low + third;
    low = decimal_nearest(low, kSearchDigits);
    high = decimal_nearest(high, kSearchDigits);
  }
  const Rational end = masses_.atoms[j].loss;
  const Rational start = left_end(j).value_or(low);
  return place_at(std::clamp((low + high) * Rational(1, 2), start, end));
}

bool PlaceJudge::decided_at_left_end(size_t j, const Effort& effort) {
  const std::optional<Rational> end = left_end(j);
  if (!end) return false;
  const Ball there = height(j, *end, effort);
  return certainly_at_most(Ball(p_), there) &&
         certainly_at_most(height(j, *end - slope_distance(), effort), there);
}

bool PlaceJudge::decided_at_right_end(size_t j, const Effort& effort) {
  const Rational& end = masses_.atoms[j].loss;
  const Ball there = height(j, end, effort), zero(p_);
  return certainly_at_most(zero, there) &&
         (certainly_at_most(sums_.null[j], zero) ||
          certainly_at_most(height(j, end + slope_distance(), effort), there));
}

Ball PlaceJudge::power_at(const Rational& alpha, const Effort& effort) {
  return reconstruction(profile_, alpha, effort).value();
}

}  // namespace plumbline
