/// Finds a root in a bracket in the working precision, which is chosen at run time.
#include <algorithm>

#include "verify/approximations/numerics/roots.hpp"

namespace plumbline::approximations {
namespace {

using Real = AdjustableReal;

bool negative(const Real& y) { return y < 0; }

/// Chandrupatla's bracket: x1 is the newest point, x2 the point on the other side of the root, x3 the previous point.
struct RootBracket {
  Real x1, x2, x3, f1, f2, f3;

  void take(const Real& x, const Real& f) {
    if (negative(f) == negative(f1)) {
      x3 = x1, f3 = f1;
    } else {
      x3 = x2, f3 = f2, x2 = x1, f2 = f1;
    }
    x1 = x, f1 = f;
  }
  const Real& best() const { return abs(f1) < abs(f2) ? x1 : x2; }

  /// Returns the fraction s of the next point x1 + s (x2 - x1). It is found by inverse quadratic interpolation if this
  /// is reliable; otherwise it is 1/2.
  Real share() const {
    const Real xi = (x1 - x2) / (x3 - x2), phi = (f1 - f2) / (f3 - f2);
    if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)) return Real(1) / 2;
    return f1 / (f2 - f1) * f3 / (f2 - f3) +
           (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2);
  }
};

}  // namespace

template <>
AdjustableReal bracketed_root(const std::function<AdjustableReal(const AdjustableReal&)>& g,
                              const AdjustableReal& a, const AdjustableReal& b,
                              const AdjustableReal& ga, const AdjustableReal& gb) {
  RootBracket bracket{b, a, a, gb, ga, ga};
  const Real width = 4 * std::numeric_limits<Real>::epsilon();
  Real share = Real(1) / 2;
  // The limit allows for many bisections: they alone need as many steps as bits, and more if the root is near 0.
  for (long k = 0; k < 8 * WorkingPrecision::current().n; ++k) {
    const Real x = bracket.x1 + share * (bracket.x2 - bracket.x1);
    bracket.take(x, g(x));
    const Real least = width * abs(bracket.best()) / abs(bracket.x2 - bracket.x1);
    if (bracket.f1 == 0 || least * 2 > 1) break;
    share = std::clamp(bracket.share(), least, Real(1 - least));
  }
  return bracket.f1 == 0 ? bracket.x1 : bracket.best();
}

}  // namespace plumbline::approximations
