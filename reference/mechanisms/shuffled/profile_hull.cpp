#include "reference/mechanisms/shuffled/profile_hull.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/running/kept.hpp"
#include "reference/mechanisms/combined/near_and_far.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/shuffled/far_gaussian.hpp"

namespace plumbline {
namespace {

const Bits kHullBits{512};
constexpr long kLostBits = 256;  ///< extra bits for subtracting nearly equal slopes

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

/// Returns the points that are certainly vertices of the lower convex hull of all points and their mirror images
/// (PROFILE-HULL). The first point is a vertex only if the slope to its neighbour is larger than the slope from the
/// mirror image of this neighbour.
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
    // Omits the first point if the next point is then a vertex between its mirror image and its successor. Otherwise
    // omits the next point and tests the first point again.
    if (out.size() == 2 || bends(mirrored_point(at(out[1])), at(out[1]), at(out[2]))) {
      out.erase(out.begin());
      break;
    }
    out.erase(out.begin() + 1);
  }
  return out;
}

/// A function that returns the slope of a profile beyond its last point.
using EndSlope = std::function<Ball(Bits)>;

/// The masses under P of the losses above 0, cached for the last few precisions.
class MassesAbove {
 public:
  MassesAbove(std::vector<ProfilePoint> hull, EndSlope end)
      : hull_(std::move(hull)), end_(std::move(end)), middle_(hull_.front().epsilon.is_zero()) {}

  bool middle() const { return middle_; }
  size_t count() const { return hull_.size() - (middle_ ? 1 : 0); }
  const Rational& loss(size_t i) const { return hull_[i + (middle_ ? 1 : 0)].epsilon; }
  Ball odds(size_t i, Bits p) const { return exp(Ball(loss(i), p + kLostBits)); }

  std::shared_ptr<const std::vector<Ball>> at(Bits p) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return kept_.get(
        p.n, [&] { return std::make_shared<const std::vector<Ball>>(made(p + kLostBits)); });
  }

 private:
  // BOUND(PROFILE-HULL)
  // Statement.  Let delta and the profile of the reversed pair be at most d_i where e^eps = x_i >= 1. Consider the
  //             points (0, 1), (x_i, d_i), their mirror images (1/x_i, 1 - 1/x_i + d_i/x_i) and a continuation after
  //             the last point. Select points such that the curve through them is convex. This curve is the profile
  //             of a pair, which dominates if, beyond the last point, the continuation is at least delta and the
  //             profile of the reversed pair. Its loss L = log x has under P the mass by which the slope increases at
  //             x, and under Q x times that mass.
  // Needs.      The slopes increase at each selected point: by certain comparisons. Any points may be omitted.
  // Proof.      As a function of x a profile is convex, 1 at 0, and does not increase. The reversed profile at 1/x is
  //             1 - 1/x + delta(x)/x. So the profile is below all chords between such points. The profile of a pair
  //             is the sum of Q - xP over the losses above log x, and its slope increases by the mass of P.
  // Source.     Elementary.
  std::vector<Ball> made(Bits work) const {
    std::vector<HullPoint> at;
    for (const ProfilePoint& x : hull_) at.push_back(point_of(x, work));
    std::vector<Ball> out;
    Ball before =
        middle_ ? slope_between(at[0], at[1]) : slope_between(mirrored_point(at[0]), at[0]);
    for (size_t i = middle_ ? 1 : 0; i < at.size(); ++i) {
      const bool last = i + 1 == at.size();
      const Ball after = last ? end_(work) : slope_between(at[i], at[i + 1]);
      out.push_back(bound_number<"PROFILE-HULL">(after - before));
      before = after;
    }
    return out;
  }

  std::vector<ProfilePoint> hull_;
  EndSlope end_;
  bool middle_;
  mutable std::mutex mutex_;
  mutable KeptFew<long, std::shared_ptr<const std::vector<Ball>>> kept_{4};
};

/// Returns the pair with the losses 0 and +-masses->loss(i), i < count, conditioned on these losses. `all` is the total
/// probability of these losses.
Mechanism pair_of(const std::shared_ptr<const MassesAbove>& masses, size_t count, const Real& all,
                  const std::string& expression, const std::string& identity) {
  std::vector<LossAtom> atoms;
  for (size_t i = 0; i < count; ++i) {
    for (const bool below : {false, true}) {
      const auto mass = [masses, all, i, below](Bits p) {
        const Ball of_P = masses->at(p)->at(i) / all(p + kLostBits);
        return (below ? of_P * masses->odds(i, p) : of_P).at(p);
      };
      atoms.push_back({Real(mass), Real(below ? -masses->loss(i) : masses->loss(i))});
    }
  }
  if (masses->middle()) {
    const auto rest = [masses, all, count](Bits p) {
      const auto above = masses->at(p);
      const Ball whole = all(p + kLostBits);
      Ball out = whole;
      for (size_t i = 0; i < count; ++i) out = out - above->at(i) * (masses->odds(i, p) + 1);
      return (out / whole).at(p);
    };
    atoms.push_back({Real(rest), Real(Rational(0))});
  }
  return std::make_shared<FinitePair>(atoms, expression, identity);
}

std::vector<ProfilePoint> falling(const std::vector<ProfilePoint>& points) {
  std::vector<ProfilePoint> out = points;
  for (size_t i = 1; i < out.size(); ++i) {
    out[i].delta = std::min(out[i].delta, out[i - 1].delta);
  }
  return out;
}

/// The start of the tail at T: the profile g of N(0, 1) against N(mu, 1) at e^T, its slope there, and a decimal d >=
/// g(e^T) with few digits.
class TailStart {
 public:
  TailStart(Rational mu_squared, Rational start)
      : mu_squared_(std::move(mu_squared)), start_(std::move(start)) {
    constexpr int kDigits = 12;
    const auto end = delta(kHullBits).decimal_ends(kDigits).second;
    if (!end) throw std::invalid_argument("no upper bound of the Gaussian profile was found");
    above_ = *end;
  }

  ProfilePoint point() const { return {start_, above_}; }
  /// Returns d/g(e^T).
  Ball weight(Bits p) const { return Ball(above_, p) / delta(p); }
  /// Returns the slope of the curve (d/g(e^T)) g at e^T.
  Ball slope(Bits p) const { return -(weight(p) * tails(p).P_above); }
  /// Returns true if the tangent of the curve (d/g(e^T)) g at e^T is below all these points.
  bool supports(const std::vector<HullPoint>& points) const {
    const HullPoint at = point_of(point(), kHullBits);
    const Ball rise = slope(kHullBits);
    return std::all_of(points.begin(), points.end(), [&](const HullPoint& x) {
      return certainly_at_most(at.delta - rise * (at.x - x.x), x.delta);
    });
  }

 private:
  LossTails tails(Bits p) const { return gaussian_tails(mu_squared_, Real(start_), p); }
  Ball delta(Bits p) const {
    const LossTails at = tails(p);
    return at.Q_above - exp(Ball(start_, p)) * at.P_above;
  }

  Rational mu_squared_, start_, above_;
};

/// Returns the smallest start of the tail for which the slopes of the hull increase. Its accuracy is 1/1024 of the
/// distance of the last two points. Up to this accuracy, the line from the last point to the start is tangent to g.
TailStart tail_start(const std::vector<ProfilePoint>& points, const Rational& mu_squared) {
  constexpr long kShare = 1024, kMost = 1L << 60;
  const Rational last = points.back().epsilon,
                 unit = (last - points[points.size() - 2].epsilon) / Rational(kShare);
  std::vector<HullPoint> known;
  for (const ProfilePoint& x : points) known.push_back(point_of(x, kHullBits));
  const auto at = [&](long m) { return TailStart(mu_squared, last + unit * Rational(m)); };
  long low = 0, high = 1;
  for (; !at(high).supports(known); high *= 2) {
    if (high >= kMost) throw std::invalid_argument("no start of the tail of the hull was found");
    low = high;
  }
  while (high - low > 1) {
    const long middle = low + (high - low) / 2;
    (at(middle).supports(known) ? high : low) = middle;
  }
  return at(high);
}

}  // namespace

// BOUND(HULL-TAIL)
// Statement.  Let delta and the reversed profile be at most d_i at the points of PROFILE-HULL, and everywhere at most
//             g, the profile of N(0, 1) against N(mu, 1) as a function of x = e^eps. Add a point (e^T, d) with d >=
//             g(e^T), and continue the curve after it with rho g, rho = d/g(e^T), in place of the horizontal line.
//             The result is the profile of a pair that dominates. Its losses beyond T have under P rho times the law
//             of the losses of the Gaussian pair. L = T has the mass by which the slope increases there, up to -rho
//             P(L > T). The losses below -T are mirror images.
// Needs.      The slopes increase at each point: lower_hull. They increase up to -rho P(L > T) at the last point: the
//             tangent there is below all points (tail_start).
// Proof.      g is convex with the slope -P(L > log x), and rho >= 1. So beyond e^T the profile is below g, which is
//             below rho g. The joined curve is convex, because its slopes increase, and it does not increase. The
//             remaining steps are those of PROFILE-HULL: the law under P is the increase of the slope.
// Source.     Elementary.
Mechanism hull_with_tail(const std::vector<ProfilePoint>& points, const Rational& mu_squared,
                         const std::string& expression) {
  std::vector<ProfilePoint> all = falling(points);
  const TailStart start = tail_start(all, mu_squared);
  all.push_back(start.point());
  const auto masses = std::make_shared<const MassesAbove>(
      lower_hull(all), [start](Bits p) { return start.slope(p); });
  const size_t last = masses->count() - 1;
  const Real atom(
      [masses, last](Bits p) { return bound_number<"HULL-TAIL">(masses->at(p)->at(last)).at(p); });
  const FarGaussianLaw law{mu_squared, start.point().epsilon,
                           Real([start](Bits p) { return start.weight(p); }), atom};
  const Real far_share([law](Bits p) { return far_mass(law, p); });
  const Real near_share([law](Bits p) { return Ball::integer(1, p) - far_mass(law, p); });
  const Mechanism near = pair_of(masses, last, near_share, expression, "near " + expression);
  return std::make_shared<NearAndFar>(
      FarLosses{near, std::make_shared<FarGaussian>(law, "far " + expression), far_share},
      expression);
}

}  // namespace plumbline
