#include "reference/engines/fourier/fourier_contour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/line_search.hpp"
#include "reference/engines/perturbation.hpp"
#include "reference/engines/sieve/alias_period.hpp"

namespace plumbline::fourier {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

}  // namespace

double ContourChooser::log_transform(double c) {
  const auto found = log_transform_cache_.find(c);
  if (found != log_transform_cache_.end()) return found->second;
  (*poll_)();
  double sum = transform_.log_at(c);
  if (std::isnan(sum)) sum = kInf;
  if (log_transform_cache_.size() > 20000) log_transform_cache_.clear();
  log_transform_cache_[c] = sum;
  return sum;
}

double ContourChooser::log_decay(double c, double T) const {
  (*poll_)();
  return transform_.log_sup(c, T);
}

double ContourChooser::variance(double c) {
  // h is the smallest step for which the second difference of log K exceeds the rounding noise. It is searched over
  // many magnitudes, because the loss may have any scale.
  const double middle = log_transform(c), noise = 1e-8 * (1 + std::fabs(middle));
  for (double h = 1e-3 * std::max(1.0, std::fabs(c)); h < 1e15; h *= 10) {
    const double second = log_transform(c + h) - 2 * middle + log_transform(c - h);
    if (!std::isfinite(second)) break;
    if (second > noise) return second / (h * h);
  }
  return 1e-300;
}

double ContourChooser::height(Kernel kernel, double t, double c) {
  double log_d = 0;
  for (const Pole& pole : poles(kernel)) log_d += std::log(std::fabs(c - pole.s0));
  return log_transform(c) + t * (sigma(kernel) - c) - log_d;
}

ContourChooser::Saddle ContourChooser::saddle(Kernel kernel, double t, const Region& region) {
  const auto at = [&](double x) {
    if (std::isinf(region.high)) return region.low + std::exp(x);
    if (std::isinf(region.low)) return region.high - std::exp(x);
    return region.low + (region.high - region.low) / (1 + std::exp(-x));
  };
  const bool bounded = std::isfinite(region.low) && std::isfinite(region.high);
  const double span = bounded ? 14 : transform_.whole() ? 24 : 30;
  const double x = golden(-span, span, transform_.whole() ? 44 : 48,
                          [&](double y) { return height(kernel, t, at(y)); });
  double c = short_double(at(x));
  // If c is near the end of the range in which K is finite, rounding may have crossed that end.
  if (!std::isfinite(height(kernel, t, c))) {
    const double pole = std::isinf(region.low) ? region.high : region.low;
    c = short_double(pole + 0.9 * (at(x) - pole));
  }
  if (c == region.low || c == region.high) c = at(x);
  // For a tail, 0 or 1 may lie inside the region, as the pole of the other tail. Lines there are not permitted.
  if (c == 0 || c == 1) c += 0x1p-8;
  return saddle_at(kernel, t, c);
}

ContourChooser::Saddle ContourChooser::saddle_at(Kernel kernel, double t, double c) {
  double v = variance(c);
  for (const Pole& pole : poles(kernel)) v += 1 / ((c - pole.s0) * (c - pole.s0));
  return {c, height(kernel, t, c), v};
}

double ContourChooser::period(Kernel kernel, double t, double c, double v, double log_tolerance,
                              bool to_right, double farthest, double* at) {
  const double log_scale = std::log(std::sqrt(2 * std::max(1.0, -log_tolerance) / v));
  const double most = std::min(log_scale + 6, farthest);
  const AliasPeriod found = alias_period(
      {kernel, t, c, log_tolerance, to_right, most - 15, most},
      [this](double x) { return log_transform(x); },
      // Prefers a near point if the choice hardly matters, because transforms at far points are expensive.
      [&](double log_a) { return 1 + 0.02 * std::max(0.0, log_a - log_scale); });
  *at = found.at;
  return found.period;
}

double ContourChooser::truncation_point(Kernel kernel, double t, const Saddle& s,
                                        double log_tolerance, double most) {
  const double top = log_transform(s.c) + t * (sigma(kernel) - s.c);
  const auto reached = [&](double T) {
    const double weight = kernel == Kernel::profile ? -std::log(T) : std::log(60.0);
    return top + weight + log_decay(s.c, T) <= log_tolerance - 1;
  };
  double low = std::sqrt(2 * std::max(1.0, top - log_tolerance) / s.variance) * 0.5, high = low;
  for (int i = 0; i < 6 && reached(low); ++i) {
    high = low;
    low /= 2;
  }
  while (!reached(high) && high < most) {
    low = high;
    high *= 1.6;
  }
  if (high >= most) return most;
  while (high / low > 1.04) {
    const double middle = std::sqrt(low * high);
    (reached(middle) ? high : low) = middle;
  }
  return high;
}

const ContourChooser::Landscape& ContourChooser::landscape(Question question, double t) {
  const auto key = std::make_pair(question, t);
  const auto found = landscapes_.find(key);
  if (found != landscapes_.end()) return found->second;
  if (landscapes_.size() > 200) landscapes_.clear();
  const Kernel kernel = kernel_of(question);
  Landscape out;
  std::vector<Region> regions;
  if (kernel == Kernel::profile) {
    regions = {{-kInf, 0}, {0, 1}, {1, kInf}};
    out.natural = question == Question::delta ? 2 : question == Question::one_minus_delta ? 1 : 0;
  } else {
    const double pole = sigma(kernel);
    regions = {{-kInf, pole}, {pole, kInf}};
    out.natural = question == Question::P_above || question == Question::Q_above ? 1 : 0;
  }
  for (const Region& region : regions) out.saddles.push_back(saddle(kernel, t, region));
  const Saddle& main = out.saddles[out.natural];
  const double cap = question == Question::excess ? std::max(0.0, t) : 0.0;
  out.log_value = std::min(main.height - 0.5 * std::log(2 * M_PI * main.variance), cap);
  return landscapes_.emplace(key, std::move(out)).first->second;
}

double ContourChooser::log_value(Question question, double t, const Poll& poll) {
  poll_ = &poll;
  return landscape(question, t).log_value;
}

/// Returns a saddle at which the Chernoff bound is below the tolerance; null if there is none.
const ContourChooser::Saddle* ContourChooser::negligible(const Wish& wish,
                                                         const std::vector<Saddle>& saddles) {
  for (const Saddle& s : saddles) {
    const double bound = log_chernoff_constant(wish.kernel, s.c) + log_transform(s.c) +
                         wish.t * (sigma(wish.kernel) - s.c);
    if (bound < wish.log_tolerance) return &s;
  }
  return nullptr;
}

/// Returns the candidates of finite cost, the cheapest first.
std::vector<ContourChooser::Candidate> ContourChooser::candidates(
    const Wish& wish, const std::vector<Saddle>& saddles) {
  std::vector<Candidate> out;
  for (const Saddle& s : saddles) {
    if (!std::isfinite(s.height)) continue;
    Candidate k;
    k.saddle = s;
    k.to_right =
        period(wish.kernel, wish.t, s.c, s.variance, wish.log_tolerance, true, kInf, &k.right);
    k.to_left =
        period(wish.kernel, wish.t, s.c, s.variance, wish.log_tolerance, false, kInf, &k.left);
    k.period = std::max(k.to_right, k.to_left);
    const double depth = std::max(1.0, s.height - wish.log_tolerance);
    k.cost = k.period * std::sqrt(2 * depth / s.variance) * std::sqrt(depth);
    if (std::isfinite(k.cost)) out.push_back(k);
  }
  std::sort(out.begin(), out.end(),
            [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  return out;
}

std::vector<ContourChooser::Candidate> ContourChooser::convolved(const Wish& wish,
                                                                 double log_value) {
  constexpr double kLong = 400;  // the nats of accuracy from which convolution is used
  constexpr size_t kTried = 2;   // computing the length of a line is expensive
  const double nats = log_value - wish.log_tolerance;
  if (!(nats > kLong) || !std::isfinite(transform_.convolved_period(-1, nats))) return {};
  std::vector<Saddle> saddles;
  for (const double c : {-1, -2, -3, -4, -5, -6, -8, -10, -12, -14, -16, -18, -20, -24, -32, -48}) {
    saddles.push_back(saddle_at(wish.kernel, wish.t, c));
  }
  std::vector<Candidate> out = candidates(wish, saddles);
  for (Candidate& k : out) {
    const double depth = k.saddle.height - wish.log_tolerance;
    const double needed = transform_.convolved_period(k.saddle.c, depth);
    const double split = std::max(1.0, std::floor(needed / k.period));
    const double longer = std::max(k.period, needed / split);
    const double lines = k.saddle.c > -2 ? 1.7 : 1;  // factor of the cost of the Gamma functions
    // The cost of a node is proportional to the number of digits, hence to `depth`.
    k.cost *= lines * split * longer / k.period * depth;
    k.period = longer;
  }
  std::sort(out.begin(), out.end(),
            [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  if (out.size() > kTried) out.resize(kTried);
  return out;
}

/// Returns the shortest line through a candidate. The candidates are searched in the order of their estimated costs.
ContourChooser::LineChoice ContourChooser::shortest(const Wish& wish,
                                                    const std::vector<Candidate>& candidates) {
  constexpr double kFew = 256;  // nodes: a further search is not worthwhile
  LineChoice out;
  double fewest = static_cast<double>(wish.most_nodes);
  for (const Candidate& k : candidates) {
    const double step = round_down(2 * M_PI / k.period), most = step * fewest;
    const double T = truncation_point(wish.kernel, wish.t, k.saddle, wish.log_tolerance, most);
    if (out.at != nullptr && T >= most) continue;
    out = {&k, step, T, T >= most};
    if (out.out_of_reach) continue;
    fewest = T / step;
    if (fewest <= kFew) break;
  }
  return out;
}

// Far from c, the transform may have an approximate value but no proved bound. Then nearer points are used.
double ContourChooser::bounded_step(const Wish& wish, const LineChoice& line, Contour* contour) {
  const Saddle& s = line.at->saddle;
  double longest = 0;
  for (const bool to_right : {true, false}) {
    double& x = to_right ? contour->right : contour->left;
    double own = to_right ? line.at->to_right : line.at->to_left;
    for (int i = 0; i < 12 && !transform_.at(x, Bits{64}, *poll_).is_finite(); ++i) {
      const double nearer = std::log(std::fabs(x - s.c)) - std::log(4.0);
      own = period(wish.kernel, wish.t, s.c, s.variance, wish.log_tolerance, to_right, nearer, &x);
    }
    longest = std::max(longest, own);
  }
  const bool longer = longest > line.at->period && std::isfinite(longest);
  return longer ? round_down(2 * M_PI / longest) : line.step;
}

ContourChooser::Choice ContourChooser::choose(Question question, double t, double log_tolerance,
                                              long most_nodes, const Poll& poll) {
  poll_ = &poll;
  Wish wish{kernel_of(question), t, log_tolerance, most_nodes};
  const Landscape& land = landscape(question, t);
  const Saddle& main = land.saddles[land.natural];
  Choice choice;
  choice.log_value = land.log_value;
  const double masses = (std::max(0.0, t) - log_tolerance) / kLn2;
  const double log_masses = masses < 1e6 ? masses : 1e6;  // also if `masses` is not a number
  if (const Saddle* s = negligible(wish, land.saddles)) {
    choice.contour.c = s->c;
    choice.contour.bits = Bits{static_cast<long>(std::max(10.0, log_masses)) + 16};
    choice.negligible = true;
    return choice;
  }
  std::vector<Candidate> all = convolved(wish, land.log_value);
  if (all.empty()) all = candidates(wish, land.saddles);
  if (all.empty()) {  // nothing is finite: any contour is valid, with a wide enclosure
    choice.contour = Contour{2, 1, 1, Bits{64}, 3, 1.5};
    choice.out_of_reach = true;
    return choice;
  }
  LineChoice line = shortest(wish, all);
  if (line.out_of_reach) {
    // The transform hardly decays, so that a long line would gain at most one digit. The line lies in the region in
    // which the integral is the answer itself, because the cancellation is smallest there.
    constexpr long kEnough = 4096;
    wish.most_nodes = std::min(most_nodes, kEnough);
    for (const Candidate& k : all) {
      if (k.saddle.c == main.c) line.at = &k;
    }
    line.step = round_down(2 * M_PI / line.at->period);
  }
  fill(wish, line, log_masses, main, &choice);
  return choice;
}

void ContourChooser::fill(const Wish& wish, const LineChoice& line, double log_masses,
                          const Saddle& main, Choice* choice) {
  const Saddle& s = line.at->saddle;
  Contour& out = choice->contour;
  choice->out_of_reach = line.out_of_reach;
  out.c = s.c;
  out.right = line.at->right;
  out.left = line.at->left;
  out.step = line.out_of_reach ? line.step : bounded_step(wish, line, &out);
  const double nodes = std::ceil(std::min(line.T / out.step, 1e15));
  out.last = std::min(wish.most_nodes, static_cast<long>(std::max(8.0, nodes)));
  const double depth = std::max(s.height, choice->log_value) - wish.log_tolerance;
  double bits = (std::max(10.0, depth) + transform_.log_cancellation(s.c)) / kLn2;
  // In other regions the answer contains the masses of the measure, whose rounding errors are relative to 1.
  if (s.c != main.c && !transform_.whole()) bits = std::max(bits, log_masses);
  constexpr double kMostBits = 2e5;
  if (!(bits <= kMostBits)) {  // for losses of 10^5 and more, a line of a few nodes is computed
    choice->out_of_reach = true;
    out.last = 8;
    bits = 64;
  }
  out.bits = Bits{static_cast<long>(bits) + 16};
}

Contour perturbed(const Contour& contour) {
  Contour out = contour;
  out.c = perturbed(contour.c, contour.right);
  out.step = kFinerStep * contour.step;
  out.last =
      static_cast<long>(std::ceil(static_cast<double>(contour.last) * kLongerLine / kFinerStep)) +
      2;
  out.bits = contour.bits + kMoreBits;
  return out;
}

}  // namespace plumbline::fourier
