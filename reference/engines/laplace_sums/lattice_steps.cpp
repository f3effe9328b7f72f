#include "reference/engines/laplace_sums/lattice_steps.hpp"

#include <algorithm>

#include "reference/mechanisms/loss_pieces.hpp"

namespace plumbline::laplace_sums {
namespace {

constexpr long kMostCells = 1000000;

std::vector<Rational> ends_of(const LossPieces& pieces) {
  std::vector<Rational> out;
  for (const auto& atom : pieces.atoms) out.push_back(atom.place);
  for (const auto& stretch : pieces.stretches) {
    out.push_back(stretch.low);
    out.push_back(stretch.high);
  }
  return out;
}

/// Returns (x - low)/spacing, a natural number.
long cell(const Rational& x, const Rational& low, const Rational& spacing) {
  return static_cast<long>(((x - low) / spacing).approximate());
}

/// Returns the number of cells between the smallest and the largest end; 0 for a single end.
Rational cells_of(const std::vector<Rational>& ends, const Rational& spacing) {
  const auto [low, high] = std::minmax_element(ends.begin(), ends.end());
  return *low == *high ? Rational(0) : (*high - *low) / spacing;
}

std::nullopt_t too_many(std::string* why) {
  *why = "it covers at most " + std::to_string(kMostCells) + " cells of a common lattice";
  return std::nullopt;
}

LatticeStep on_lattice(const LossPieces& pieces, const Rational& low, const Rational& high,
                       const Rational& spacing, long count) {
  LatticeStep out{count, cell(high, low, spacing), {}, {}};
  for (const auto& atom : pieces.atoms) {
    out.atoms.push_back({cell(atom.place, low, spacing), atom.weight});
  }
  for (const auto& stretch : pieces.stretches) {
    const long from = cell(stretch.low, low, spacing), to = cell(stretch.high, low, spacing);
    out.stretches.push_back({from, to, stretch.weight / Real(Rational(to - from))});
  }
  return out;
}

}  // namespace

LatticeStep LatticeStep::mirrored() const {
  LatticeStep out{count, reach, {}, {}};
  for (const Atom& atom : atoms) out.atoms.push_back({reach - atom.place, atom.weight});
  for (const Stretch& stretch : stretches) {
    out.stretches.push_back({reach - stretch.high, reach - stretch.low, stretch.cell_weight});
  }
  return out;
}

long LatticeSteps::most_uniform() const {
  long out = 0;
  for (const LatticeStep& step : steps) out += step.stretches.empty() ? 0 : step.count;
  return out;
}

std::vector<LatticeStep> LatticeSteps::mirrored() const {
  std::vector<LatticeStep> out;
  for (const LatticeStep& step : steps) out.push_back(step.mirrored());
  return out;
}

std::optional<LatticeSteps> lattice_steps(const Composition& composition, std::string* why) {
  *why = "it covers losses with atoms and uniform stretches alone, such as those of laplace";
  std::vector<LossPieces> pieces;
  Rational spacing(0);
  bool stretched = false;
  for (const Factor& f : composition.factors()) {
    const auto found = loss_pieces(*f.mechanism);
    if (!found) return std::nullopt;
    const std::vector<Rational> ends = ends_of(*found);
    for (const Rational& x : ends) spacing = gcd(spacing, x - ends.front());
    // The spacing never increases with further factors, so that the composition can be refused early. This avoids
    // computations with thousands of long fractions.
    if (cells_of(ends, spacing) * f.count > Rational(kMostCells)) return too_many(why);
    stretched = stretched || !found->stretches.empty();
    pieces.push_back(*found);
  }
  if (!stretched) return std::nullopt;
  LatticeSteps out{spacing, Real(Rational(0)), 0, {}};
  Rational cells(0);
  for (size_t i = 0; i < pieces.size(); ++i) {
    const std::vector<Rational> ends = ends_of(pieces[i]);
    const auto [low, high] = std::minmax_element(ends.begin(), ends.end());
    const Rational count = composition.factors()[i].count;
    cells = cells + cells_of(ends, spacing) * count;
    if (cells > Rational(kMostCells) || count > Rational(kMostCells)) return too_many(why);
    out.offset = out.offset + times(pieces[i].shift + Real(*low), count);
    out.steps.push_back(
        on_lattice(pieces[i], *low, *high, spacing, static_cast<long>(count.approximate())));
    out.reach += out.steps.back().reach * out.steps.back().count;
  }
  why->clear();
  return out;
}

}  // namespace plumbline::laplace_sums
