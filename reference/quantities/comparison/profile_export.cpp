#include "reference/quantities/comparison/profile_export.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/quantities/comparison/profile_grid.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {
namespace {

/// Number of digits of a height of the profile, or of a mass, after rounding in the safe direction.
constexpr int kHeightDigits = 40;

/// A point (x, y) of a piecewise linear function of x = e^t, where t is k times the step.
struct Dot {
  long k;
  Ball x, y;
};

/// Returns minus the slope of the line between two dots.
Ball fall(const Dot& a, const Dot& b) { return (a.y - b.y) / (b.x - a.x); }

/// Returns a double that is at least the upper end of the ball and at least 0.
double mass_above(const Ball& mass) {
  const auto high = mass.decimal_ends(kHeightDigits).second;
  if (!high) return std::numeric_limits<double>::infinity();
  return std::max(0.0, double_above(*high));
}
double mass_below(const Ball& mass) {
  const auto low = mass.decimal_ends(kHeightDigits).first;
  return low && low->sign() > 0 ? double_below(*low) : 0.0;
}

GridMasses masses_of(const std::vector<Dot>& dots, const ExportRequest& request,
                     double (*rounded)(const Ball&)) {
  // dots[0] is (0, 1). The mass at a dot is x times the change of slope at the dot.
  GridMasses out;
  out.first = dots[1].k;
  out.step = request.step;
  out.masses.assign(static_cast<size_t>(dots.back().k - out.first) + 1, 0.0);
  Ball before = fall(dots[0], dots[1]);
  for (size_t i = 1; i < dots.size(); ++i) {
    const Ball after = i + 1 < dots.size() ? fall(dots[i], dots[i + 1]) : Ball(kExportBits);
    out.masses[static_cast<size_t>(dots[i].k - out.first)] = rounded((before - after) * dots[i].x);
    before = after;
  }
  out.infinite = rounded(dots.back().y);
  return out;
}

// BOUND(PROFILE-EXPORT-UP)
// Statement.  Let l_0 < ... < l_n be losses, x_k = e^{l_k}, and y_k >= delta(l_k), k = 0 .. n. Let s_k =
//             (y_k - y_{k+1})/(x_{k+1} - x_k) for 0 <= k < n, s_{-1} = (1 - y_0)/x_0 and s_n = 0. Let the
//             distribution D have at each l_k a mass of at least (s_{k-1} - s_k) x_k and at least 0, and at infinity
//             a mass p_inf >= y_n. Then its profile satisfies delta_D(t) >= delta(t) for every real t.
// Needs.      PROFILE-KINKS for masses of any sign.
// Proof.      Let D0 have exactly the masses p_k = (s_{k-1} - s_k) x_k, and y_n at infinity. On [x_j, x_{j+1}] the
//             function sum_{k > j} p_k (1 - x/x_k) has the slope -sum_{k > j} (s_{k-1} - s_k) = -s_j, and it is 0 at
//             x_n. Therefore delta_{D0}, which is y_n plus this sum, joins (0, 1) and the points (x_k, y_k) by lines
//             and is y_n beyond. At the kinks it is y_k >= delta(l_k), and at x = 0 it is 1, so that PROFILE-KINKS
//             applies. delta_D increases in every mass and in p_inf, so that rounding up leaves it above. A reserve
//             increases p_inf.
// Source.     Connect the dots (Doroshenko et al. 2022), in balls.
GridMasses pessimistic_masses(GridProfile& profile, long first, long last,
                              const ExportRequest& request) {
  const Ball none(kExportBits), one = Ball::integer(1, kExportBits);
  std::vector<Dot> dots{{0, none, one}};
  for (long k = first; k <= last; ++k) {
    const Ball delta = profile.delta(profile.loss(k));
    const Ball above = bound<"PROFILE-EXPORT-UP">(delta).upper();
    dots.push_back({k, profile.x(profile.loss(k)), min(above, one)});
  }
  GridMasses out = masses_of(dots, request, mass_above);
  out.infinite = double_above(Rational::from_binary64(out.infinite) + request.reserve);
  return out;
}

/// Returns true if dot b is below the line between a and c; throws if balls do not decide.
bool is_below(const Dot& a, const Dot& b, const Dot& c) {
  const Ball turn = fall(a, b) - fall(b, c);
  if (certainly_positive(turn)) return true;
  if (certainly_at_most(turn, Ball(kExportBits))) return false;
  throw std::invalid_argument("the profile is straight to all digits; choose another step");
}

/// Returns the lower convex hull of dots, which must be in order of x.
std::vector<Dot> lower_hull(const std::vector<Dot>& dots) {
  std::vector<Dot> hull;
  for (const Dot& dot : dots) {
    while (hull.size() > 1 && !is_below(hull[hull.size() - 2], hull.back(), dot)) hull.pop_back();
    hull.push_back(dot);
  }
  return hull;
}

/// Returns the lower end of the ball as an exact ball.
Ball lowered(const Ball& y) {
  const auto low = y.decimal_ends(kHeightDigits).first;
  return Ball(low.value_or(Rational(-1)), kExportBits).lower();
}

/// Finds the first dot with a y below the mass of infinite loss. Removes this dot and all later ones, and lowers the
/// last remaining dot to the mass of infinite loss.
void end_at_infinite_mass(std::vector<Dot>& dots, const Ball& infinite) {
  const auto end = std::find_if(dots.begin() + 1, dots.end(), [&infinite](const Dot& dot) {
    return !certainly_at_most(infinite, dot.y);
  });
  dots.erase(end, dots.end());
  if (dots.size() < 2) {
    throw std::invalid_argument("the grid is too coarse for an optimistic distribution");
  }
  dots.back().y = infinite;
}

// BOUND(PROFILE-EXPORT-DOWN)
// Statement.  Let l_0 < ... < l_n be losses, x_k = e^{l_k}, and delta a function of x = e^t. For k < n let m_k lie
//             between x_k and x_{k+1}, u = (delta(x_k) - delta(m_k))/(m_k - x_k), v = (delta(m_k) -
//             delta(x_{k+1}))/(x_{k+1} - m_k), W_k(x_{k+1}) = delta(m_k) - u (x_{k+1} - m_k) and W_k(x_k) =
//             delta(m_k) + v (m_k - x_k). Let z_k be at most W_{k-1}(x_k) and at most W_k(x_k); for z_0 the first
//             bound is 1 - x_0, and for z_n the second bound is the mass of infinite loss. Consider a convex
//             piecewise linear function that is at most 1 at x = 0, at most z_k at x_k and at most z_n beyond x_n. If
//             D has at most the masses of this function, then delta_D(t) <= delta(t) for every real t.
// Needs.      delta is convex and decreasing in x, at least 1 - x, and at least the mass of infinite loss.
// Proof.      At m_k the slope of -delta is between u and v, and u >= v. Hence delta(x) >= delta(m_k) - u (x - m_k)
//             for x >= m_k, and delta(x) >= delta(m_k) + v (m_k - x) for x <= m_k. With u >= v these two lines form a
//             concave function W_k below delta on [x_k, x_{k+1}]. The chord of W_k is below W_k, and the line through
//             (x_k, z_k), (x_{k+1}, z_{k+1}) is below that chord. On [0, x_0] the line from (0, 1) to (x_0, z_0) is
//             below 1 - x. Beyond x_n, z_n is below the mass of infinite loss. The lower convex hull of these dots is
//             nowhere above them or their lines. Its masses are changes of slope, as in PROFILE-EXPORT-UP; smaller
//             masses lower delta_D.
// Source.     This project's.
GridMasses optimistic_masses(PrivacyProfile& pair, GridProfile& profile, long first, long last,
                             const ExportRequest& request) {
  const Ball one = Ball::integer(1, kExportBits);
  const Rational half = request.step * Rational(1, 2);
  std::vector<Dot> dots{{0, Ball(kExportBits), one}};
  Ball x = profile.x(profile.loss(first)), y = profile.delta(profile.loss(first));
  Ball least = one - x;
  for (long k = first; k < last; ++k) {
    const Rational middle = profile.loss(k) + half, next = profile.loss(k + 1);
    const Ball m = profile.x(middle), dm = profile.delta(middle);
    const Ball x1 = profile.x(next), y1 = profile.delta(next);
    const Ball left = y - dm - (dm - y1) / (x1 - m) * (m - x);
    const Ball right = y1 - dm + (y - dm) / (m - x) * (x1 - m);
    dots.push_back({k, x, lowered(min(least, y - bound_number<"PROFILE-EXPORT-DOWN">(left)))});
    x = x1;
    y = y1;
    least = y1 - bound_number<"PROFILE-EXPORT-DOWN">(right);
  }
  dots.push_back({last, x, lowered(least)});
  end_at_infinite_mass(dots, lowered(pair.infinite_mass(kExportBits)));
  return masses_of(lower_hull(dots), request, mass_below);
}

void require_export(const ExportRequest& request) {
  if (request.step.sign() <= 0) throw std::invalid_argument("the step must be above 0");
  if (request.tail.sign() <= 0 || request.tail >= Rational(1)) {
    throw std::invalid_argument("the tail must be above 0 and below 1");
  }
  if (request.reserve.sign() < 0 || request.reserve >= Rational(1)) {
    throw std::invalid_argument("the reserve must be at least 0 and below 1");
  }
}

}  // namespace

GridMasses export_profile(PrivacyProfile& profile, const ExportRequest& request,
                          const Effort& effort) {
  require_export(request);
  GridProfile grid(profile, request.step, request.tail, effort);
  const long last = grid.last_index();
  const long first = std::min(grid.first_index(), last - 1);
  require_grid(last - first + 1);
  return request.side == ProfileSide::pessimistic
             ? pessimistic_masses(grid, first, last, request)
             : optimistic_masses(profile, grid, first, last, request);
}

}  // namespace plumbline
