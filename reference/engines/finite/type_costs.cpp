#include "reference/engines/finite/type_costs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::finite_sums {
namespace {

/// Bounds the number of different sums of losses of some parts, by the number of lattice points in the box that
/// contains the keys of these sums.
class Box {
 public:
  void add(const Power& part, double count) {
    const size_t dimension = part.atoms.front().key.size();
    range_.resize(dimension, 0);
    spacing_.resize(dimension, 0);
    if (dimension == 0) known_ = false;
    for (size_t j = 0; j < dimension; ++j) {
      long low = part.atoms.front().key[j], high = low;
      for (const StepAtom& x : part.atoms) {
        low = std::min(low, x.key[j]);
        high = std::max(high, x.key[j]);
        spacing_[j] = std::gcd(spacing_[j], x.key[j] - part.atoms.front().key[j]);
      }
      range_[j] += count * static_cast<double>(high - low);
    }
  }
  double log_size() const {
    if (!known_) return 1e300;
    double sum = 0;
    for (size_t j = 0; j < range_.size(); ++j) {
      if (spacing_[j] > 0) sum += std::log1p(range_[j] / static_cast<double>(spacing_[j]));
    }
    return sum;
  }

 private:
  bool known_ = true;
  std::vector<double> range_;
  std::vector<long> spacing_;
};

/// Returns the logarithm of the smaller of two numbers: the number of types of n steps among d atoms, and the product
/// of the sizes of the count ranges without the largest one.
double log_types(const std::vector<double>& masses, double n, double digits) {
  const double d = static_cast<double>(masses.size());
  const double all = log_gamma(n + d) - log_gamma(n + 1) - log_gamma(d);
  double box = 0, widest = 0;
  for (const double mass : masses) {
    const double size = std::log(count_range_size(n, mass, digits));
    box += size;
    widest = std::max(widest, size);
  }
  return std::min(all, box - widest);
}

double log_sum(double a, double b) {
  return std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
}

}  // namespace

PartPlan part_plan(const Power& part, const std::vector<double>& masses, long n, double digits) {
  const double types = log_types(masses, static_cast<double>(n), digits);
  Box box;
  box.add(part, static_cast<double>(n));
  const double atoms = std::min(types, box.log_size());
  if (n == 1 || types < std::log(2000.0)) return {{types, atoms}, true};
  const Cost half = part_plan(part, masses, n / 2, digits).cost;
  const double doubling = log_sum(half.work, 2 * half.atoms + (n % 2 == 0 ? 0.0 : std::log(3.0)));
  if (types <= doubling) return {{types, atoms}, true};
  return {{doubling, std::min(atoms, 2 * half.atoms)}, false};
}

std::vector<double> rough_masses(const Tilted& tilt) {
  std::vector<double> out;
  for (const Ball& mass : tilt.masses) out.push_back(mass.approximate());
  return out;
}

namespace {

Halves grouped(std::vector<Power> parts, double c, double digits) {
  std::vector<std::pair<Cost, Power>> sized;
  for (const Power& part : parts) {
    const auto masses = rough_masses(tilted(part, c, Bits{128}));
    sized.emplace_back(part_plan(part, masses, part.count, digits).cost, part);
  }
  std::sort(sized.begin(), sized.end(),
            [](const auto& a, const auto& b) { return a.first.atoms > b.first.atoms; });
  Halves out;
  Box boxes[2];
  double atoms[2] = {0, 0}, work = 0;
  for (const auto& [cost, part] : sized) {
    const int half = atoms[0] <= atoms[1] ? 0 : 1;
    (half == 0 ? out.first : out.second).push_back(part);
    boxes[half].add(part, static_cast<double>(part.count));
    work = log_sum(log_sum(work, cost.work), atoms[half] + cost.atoms);
    atoms[half] = std::min(atoms[half] + cost.atoms, boxes[half].log_size());
  }
  out.cost = {work, std::max(atoms[0], atoms[1])};
  return out;
}

}  // namespace

Halves halves(const Tail& tail, double c) {
  Halves best = grouped(tail.parts, c, tail.digits);
  for (size_t i = 0; i < tail.parts.size(); ++i) {
    if (tail.parts[i].count < 2) continue;
    std::vector<Power> parts = tail.parts;
    parts.push_back(parts[i]);
    parts[i].count /= 2;
    parts.back().count -= parts[i].count;
    Halves cut = grouped(parts, c, tail.digits);
    if (cut.cost.work < best.cost.work) best = std::move(cut);
  }
  return best;
}

}  // namespace plumbline::finite_sums
