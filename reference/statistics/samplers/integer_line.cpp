#include "reference/statistics/samplers/integer_line.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostValues = 48;  ///< maximum number of integers that have a cell of their own
constexpr double kLeastValue = 0.0005;  ///< minimum mass of an integer with its own cell

double size_of_mass(const UpperBound& x) { return x.ball(Bits{64}).approximate(); }

/// Returns the cuts x - 1 and x for each integer x near the median that has its own cell (x - 1, x].
std::vector<double> value_cuts(const IntegerLineLaw& law) {
  const double middle = quantile_cut(law, 0.5, false);
  std::vector<double> out;
  for (size_t i = 0; i < kMostValues; ++i) {
    const double away = std::ceil(static_cast<double>(i) / 2),
                 x = middle + (i % 2 == 0 ? away : -away);
    if (size_of_mass(law.mass(x - 1, x)) < kLeastValue) continue;
    out.insert(out.end(), {x - 1, x});
  }
  return out;
}

bool is_supported(const SamplerDraw& x, std::optional<long> first, std::optional<long> last) {
  return x.is_whole && !(first && x.whole < *first) && !(last && x.whole > *last);
}

}  // namespace

CellPartition residues(const IntegerLineLaw& law, long modulus) {
  CellPartition out;
  out.name = "residues modulo " + std::to_string(modulus);
  for (long r = 0; r < modulus; ++r) {
    out.cells.push_back(std::to_string(r) + " modulo " + std::to_string(modulus));
    out.masses.push_back(law.residue_mass(r, modulus));
  }
  out.cell = [modulus](const SamplerDraw& x, const SamplerDraw&) {
    return static_cast<size_t>((x.whole % modulus + modulus) % modulus);
  };
  return out;
}

std::vector<CellPartition> integer_partitions(const IntegerLineLaw& law) {
  std::vector<CellPartition> out = interval_partitions(law);
  const std::vector<double> values = value_cuts(law);
  if (!values.empty()) out.push_back(intervals(law, "values", values));
  for (const long modulus : {2L, 16L}) out.push_back(residues(law, modulus));
  out.push_back(support("no integer of the support",
                        [first = law.first(), last = law.last()](const SamplerDraw& x) {
                          return is_supported(x, first, last);
                        }));
  return out;
}

}  // namespace plumbline
