/// Chooses the nodes of a step's lattice: nodes are close where the tilted density is large.
#include <algorithm>
#include <cmath>

#include "reference/engines/lattice/lattice_step.hpp"

namespace plumbline::lattice {
namespace {

/// Returns log of an upper bound of the tilted mass of a cell of the survey.
double log_bound(const LossCell& c, double theta) {
  const double P = c.log_P + std::max(theta * c.left, theta * c.right);
  const double Q = c.log_Q + std::max((theta - 1) * c.left, (theta - 1) * c.right);
  return std::min(P, Q);
}

/// Returns the range first .. last of the cells that contain all but e^log_drop of the tilted mass.
std::pair<size_t, size_t> core(const TailSurvey& survey, double theta, double log_drop) {
  const auto& cells = survey.cells();
  const double limit = survey.tilted(theta).log_mass + log_drop;
  size_t first = 0, last = cells.size() - 1;
  double sum = 0;
  for (; first < last; ++first) {
    sum += std::exp(log_bound(cells[first], theta) - limit);
    if (!(sum < 0.5)) break;
  }
  sum = 0;
  for (; last > first; --last) {
    sum += std::exp(log_bound(cells[last], theta) - limit);
    if (!(sum < 0.5)) break;
  }
  return {first, last};
}

/// The target width of the grid's cells in each cell first .. last of the survey. A width proportional to
/// density^(-1/3) minimises the total error (the sum of mass times width squared) for a given number of cells.
struct Widths {
  size_t first, last;
  std::vector<double> width;
};

Widths widths(const TailSurvey& survey, double theta, double log_drop, size_t count) {
  const auto& cells = survey.cells();
  const auto [first, last] = core(survey, theta, log_drop);
  const TailSurvey::Tilted all = survey.tilted(theta);
  const double most = 10 / std::sqrt(all.variance);  // maximum density, because an atom does not
                                                     // require narrow cells
  Widths out{first, last, {}};
  double sum = 0;
  for (size_t i = first; i <= last; ++i) {
    const double w = cells[i].right - cells[i].left;
    const double density = std::clamp(
        std::exp(TailSurvey::log_tilted(cells[i], theta) - all.log_mass) / w, most * 1e-12, most);
    out.width.push_back(std::cbrt(1 / density));
    sum += w / out.width.back();
  }
  for (double& w : out.width) w *= sum / static_cast<double>(count);
  return out;
}

}  // namespace

Extent extent(const TailSurvey& survey, double theta, double log_drop, size_t cells) {
  const Widths w = widths(survey, theta, log_drop, cells);
  return {*std::min_element(w.width.begin(), w.width.end()),
          survey.cells()[w.last].right - survey.cells()[w.first].left};
}

namespace {

/// Returns true if a cell of the grid may extend from `from` to `from` + width. `i` is the index in `w` of the
/// survey's cell that contains `from`.
bool fits(const TailSurvey& survey, const Widths& w, size_t i, double from, double width) {
  const auto& cells = survey.cells();
  for (size_t j = i; j < w.width.size() && cells[w.first + j].left < from + width; ++j) {
    if (w.width[j] < width) return false;
  }
  return true;
}

}  // namespace

StepGrid choose_grid(const TailSurvey& survey, double theta, double log_drop,
                     const Rational& origin, const Rational& step, size_t count) {
  constexpr long kWidest = 64;
  const auto& cells = survey.cells();
  const Widths w = widths(survey, theta, log_drop, count);
  const double h = step.approximate(), o = origin.approximate();
  const double left = cells[w.first].left, right = cells[w.last].right;
  constexpr double kMostSteps = 1e12;
  if (!(h > 0) || !((std::fabs(left - o) + std::fabs(right - o)) / h < kMostSteps)) throw NoGrid{};
  const auto start = static_cast<long>(std::floor((left - o) / h / kWidest)) * kWidest;
  StepGrid out{origin, step, {start}};
  size_t i = 0;
  long before = kWidest;
  while (o + static_cast<double>(out.nodes.back()) * h < right) {
    const long at = out.nodes.back();
    const double loss = o + static_cast<double>(at) * h;
    while (i + 1 < w.width.size() && cells[w.first + i].right <= loss) ++i;
    long stride = std::min(kWidest, 2 * before);
    while (stride > 1 &&
           (at % stride != 0 || !fits(survey, w, i, loss, static_cast<double>(stride) * h))) {
      stride /= 2;
    }
    out.nodes.push_back(at + stride);
    before = stride;
  }
  // In the last cell, the lower measure bounds C_X by a line that touches C_X at the right end of the cell
  // (lattice_lines.hpp). This is inaccurate if an atom lies at this end. Therefore one more cell follows the largest
  // loss.
  out.nodes.push_back(out.nodes.back() + kWidest);
  while (out.nodes.size() < 4) out.nodes.push_back(out.nodes.back() + kWidest);
  return out;
}

}  // namespace plumbline::lattice
