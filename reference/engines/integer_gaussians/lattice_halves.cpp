/// Divides the groups of a GaussianLattices object into two sets. For each set, all values of its part of U are listed
/// with their masses, and P(U > u) is computed from the two lists.
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/integer_gaussians/gaussian_lattices.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostGroups = 16;  // maximum number of groups for the search of the best division

}  // namespace

/// Returns, as a bit mask, the subset of the groups for which the longer of the two lists is shortest.
std::uint32_t GaussianLattices::best_split(double depth, double* longer) const {
  const size_t n = groups_.size();
  *longer = std::numeric_limits<double>::infinity();
  if (n < 2 || n > kMostGroups) return 1;
  // The points of mass at least 2^-(depth + pruned_) lie in an ellipsoid. `axes` are approximately the logs of its
  // semi-axes.
  std::vector<double> axes;
  for (const Group& g : groups_) {
    axes.push_back(std::log(std::sqrt(2 * (depth + pruned_) * kLn2 * g.variance.approximate() *
                                      static_cast<double>(g.count)) +
                            1));
  }
  std::uint32_t best = 1;
  for (std::uint32_t mask = 1; mask < (1U << (n - 1)); ++mask) {
    double sizes[2] = {0, 0}, count[2] = {0, 0};
    for (size_t i = 0; i < n; ++i) {
      const size_t side = (mask >> i) & 1U;
      sizes[side] += axes[i];
      count[side] += 1;
    }
    double most = 0;
    for (int side = 0; side < 2; ++side) {
      const double k = count[side], volume = k / 2 * std::log(M_PI) - log_gamma(k / 2 + 1);
      most = std::max(most, std::exp(sizes[side] + volume));
    }
    if (most < *longer) {
      *longer = most;
      best = mask;
    }
  }
  return best;
}

double GaussianLattices::half(double depth) const {
  double longer = 0;
  best_split(depth, &longer);
  return longer;
}

Rational GaussianLattices::Half::loss(const Laws& laws, size_t id) const {
  Rational out(0);
  for (size_t i = 0; i < members.size(); ++i) {
    out = out + laws[members[i]].spacing * Rational(places[id * members.size() + i]);
  }
  return out;
}

GaussianLattices::Half GaussianLattices::half_of(const Laws& laws, std::uint32_t members,
                                                 double depth, Bits p, const Poll& poll) const {
  Half out;
  for (size_t i = 0; i < laws.size(); ++i) {
    if (((members >> i) & 1U) != 0) out.members.push_back(i);
  }
  const double least = -(depth + pruned_);
  std::vector<std::vector<double>> log_masses;  // heuristic
  for (const size_t i : out.members) {
    log_masses.emplace_back();
    for (const Ball& mass : laws[i].masses) {
      log_masses.back().push_back(mass.log_approximate() / kLn2);
    }
  }
  std::vector<SortedLaw::Point> points;
  std::vector<int> at(out.members.size());
  const auto walk = [&](const auto& self, size_t i, const Ball& weight, double log_weight,
                        double place) -> void {
    if (i == out.members.size()) {
      if (points.size() % 4096 == 0) poll();
      if (static_cast<double>(points.size()) > 4 * kMostPoints) throw Interrupted();
      out.places.insert(out.places.end(), at.begin(), at.end());
      points.push_back({place, points.size(), weight});
      return;
    }
    const Law& law = laws[out.members[i]];
    const double spacing = law.spacing.approximate();
    for (long x = -law.reach; x <= law.reach; ++x) {
      const auto j = static_cast<size_t>(x + law.reach);
      const double log_mass = log_weight + log_masses[i][j];
      if (!(log_mass >= least)) continue;
      at[i] = static_cast<int>(x);
      self(self, i + 1, i == 0 ? law.masses[j] : weight * law.masses[j], log_mass,
           place + spacing * static_cast<double>(x));
    }
  };
  walk(walk, 0, Ball::integer(1, p), 0, 0);
  SortedLaw made(std::move(points), p, poll);
  out.law.emplace(std::move(made));
  return out;
}

GaussianLattices::Halves GaussianLattices::split(const Laws& laws, double depth, Bits p,
                                                 const Poll& poll) const {
  double longer = 0;
  const std::uint32_t members = best_split(depth, &longer);
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << laws.size()) - 1);
  Half one = half_of(laws, members, depth, p, poll);
  return {std::move(one), half_of(laws, all & ~members, depth, p, poll)};
}

// BOUND(HALF-REST)
// Statement.  Let F = F_1 x F_2 be a product of measures of total mass at most 1. Let U be the sum of both parts. Let
//             a list of points of F_1 have the total mass m_1, and a list of points of F_2 the total mass m_2. Then,
//             for every set E, P(U in E) exceeds the sum over the listed pairs with U in E by at most (1 - m_1) + (1 -
//             m_2), apart from the error of FOLDED-GAUSSIANS.
// Needs.      The listed points are disjoint: half_of lists each point once.
// Proof.      If a pair is not listed, its first part or its second part is not listed.
// Source.     Elementary.
Ball GaussianLattices::by_halves(const Laws& laws, const Halves& halves, const Real& u, bool strict,
                                 Bits p, const Poll& poll) {
  const auto& [one, two] = halves;
  const Ball level = u(p);
  const auto above = [&, &one = one, &two = two](size_t a, size_t b) -> std::optional<bool> {
    const Rational loss = one.loss(laws, a) + two.loss(laws, b);
    if (u.rational()) return strict ? loss > *u.rational() : loss >= *u.rational();
    const Ball gap = Ball(loss, p) - level;
    if (certainly_positive(gap)) return true;
    if (certainly_negative(gap)) return false;
    return std::nullopt;
  };
  const Ball sum =
      mass_above(*one.law, *two.law, level.approximate(), slack(laws, level), above, p, poll);
  const Ball missing = Ball::integer(2, p) - one.law->total() - two.law->total();
  const UpperBound rest = bound<"HALF-REST">(UpperBound::of(max(missing, Ball(p)).upper()));
  return sum + Ball::zero_to(rest, p);
}

/// Returns a bound of two rounding errors: of a sum of losses computed in doubles, and of the level rounded to a
/// double. A loss is a sum of at most kMostGroups products, each rounded twice. This function checks that the errors of
/// the rounded spacings, of the rounded level and of these operations are small enough. Returns a negative number if a
/// check fails.
double GaussianLattices::slack(const Laws& laws, const Ball& level) {
  const Bits p{128};
  const double at = level.approximate();
  double size = std::fabs(at);
  for (const Law& law : laws) {
    size += static_cast<double>(law.reach) * law.spacing.approximate();
  }
  const double e = size * 0x1p-40;
  if (!std::isfinite(e) || !(e > 0)) return -1;
  const Ball most = exact(e, p) / 4;
  Ball sizes = abs(exact(at, p)), errors(p);
  for (const Law& law : laws) {
    const Ball spacing(law.spacing, p);
    sizes += spacing * law.reach;
    errors += abs(spacing - exact(law.spacing.approximate(), p)) * law.reach;
  }
  const bool holds = certainly_at_most(abs(level - exact(at, p)), most) &&
                     certainly_at_most(errors, most) && certainly_at_most(sizes / (1L << 46), most);
  return holds ? e : -1;
}

}  // namespace plumbline
