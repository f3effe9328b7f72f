#include "reference/mechanisms/shuffled/profile_hull.hpp"

#include <algorithm>
#include <mutex>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"

namespace plumbline {
namespace {

const Bits kHullBits{512};
constexpr long kLostBits = 256;  ///< where slopes that are nearly the same are subtracted

struct HullPoint {
  Ball x, delta;
};

HullPoint point_of(const ProfilePoint& at, Bits p) {
  return {exp(Ball(at.epsilon, p)), Ball(at.delta, p)};
}

HullPoint mirrored_point(const HullPoint& at) {
  const Ball one = Ball::integer(1, at.x.precision()), y = one / at.x;
  return {y, one - y + at.delta * y};
}

Ball slope_between(const HullPoint& a, const HullPoint& b) {
  return (b.delta - a.delta) / (b.x - a.x);
}

/// Those that are certainly vertices, the first point only if it is one beside its neighbour's mirror image.
std::vector<ProfilePoint> lower_hull(const std::vector<ProfilePoint>& points) {
  std::vector<ProfilePoint> out;
  const auto bends = [&](const HullPoint& a, const HullPoint& b, const HullPoint& c) {
    return certainly_less(slope_between(a, b), slope_between(b, c));
  };
  const auto at = [&](const ProfilePoint& x) { return point_of(x, kHullBits); };
  for (const ProfilePoint& next : points) {
    while (out.size() > 1 && !bends(at(out[out.size() - 2]), at(out.back()), at(next))) {
      out.pop_back();
    }
    out.push_back(next);
  }
  while (out.size() > 1 && !bends(mirrored_point(at(out[1])), at(out[0]), at(out[1]))) {
    // Without the first: the next bends between its own mirror image and the one after it, or goes.
    if (out.size() == 2 || bends(mirrored_point(at(out[1])), at(out[1]), at(out[2]))) {
      out.erase(out.begin());
      break;
    }
    out.erase(out.begin() + 1);
  }
  return out;
}

/// Of the losses above 0, P's masses, kept for the last precision; the last slope is 0.
class MassesAbove {
 public:
  explicit MassesAbove(std::vector<ProfilePoint> hull)
      : hull_(std::move(hull)), middle_(hull_.front().epsilon.is_zero()) {}

  bool middle() const { return middle_; }
  size_t count() const { return hull_.size() - (middle_ ? 1 : 0); }
  const Rational& loss(size_t i) const { return hull_[i + (middle_ ? 1 : 0)].epsilon; }
  Ball odds(size_t i, Bits p) const { return exp(Ball(loss(i), p + kLostBits)); }

  std::vector<Ball> at(Bits p) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (bits_ != p.n) {
      kept_ = made(p + kLostBits);
      bits_ = p.n;
    }
    return kept_;
  }

 private:
  std::vector<Ball> made(Bits work) const {
    std::vector<HullPoint> at;
    for (const ProfilePoint& x : hull_) at.push_back(point_of(x, work));
    std::vector<Ball> out;
    Ball before =
        middle_ ? slope_between(at[0], at[1]) : slope_between(mirrored_point(at[0]), at[0]);
    for (size_t i = middle_ ? 1 : 0; i < at.size(); ++i) {
      const Ball after = i + 1 < at.size() ? slope_between(at[i], at[i + 1]) : Ball(work);
      out.push_back(bound_number<"PROFILE-HULL">(after - before));
      before = after;
    }
    return out;
  }

  std::vector<ProfilePoint> hull_;
  bool middle_;
  mutable std::mutex mutex_;
  mutable std::vector<Ball> kept_;
  mutable long bits_ = 0;
};

}  // namespace

// BOUND(PROFILE-HULL)
// Statement.  Let delta and its reverse be at most d_i where e^eps = x_i >= 1. The points (0, 1), (x_i, d_i), their
//             mirror images (1/x_i, 1 - 1/x_i + d_i/x_i) and a horizontal line from the last on, of as many of them
//             as make it convex, are the profile of a pair that dominates: L = log x has under P the mass by which
//             the slope rises at x, x times that under Q; L = +inf under Q and -inf under P have the last d.
// Needs.      The slopes rise: certainly, at each point that is kept. Points may be left out.
// Proof.      As a function of x a profile is convex, 1 at 0 and does not increase; reversed, that at 1/x is 1 - 1/x
//             + delta(x)/x. So it is below all chords between such points and, beyond the last, below d. A pair's
//             profile is the sum of Q - xP over the losses above, whose slope rises by P's mass.
// Source.     Elementary.
Mechanism hull_of_profile(const std::vector<ProfilePoint>& points, const std::string& expression) {
  std::vector<ProfilePoint> falling = points;
  for (size_t i = 1; i < falling.size(); ++i) {
    falling[i].delta = std::min(falling[i].delta, falling[i - 1].delta);
  }
  const auto masses = std::make_shared<const MassesAbove>(lower_hull(falling));
  const Rational finite = Rational(1) - falling.back().delta;
  std::vector<LossAtom> atoms;
  for (size_t i = 0; i < masses->count(); ++i) {
    for (const bool below : {false, true}) {
      const auto mass = [masses, finite, i, below](Bits p) {
        const Ball of_P = masses->at(p)[i] / Ball(finite, p + kLostBits);
        return (below ? of_P * masses->odds(i, p) : of_P).at(p);
      };
      atoms.push_back({Real(mass), Real(below ? -masses->loss(i) : masses->loss(i))});
    }
  }
  if (masses->middle()) {
    const auto rest = [masses, finite](Bits p) {
      const std::vector<Ball> above = masses->at(p);
      Ball out = Ball(finite, p + kLostBits);
      for (size_t i = 0; i < above.size(); ++i) {
        out = out - above[i] * (masses->odds(i, p) + 1);
      }
      return (out / Ball(finite, p + kLostBits)).at(p);
    };
    atoms.push_back({Real(rest), Real(Rational(0))});
  }
  const auto inner = std::make_shared<FinitePair>(atoms, expression, expression);
  if (finite == Rational(1)) return inner;
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{Real(finite), Real(finite), inner, true}, expression, expression);
}

}  // namespace plumbline
