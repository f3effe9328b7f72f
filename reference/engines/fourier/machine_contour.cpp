/// Chooses a line in machine numbers. No value computed here enters a bound.
#include "reference/engines/fourier/machine_contour.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier_kernel.hpp"
#include "reference/engines/line_search.hpp"

namespace plumbline::fourier {
namespace {

constexpr double kMostNodes = 6000;
constexpr double kMostAbove = 9;  ///< maximum log of the ratio of the integrand and the answer

double height_of(const MachineContour& contour) {
  return contour.step * static_cast<double>(contour.last + 1);
}

/// Returns the lowest order at which the rules must be accurate. If c > 0, few digits suffice at orders below the pole
/// 0.
double low_order(const MachineContour& contour) {
  const double low = std::min(contour.left, contour.c);
  return contour.c > 0 ? std::max(low, 0.0) : low;
}

class MachineChooser {
 public:
  MachineChooser(MachineProduct& product, const MachineAim& aim)
      : product_(product), aim_(aim), upward_(aim.question == Question::delta) {}

  std::optional<MachineContour> run() {
    if (!saddle()) return std::nullopt;
    const double log_value =
        log_K_ + aim_.t * (1 - c_) - std::log(c_ * (c_ - 1)) - std::log(2 * M_PI * variance_) / 2;
    log_error_ = log_value - aim_.digits * kLn10;
    const bool small = log_value < aim_.log_enough - 2;
    if (small) {
      log_error_ = std::max(log_error_, aim_.log_enough - 3);
      nearer();
    }
    depth_ = std::max(log_value - log_error_, 3.0);
    auto out = with_ends();
    // If records are sampled rarely, an extreme tilt belongs to losses of negligible probability, and requires the
    // longest period. At smaller tilts the integrand is hardly larger, so they are tried, too.
    constexpr long kMany = 1500;
    if (small || (out && out->last < kMany)) return made(out, small);
    const double order = c_;
    for (const double share : {0.92, 0.85, 0.75, 0.65, 0.5, 0.35, 0.2}) {
      if (!move_to(pole() + share * (order - pole())) || top() - log_value > kMostAbove) break;
      const auto other = with_ends();
      if (other && (!out || other->last < out->last)) out = other;
      if (out && out->last < kMany) break;
    }
    return made(out, small);
  }

 private:
  /// Returns a line through c_; nothing if there is no short one.
  std::optional<MachineContour> with_ends() {
    MachineContour out;
    out.c = c_;
    const double period = std::max(side(true, &out.right), side(false, &out.left));
    if (!(period < HUGE_VAL)) return std::nullopt;
    out.step = round_down(2 * M_PI / period);
    const double high = std::max(out.right, c_);
    double height = 3 * std::sqrt(2 * depth_ / variance_);
    for (const bool again : {false, true}) {
      out.rules = machine_rules(product_, product_.grids(low_order(out), high, height), aim_.poll);
      if (out.rules.empty() || !(out.step > 0)) return std::nullopt;
      if (!end(machine_orders(out.rules, c_, aim_.poll), &out)) return std::nullopt;
      const double top = height_of(out);
      if (again || top <= height || !product_.has_height()) break;
      height = 1.1 * top;
    }
    return out;
  }

  std::optional<MachineContour> made(std::optional<MachineContour> out, bool small) const {
    if (!out) return out;
    out->small = small;
    if (aim_.fine) {
      // Log of the factor by which terms may exceed their sum, including a margin.
      constexpr double kRoomOfTerms = kMostAbove + 5;
      out->fine_depth = aim_.digits * kLn10 + kRoomOfTerms;
      out->fine = product_.grids(out->c, out->c, height_of(*out), out->fine_depth);
    }
    return out;
  }

  using Sketch = mixture::heuristic::Sketch;

  Sketch sketch(double x) {
    aim_.poll();
    return product_.sketch(x);
  }
  void set(double x, const Sketch& at) {
    c_ = x;
    log_K_ = at.log_K;
    variance_ = at.variance + 1 / (x * x) + 1 / ((x - 1) * (x - 1));
  }

  double pole() const { return upward_ ? 1 : 0; }
  /// Returns log of the size of the integrand at s = c_.
  double top() const { return log_K_ + aim_.t * (1 - c_) - std::log(c_ * (c_ - 1)); }
  bool move_to(double c) {
    const double x = short_double(c);
    if (x == pole()) return false;
    set(x, sketch(x));
    return std::isfinite(log_K_);
  }

  /// Moves c_ to the order at which the integrand is smallest: above 1 for delta, below 0 for the excess. Returns
  /// false if none is found.
  bool saddle() {
    const auto order = [&](double x) { return upward_ ? 1 + std::exp(x) : -std::exp(x); };
    double low = -12, high = 14, x = start(order);
    constexpr int kSteps = 60;
    for (int i = 0; i < kSteps; ++i) {
      if (!(x > low && x < high)) x = (low + high) / 2;
      c_ = order(x);
      const Sketch at = sketch(c_);
      const double slope = at.mean - aim_.t - 1 / c_ - 1 / (c_ - 1);
      set(c_, at);
      if (!std::isfinite(slope) || !std::isfinite(log_K_)) return false;
      // Measured away from the pole, the slope `out` changes its sign from minus to plus at the saddle.
      const double out = upward_ ? slope : -slope, distance = std::fabs(c_ - (upward_ ? 1 : 0));
      (out > 0 ? high : low) = x;
      const double step = out / (variance_ * distance);
      if (std::fabs(out) < 0.02 * std::sqrt(variance_) || high - low < 1e-3) break;
      x -= std::clamp(step, -2.0, 2.0);
    }
    c_ = short_double(c_);
    return c_ != 0 && c_ != 1;
  }

  /// Moves c_ from the saddle point towards the pole while the integrand is small enough, because large tilts are
  /// expensive.
  void nearer() {
    for (int i = 0; i < 40; ++i) {
      const double x = short_double(pole() + (c_ - pole()) / 1.5);
      const Sketch at = sketch(x);
      const double top = at.log_K + aim_.t * (1 - x) - std::log(x * (x - 1));
      if (!(top < log_error_ - 1) || x == pole()) return;
      set(x, at);
    }
  }

  /// Returns the start of the search, the log of the order's distance from the pole: the saddle for a normal loss.
  template <class Order>
  double start(const Order&) {
    const Sketch at = sketch(upward_ ? 1 : 0);
    const double far = (aim_.t - at.mean) * (upward_ ? 1 : -1), V = at.variance;
    const double x = (far + std::sqrt(far * far + 4 * V)) / (2 * V);
    return std::log(std::clamp(x, 1e-5, 1e6));
  }

  /// Returns log of the bound of ALIAS-SIDES at x, without the divisor that depends on the period.
  double log_alias(double x) {
    return log_chernoff_constant(Kernel::profile, x) + sketch(x).log_K + aim_.t * (1 - x);
  }

  /// Returns the shortest period for which the aliases on one side are small enough. Stores in *at the point at which
  /// they are bounded.
  double side(bool to_right, double* at) {
    double best = HUGE_VAL;
    const auto shorter = [&](double share) {
      const double x = place_beside(to_right, share), distance = std::fabs(x - c_);
      if (x == 0 || x == 1 || !(distance > 0) || (x > c_) != to_right) return false;
      const double period = std::max(log_alias(x) - log_error_ + 1.5, 1.0) / distance;
      if (!(period < best)) return false;
      best = period;
      *at = x;
      return true;
    };
    // The period decreases up to the best point, and increases beyond it.
    shorter(1);
    if (shorter(1.6)) {
      shorter(2.5);
      return best;
    }
    for (const double share : {0.6, 0.35, 0.2, 0.1, 0.05}) {
      if (!shorter(share) && std::isfinite(best)) break;
    }
    return best;
  }

  double place_beside(bool to_right, double share) const {
    const double reach = share * std::sqrt(2 * depth_ / variance_);
    const double x = short_double(to_right ? c_ + reach : c_ - reach);
    // The point may cross the nearest pole, but stays close to it.
    if (upward_ && !to_right && x < 1) return std::max(x, 0.25);
    if (!upward_ && to_right && x > 0) return std::min(x, 0.75);
    return x;
  }

  /// The decay of all factors at one distance Y.
  struct Place {
    double Y = 0;
    std::vector<double> b;  ///< |K_i(c+iy)| <= b_i K_i(c) for y >= Y, approximately
    double falls = 0;       ///< sum of n_i (1 - b_i^2)/2, plus q Y^2 for plain noise
  };

  /// Returns minus log of the fraction of the transform's size that remains beyond Y/m.
  double lost_beyond(const Place& place, double m) const {
    double lost = product_.noise().approximate * (place.Y / m) * (place.Y / m);
    for (size_t i = 0; i < place.b.size(); ++i) {
      const double missing = std::max(1 - place.b[i] * place.b[i], 0.0) / (m * m);
      lost -= static_cast<double>(product_.factors()[i].count) * std::log1p(-missing) / 2;
    }
    return lost;
  }

  /// Returns minus log of the decay that is needed beyond T.
  double needed(double T) const {
    return std::max(log_K_ + aim_.t * (1 - c_) - std::log(M_PI * T) - log_error_ + 0.5, 0.5);
  }

  /// Computes the length of the line, by DECAY-MULTIPLE; returns false if the line is too long.
  bool end(const std::vector<mixture::MachineOrder>& at, MachineContour* out) {
    for (const mixture::MachineOrder& one : at) {
      if (!std::isfinite(one.error()) || !(one.value() > 0)) return false;
    }
    const double first = std::sqrt(2 * depth_ / variance_);
    double best = HUGE_VAL;
    for (const Place& place : decays(at, first)) {
      double m = std::floor(std::sqrt(place.falls / needed(std::min(first, best))));
      // Maximum number by which m is increased above this estimate.
      constexpr int kMore = 3;
      for (int i = 0; i < kMore && lost_beyond(place, m + 1) >= needed(place.Y / (m + 1)); ++i) {
        m += 1;
      }
      while (m >= 1 && lost_beyond(place, m) < needed(place.Y / m)) m -= 1;
      if (!(m >= 1 && place.Y / m < best)) continue;
      best = place.Y / m;
      out->far = place.Y;
      out->multiple = saturated(m);
    }
    const double nodes = std::ceil(best / out->step);
    if (!(nodes < kMostNodes)) return false;
    out->last = std::max(2L, saturated(nodes));
    return true;
  }

  /// Computes the decay at distances Y in geometric progression. Ends where a larger Y would not shorten the line.
  std::vector<Place> decays(const std::vector<mixture::MachineOrder>& at, double T) {
    constexpr double kApart = 1.15, kLonger = 1.3, kNothing = 1e-3;
    constexpr int kPlaces = 60;
    std::vector<Place> out;
    const double unit = 0.5 / mean_angle(at);
    double shortest = HUGE_VAL;
    for (int i = 0; i < kPlaces; ++i) {
      aim_.poll();
      const Place place = decay_at(at, unit * std::pow(kApart, i));
      out.push_back(place);
      const double length = place.Y / std::sqrt(place.falls);
      shortest = std::min(shortest, length);
      const double most = *std::max_element(place.b.begin(), place.b.end());
      if (most < kNothing || (place.falls > 1.2 * needed(T) && length > kLonger * shortest)) break;
    }
    return out;
  }

  Place decay_at(const std::vector<mixture::MachineOrder>& at, double Y) const {
    Place out;
    out.Y = Y;
    out.falls = product_.noise().approximate * Y * Y;
    for (size_t i = 0; i < at.size(); ++i) {
      const double b = at[i].rough_far(Y) + 2 * at[i].error() / at[i].value();
      out.b.push_back(std::min(b, 1.0));
      out.falls += static_cast<double>(product_.factors()[i].count) * std::max(1 - b * b, 0.0) / 2;
    }
    return out;
  }

  /// Returns the mean of MachineOrder::mean_angle() over all steps.
  double mean_angle(const std::vector<mixture::MachineOrder>& at) const {
    double sum = 0;
    for (size_t i = 0; i < at.size(); ++i) {
      sum += static_cast<double>(product_.factors()[i].count) * at[i].mean_angle();
    }
    return sum / static_cast<double>(product_.steps());
  }

  MachineProduct& product_;
  const MachineAim& aim_;
  bool upward_;
  double c_ = 0, variance_ = 1, log_K_ = 0, log_error_ = 0, depth_ = 1;
};

}  // namespace

std::optional<MachineContour> choose_machine_contour(MachineProduct& product,
                                                     const MachineAim& aim) {
  return MachineChooser(product, aim).run();
}

std::optional<MachineContour> with_rules_of(const MachineProduct& rest, unsigned long steps,
                                            const MachineContour& contour, const Poll& poll) {
  // The error of a rule is multiplied by the number of all steps, not by that of `rest` alone.
  const double more = std::log(static_cast<double>(steps)) -
                      std::log(static_cast<double>(std::max(rest.steps(), 1UL)));
  MachineContour out = contour;
  const double high = std::max(contour.right, contour.c), height = height_of(contour);
  out.rules = machine_rules(
      rest, rest.grids(low_order(contour), high, height, MachineProduct::kDepthOfDoubles + more),
      poll);
  if (out.rules.size() != rest.factors().size()) return std::nullopt;
  if (!contour.fine.empty()) {
    out.fine = rest.grids(contour.c, contour.c, height, contour.fine_depth + more);
  }
  return out;
}

}  // namespace plumbline::fourier
