#include "reference/statistics/samplers/line_law.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/double_text.hpp"

namespace plumbline {
namespace {

constexpr int kCutDigits = 6;  ///< number of significant digits of a cut between intervals of reals
constexpr int kHalvings = 60;

double cut_mass(const UpperBound& x) { return x.ball(Bits{64}).approximate(); }

/// Returns x rounded to few digits; 0 if x is far smaller than `range`.
double short_number(double x, double range) {
  return std::fabs(x) < 1e-6 * range ? 0 : parse_double(significant_text(x, kCutDigits));
}

std::vector<double> cuts_at(const LineLaw& law, int parts) {
  std::vector<double> out;
  for (int j = 1; j < parts; ++j) {
    const double q = static_cast<double>(j) / parts;
    out.push_back(quantile_cut(law, std::min(q, 1 - q), q > 0.5));
  }
  return out;
}

std::vector<double> tail_cuts(const LineLaw& law) {
  std::vector<double> out;
  for (int k = 1; k <= 6; ++k) {
    for (const bool from_above : {false, true}) {
      out.push_back(quantile_cut(law, std::pow(10.0, -k), from_above));
    }
  }
  return out;
}

std::string cut_text(const LineLaw& law, double x) {
  return significant_text(x, law.is_whole() ? 17 : kCutDigits);
}

}  // namespace

double quantile_cut(const LineLaw& law, double q, bool from_above) {
  auto [low, high] = law.range();
  for (int i = 0; i < kHalvings; ++i) {
    double middle = low + (high - low) / 2;
    if (law.is_whole()) middle = std::floor(middle);
    const double mass =
        cut_mass(from_above ? law.mass(middle, std::nullopt) : law.mass(std::nullopt, middle));
    (from_above ? mass <= q : mass >= q) ? high = middle : low = middle;
    if (law.is_whole() && high - low <= 1) break;
  }
  return law.is_whole() ? high : short_number(high, law.range().second);
}

CellPartition intervals(const LineLaw& law, const std::string& name, std::vector<double> cuts) {
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  CellPartition out;
  out.name = name;
  std::optional<double> before;
  for (const double cut : cuts) {
    out.cells.push_back(before ? "in (" + cut_text(law, *before) + ", " + cut_text(law, cut) + "]"
                               : "at most " + cut_text(law, cut));
    out.masses.push_back(law.mass(before, cut));
    before = cut;
  }
  out.cells.push_back("above " + cut_text(law, cuts.back()));
  out.masses.push_back(law.mass(before, std::nullopt));
  out.cell = [cuts](const SamplerDraw& x, const SamplerDraw&) {
    return static_cast<size_t>(std::lower_bound(cuts.begin(), cuts.end(), x.value) - cuts.begin());
  };
  return out;
}

CellPartition octiles(const LineLaw& law) { return intervals(law, "octiles", cuts_at(law, 8)); }

std::vector<CellPartition> interval_partitions(const LineLaw& law) {
  return {intervals(law, "sides", {quantile_cut(law, 0.5, false)}),
          intervals(law, "middle", {quantile_cut(law, 0.25, false), quantile_cut(law, 0.25, true)}),
          octiles(law), intervals(law, "quantiles", cuts_at(law, 32)),
          intervals(law, "tails", tail_cuts(law))};
}

}  // namespace plumbline
