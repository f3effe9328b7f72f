#include "reference/engines/integer_gaussians/gaussian_lattices.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {
namespace {

constexpr double kFewTerms = 2e5;  // number of terms whose sum takes half a second

}  // namespace

GaussianLattices::GaussianLattices(std::vector<Group> groups) : groups_(std::move(groups)) {
  std::sort(groups_.begin(), groups_.end(), [](const Group& x, const Group& y) {
    return x.variance * Rational(x.count) < y.variance * Rational(y.count);
  });
}

double GaussianLattices::reach(const Group& group, double depth) {
  const auto N = static_cast<double>(group.count);
  return std::ceil(
      std::sqrt(2 * N * group.variance.approximate() * (depth * kLn2 + std::log(2 * N + 2))));
}

double GaussianLattices::terms(double depth) const {
  double product = 1, longest = 1;
  for (const Group& g : groups_) {
    const double length = 2 * reach(g, depth) + 1;
    product *= length;
    longest = std::max(longest, length);
  }
  return product / longest;
}

double GaussianLattices::entries(double depth) const {
  double sum = 0;
  for (const Group& g : groups_) sum += 2 * reach(g, depth) + 1;
  return sum;
}

const GaussianLattices::Laws& GaussianLattices::laws(double depth, Bits p, const Poll& poll) {
  return laws_.get({depth, p.n}, [&] {
    Laws out;
    for (const Group& g : groups_) out.push_back(tabulate(g, depth, p, poll));
    return out;
  });
}

Ball GaussianLattices::above(const Real& u, bool strict, double depth, Bits p, const Poll& poll) {
  const Laws& laws = this->laws(depth, p, poll);
  Ball sum(p);
  if (terms(depth) > kFewTerms && half(depth) < kMostPoints) {
    const Halves& halves = halves_.get({depth, p.n}, [&] { return split(laws, depth, p, poll); });
    sum = by_halves(laws, halves, u, strict, p, poll);
  } else {
    sum = by_sum(laws, u, strict, p, poll);
  }
  UpperBound error;
  for (const Law& law : laws) error = error + law.beyond;
  const Ball width = Ball::zero_to(error, p);
  return sum + Ball::hull(-width, width);
}

Ball GaussianLattices::by_sum(const Laws& all, const Real& u, bool strict, Bits p,
                              const Poll& poll) {
  const Law& last = all.back();
  const Ball level = u(p), spacing(last.spacing, p);
  const auto from = [&](const Rational& integer) -> const Ball& {
    const double x = integer.approximate(), w = static_cast<double>(last.reach);
    return last.from[static_cast<size_t>(std::clamp(x + w, 0.0, 2 * w + 1))];
  };
  // Returns the mass, in the last group's table, of the integers n with n spacing > u - loss (>= if not `strict`).
  const auto rest = [&](const Rational& loss) {
    if (u.rational()) {
      const Rational z = (*u.rational() - loss) / last.spacing;
      return from(strict ? floor(z) + Rational(1) : -floor(-z));
    }
    // n > z means n > floor(z); n >= z means n >= -floor(-z).
    const Ball z = (level - Ball(loss, p)) / spacing, turned = strict ? z : -z;
    const auto low = certain_floor(turned.lower()), high = certain_floor(turned.upper());
    if (!low || !high) return Ball::hull(from(Rational(-last.reach)), Ball(p));
    if (strict) return Ball::hull(from(*low + Rational(1)), from(*high + Rational(1)));
    return Ball::hull(from(-*low), from(-*high));
  };
  Ball sum(p);
  long count = 0;
  const auto walk = [&](const auto& self, size_t i, const Ball& weight,
                        const Rational& loss) -> void {
    if (i + 1 == all.size()) {
      if (++count % 4096 == 0) poll();
      sum += weight * rest(loss);
      return;
    }
    for (long x = -all[i].reach; x <= all[i].reach; ++x) {
      self(self, i + 1, weight * all[i].masses[static_cast<size_t>(x + all[i].reach)],
           loss + all[i].spacing * Rational(x));
    }
  };
  walk(walk, 0, Ball::integer(1, p), Rational(0));
  return sum;
}

}  // namespace plumbline
