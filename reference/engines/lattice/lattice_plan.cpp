#include "reference/engines/lattice/lattice_plan.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::lattice {
namespace {

// Maximum number of cells of all grids. Most of the cost of a cell is that of the tails, approximately 30 us each.
constexpr size_t kMostCells = 50000;

/// Returns a rational that equals the loss, or is slightly larger (side = +1) or smaller (side = -1). The caller
/// chooses the side inside the support, because the lower measure cannot use a node outside it.
std::optional<Rational> near(const std::optional<Real>& loss, double side) {
  if (!loss) return std::nullopt;
  if (loss->rational()) return *loss->rational();
  const double x = loss->approximate();
  return Rational::from_binary64(x + side * std::fabs(x) * 0x1p-48);
}

Rational power_of_two(long exponent) {
  return Rational::from_binary64(std::ldexp(1.0, static_cast<int>(exponent)));
}

/// Coarsens a measure to the given step. A measure of fewer than 8 nodes is not coarsened: its error becomes
/// infinite, so that it proves nothing.
void coarsen_to(LatticeMeasure& measure, const Rational& step, const Frame& frame,
                const Poll& poll) {
  while (measure.step < step) {
    if (measure.masses.size() < 8) {
      measure.error = Ball::indeterminate(frame.p);
      measure.step = step;
      return;
    }
    measure = coarsened(measure, frame, poll);
  }
}

/// Returns the N-fold composition, by repeated squaring from the leading binary digit of N on.
LatticeMeasure power(const LatticeMeasure& step, const Rational& N, const Frame& frame,
                     const Ball& drop_per_step, const Poll& poll) {
  std::vector<bool> digits;
  for (auto n = static_cast<long long>(N.approximate()); n > 0; n /= 2) {
    digits.push_back(n % 2 == 1);
  }
  LatticeMeasure base = step, result = step;
  Rational copies(1);
  for (size_t i = digits.size() - 1; i-- > 0;) {
    poll();
    copies = copies * Rational(2);
    result = compose(result, result, frame, drop_per_step * Ball(copies, frame.p), poll);
    if (!digits[i]) continue;
    poll();
    coarsen_to(base, result.step, frame, poll);
    copies = copies + Rational(1);
    result = compose(result, base, frame, drop_per_step * Ball(copies, frame.p), poll);
  }
  return result;
}

}  // namespace

double Planner::convolutions() const {
  double count = 0;
  for (const Factor& f : composition_.factors()) {
    count += 1 + 1.5 * std::log2(f.count.approximate());
  }
  return 2 * count;  // for the upper and the lower measure
}

void Planner::survey(long bits, const Poll& poll) {
  if (surveyed_ >= bits) return;
  std::vector<TailSurvey> fresh;
  for (const Factor& f : composition_.factors()) fresh.emplace_back(*f.mechanism, bits, poll);
  surveys_ = std::move(fresh);
  surveyed_ = bits;
}

TailSurvey::Tilted Planner::tilted(double theta) const {
  TailSurvey::Tilted sum{0, 0, 0};
  for (size_t i = 0; i < surveys_.size(); ++i) {
    const double N = composition_.factors()[i].count.approximate();
    const TailSurvey::Tilted one = surveys_[i].tilted(theta);
    sum.log_mass += N * one.log_mass;
    sum.mean += N * one.mean;
    sum.variance += N * one.variance;
  }
  return sum;
}

double Planner::log_share(double theta, double t) const {
  const double log_answer = tilted(theta).log_mass + (1 - theta) * t;
  if (theta >= 1) return log_answer;
  return log_answer - (theta <= 0 ? t : std::max(0.0, t));
}

double Planner::saddle(double t) const {
  double range = 0;
  for (const TailSurvey& s : surveys_) {
    range = std::max(range, s.cells().back().right - s.cells().front().left);
  }
  double low = -1, high = 2;
  const double most = 3000 / range + 2;
  while (low > -most && tilted(low).mean > t) low *= 2;
  while (high < most && tilted(high).mean < t) high *= 2;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (tilted(middle).mean < t ? low : high) = middle;
  }
  // Rounds the tilt to a few digits, so that similar thresholds share a tilt.
  const double theta = (low + high) / 2;
  const double grain = std::ldexp(
      1.0, static_cast<int>(std::ceil(std::log2(0.02 / std::sqrt(tilted(theta).variance)))));
  return std::round(theta / grain) * grain;
}

double Planner::tilt(const Real& t, const Poll& poll) {
  // The smaller the answer, the larger are the losses that determine it, and the more bits the survey needs.
  constexpr long kMostBits = 4000;
  const double at = t.approximate(), N = composition_.steps().approximate();
  survey(128, poll);
  double theta = saddle(at);
  for (int i = 0; i < 4; ++i) {
    const double needed = 80 + std::log2(N) - log_share(theta, at) / kLn2;
    if (!(needed > static_cast<double>(surveyed_)) || surveyed_ >= kMostBits) break;
    survey(static_cast<long>(std::min<double>(needed + 32, kMostBits)), poll);
    theta = saddle(at);
  }
  return theta;
}

bool Planner::similar(double theta, double other) const {
  return std::fabs(theta - other) * std::sqrt(tilted(theta).variance) < 0.3;
}

namespace {

/// The preferred grid of one factor: a step, and the factor's smallest and largest loss if they must be nodes.
struct GridWish {
  double step;
  std::optional<Rational> smallest, largest;
  Rational origin;

  bool bounded() const { return smallest && largest; }
  /// Returns k such that base 2^k is the largest power-of-two multiple of `base` that is at most the step.
  long level(const Rational& base) const {
    return saturated(std::floor(std::log2(step / base.approximate())));
  }
};

/// Returns the maximum, over the factors other than `base`, of the distance in steps from the last node to the
/// factor's largest loss.
double misfit_of(const std::vector<GridWish>& wishes, size_t base, const Rational& step) {
  double misfit = 0;
  for (size_t i = 0; i < wishes.size(); ++i) {
    if (i == base || !wishes[i].bounded()) continue;
    const double length = (*wishes[i].largest - *wishes[i].smallest).approximate();
    const double steps =
        length / std::ldexp(step.approximate(), static_cast<int>(wishes[i].level(step)));
    // The fractional part of the number of steps. 1e-9 is added so that rounding does not turn 0 into almost 1.
    misfit = std::max(misfit, steps + 1e-9 - std::floor(steps + 1e-9));
  }
  return misfit;
}

/// Returns a step such that the smallest and the largest loss of the factor `base` are nodes, also after coarsening. If
/// one of them is unbounded, returns the preferred step.
Rational common_step(const std::vector<GridWish>& wishes, size_t base) {
  const GridWish& wish = wishes[base];
  if (!wish.bounded() || !(*wish.smallest < *wish.largest)) {
    return Rational::from_binary64(wish.step);
  }
  const Rational range = *wish.largest - *wish.smallest;
  // Maximum number of steps in a 64th of the range. A range that needs more steps is far too wide for a lattice.
  constexpr double kMostSteps = 1e12;
  const double count = std::clamp(std::ceil(range.approximate() / wish.step / 64), 1.0, kMostSteps);
  double least = 1e300;
  long chosen = static_cast<long>(count);
  const long first = chosen;
  for (long k = first; k <= std::min(2 * first, first + 2000); ++k) {
    const double misfit = misfit_of(wishes, base, range / Rational(64 * k));
    if (misfit < least * 0.8) {
      least = misfit;
      chosen = k;
    }
    if (misfit < 1e-8) break;
  }
  return range / Rational(64 * chosen);
}

}  // namespace

std::vector<StepGrid> Planner::grids(double theta, double log_drop, size_t nodes) const {
  const auto& factors = composition_.factors();
  const size_t cells = std::min(nodes, kMostCells / factors.size());
  std::vector<GridWish> wishes;
  for (size_t i = 0; i < factors.size(); ++i) {
    const DominatingPair& m = *factors[i].mechanism;
    const Extent e =
        extent(surveys_[i], theta, log_drop - std::log(factors[i].count.approximate()), cells);
    if (!std::isnormal(e.length) || !std::isfinite(e.finest)) throw NoGrid{};
    GridWish w{std::max(e.finest, e.length / static_cast<double>(nodes)),
               near(m.smallest_loss(), +1), near(m.largest_loss(), -1), Rational(0)};
    w.origin = w.smallest ? *w.smallest : w.largest ? *w.largest : Rational(0);
    wishes.push_back(w);
  }
  size_t base = 0;
  while (base + 1 < wishes.size() && !wishes[base].bounded()) ++base;
  const Rational step = common_step(wishes, base);
  std::vector<StepGrid> out;
  for (size_t i = 0; i < factors.size(); ++i) {
    const Rational own = i == base ? step : step * power_of_two(wishes[i].level(step));
    out.push_back(choose_grid(surveys_[i], theta,
                              log_drop - std::log(factors[i].count.approximate()), wishes[i].origin,
                              own, cells));
  }
  return out;
}

namespace {

using UpperAndLower = std::pair<LatticeMeasure, LatticeMeasure>;

/// Composes the powers of all factors, those on the finest lattices first. The finer of two lattices is first coarsened
/// to the step of the other.
UpperAndLower composed(std::vector<UpperAndLower> powers, const std::pair<Frame, Frame>& frames,
                       const Ball& drop, const Poll& poll) {
  std::sort(powers.begin(), powers.end(),
            [](const auto& x, const auto& y) { return x.first.step < y.first.step; });
  const auto together = [&](const LatticeMeasure& a, const LatticeMeasure& b,
                            const Frame& ordered) {
    poll();
    LatticeMeasure finer = a, coarser = b;
    if (coarser.step < finer.step) std::swap(finer, coarser);
    coarsen_to(finer, coarser.step, ordered, poll);
    return compose(finer, coarser, ordered, drop, poll);
  };
  UpperAndLower out = powers.front();
  for (size_t i = 1; i < powers.size(); ++i) {
    out.first = together(out.first, powers[i].first, frames.first);
    out.second = together(out.second, powers[i].second, frames.second);
  }
  return out;
}

}  // namespace

Bracket Planner::bracket(const Real& t, double theta, size_t nodes, int digits, int extra_bits,
                         const Poll& poll) {
  survey(128, poll);
  const double N = composition_.steps().approximate(), at = t.approximate();
  // Digits beyond the accuracy of the step would cost time without benefit.
  const double useful = std::min<double>(digits, 2 * std::log10(static_cast<double>(nodes)) - 1);
  const TailSurvey::Tilted whole = tilted(theta);
  const double deviation = std::sqrt(whole.variance);
  const double kept_bits =
      (useful + 1) / std::log10(2.0) + 12 + std::fabs(std::log2(deviation)) + extra_bits;
  const auto needed = saturated(kept_bits + std::log2(N) - log_share(theta, at) / kLn2);
  survey(std::max(needed, 64L), poll);

  Frame frame;
  frame.theta = theta;
  frame.most = nodes;
  frame.scale =
      static_cast<long>(kept_bits + std::log2(N) + std::log2(static_cast<double>(nodes)) + 10);
  frame.p = Bits{frame.scale + 64};
  const double log_drop = -kept_bits * kLn2;
  const std::vector<StepGrid> cells = grids(theta, log_drop, nodes);
  const Ball drop =
      exp(Ball::from_binary64(log_drop, frame.p)) / 8 / Ball(composition_.steps(), frame.p);

  const auto& factors = composition_.factors();
  Bracket out{
      frame,
      LatticeMeasure{Rational(0), Rational(1), IntegerVector(0), Ball(frame.p), Ball(frame.p)},
      LatticeMeasure{Rational(0), Rational(1), IntegerVector(0), Ball(frame.p), Ball(frame.p)},
      Ball(frame.p),
      {Ball(frame.p), Ball(frame.p), Ball(frame.p), Ball(frame.p)}};
  Frame above = frame, below = frame;
  below.order = ConvexOrder::lower;
  std::vector<UpperAndLower> powers;
  for (size_t i = 0; i < factors.size(); ++i) {
    const StepMeasures one =
        discretise(*factors[i].mechanism, surveys_[i], cells[i], frame, frame.p + 8, poll);
    const Ball count(factors[i].count, frame.p);
    out.log_scale += Ball::from_binary64(one.log_scale, frame.p) * count;
    const LossTails& beyond = surveys_[i].outside();
    out.beyond.P_above += beyond.P_above.upper().at(frame.p) * count;
    out.beyond.P_below += beyond.P_below.upper().at(frame.p) * count;
    out.beyond.Q_above += beyond.Q_above.upper().at(frame.p) * count;
    out.beyond.Q_below += beyond.Q_below.upper().at(frame.p) * count;
    powers.emplace_back(power(one.upper, factors[i].count, above, drop, poll),
                        power(one.lower, factors[i].count, below, drop, poll));
  }
  std::tie(out.upper, out.lower) =
      composed(std::move(powers), {above, below}, drop * Ball(composition_.steps(), frame.p), poll);
  return out;
}

}  // namespace plumbline::lattice
