#include "reference/engines/stated/tight_test.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::stated {
namespace {

using Unknowns = std::vector<Ball>;  ///< u, v and the moving orders
using Matrix = std::vector<std::vector<double>>;

/// The equations that the tight test solves.
class Tightness {
 public:
  Tightness(const RenyiPromise& promise, std::vector<TightOrder> tight, Ball t)
      : promise_(promise), tight_(std::move(tight)), t_(std::move(t)) {}

  Unknowns start(const FoundTest& from, Bits p) const {
    Unknowns out{Ball::from_binary64(from.u, p), Ball::from_binary64(from.v, p)};
    for (const TightOrder& order : tight_) {
      if (order.moving) out.push_back(Ball::from_binary64(order.order, p));
    }
    return out;
  }

  std::vector<PromisedOrder> orders(const Unknowns& z, Bits p) const {
    std::vector<PromisedOrder> out;
    size_t next = 2;
    for (const TightOrder& order : tight_) {
      if (!promise_.at_every_order()) {
        out.push_back({order.mirrored, false, Ball(promise_.orders[order.listed], p),
                       Ball(promise_.bounds[order.listed], p)});
        continue;
      }
      const Ball a = order.moving ? z[next++].at(p) : Ball::integer(1, p);
      out.push_back(
          {order.mirrored, order.moving, a, Ball(promise_.xi, p) + Ball(promise_.rho, p) * a});
    }
    return out;
  }

  Unknowns residuals(const Unknowns& z, Bits p) const {
    const Test test{z[0].at(p), z[1].at(p)};
    Unknowns out, slopes;
    for (const PromisedOrder& order : orders(z, p)) {
      const OrderValues at = values_at(promise_, order, test, p);
      out.push_back(at.excess / order.bound);
      if (order.moving) slopes.push_back(at.slope / order.bound);
      if (tight_.size() > 1) continue;
      // The equation requires a slope slightly below e^t, because PROMISED-TANGENTS needs a margin on that side.
      const Ball margin = exp(Ball::integer(-p.n / 3, p)) * 4;
      out.push_back(log(-at.phi_x / at.phi_y) - t_.at(p) - log1p(-margin));
    }
    out.insert(out.end(), slopes.begin(), slopes.end());
    return out;
  }

 private:
  RenyiPromise promise_;
  std::vector<TightOrder> tight_;
  Ball t_;
};

/// Returns the inverse of a matrix, by elimination with pivots; nothing if the matrix is singular.
std::optional<Matrix> inverse(Matrix a) {
  const size_t n = a.size();
  Matrix out(n, std::vector<double>(n, 0));
  for (size_t i = 0; i < n; ++i) out[i][i] = 1;
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k; i < n; ++i) {
      if (std::fabs(a[i][k]) > std::fabs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]), std::swap(out[k], out[pivot]);
    if (!(std::fabs(a[k][k]) > 0) || !std::isfinite(a[k][k])) return std::nullopt;
    for (size_t i = 0; i < n; ++i) {
      const double share = i == k ? 1 - 1 / a[k][k] : a[i][k] / a[k][k];
      for (size_t j = 0; j < n; ++j) a[i][j] -= share * a[k][j], out[i][j] -= share * out[k][j];
    }
  }
  return out;
}

std::optional<Matrix> inverse_derivative(const Tightness& equations, const Unknowns& z) {
  const Bits p{320};
  const Unknowns here = equations.residuals(z, p);
  Matrix out(z.size(), std::vector<double>(z.size()));
  for (size_t j = 0; j < z.size(); ++j) {
    Unknowns moved = z;
    const Ball step = (abs(z[j].at(p)) + 1) * exp(Ball::integer(-40, p));
    moved[j] = (z[j].at(p) + step).midpoint();
    const Unknowns there = equations.residuals(moved, p);
    for (size_t i = 0; i < z.size(); ++i) out[i][j] = ((there[i] - here[i]) / step).approximate();
  }
  return inverse(std::move(out));
}

/// Performs one Newton step with a known inverse. Returns the log of the largest component of the step; 1e300 if an
/// unknown becomes infinite.
double step(const Tightness& equations, const Matrix& inverse, Bits p, Unknowns* z) {
  const Unknowns f = equations.residuals(*z, p);
  double largest = -1e300;
  for (size_t i = 0; i < z->size(); ++i) {
    Ball change(p);
    for (size_t j = 0; j < f.size(); ++j) change += Ball::from_binary64(inverse[i][j], p) * f[j];
    (*z)[i] = ((*z)[i].at(p) - change).midpoint();
    if (!(*z)[i].is_finite()) return 1e300;
    largest = std::max(largest, change.midpoint().log_approximate());
  }
  return largest;
}

}  // namespace

std::optional<TightTest> tight_test(const RenyiPromise& promise, const FoundTest& from,
                                    const std::vector<TightOrder>& tight, const Ball& t, Bits p) {
  const Tightness equations(promise, tight, t);
  Unknowns z = equations.start(from, p);
  // Newton's method ends at a step whose log is below this number.
  const double small = -0.62 * static_cast<double>(p.n);
  std::optional<Matrix> inverse;
  double last = 1e300;
  constexpr int kMostSteps = 200, kSharpened = 4;
  for (int i = 0; i < kMostSteps; ++i) {
    if (i < kSharpened) inverse = inverse_derivative(equations, z);
    if (!inverse) return std::nullopt;
    const double size = step(equations, *inverse, p, &z);
    if (!(size < 100) || (i > kSharpened && size > last)) break;
    last = size;
    if (size < small) break;
  }
  if (last > small / 1.5) return std::nullopt;
  return TightTest{{z[0], z[1]}, equations.orders(z, p)};
}

}  // namespace plumbline::stated
