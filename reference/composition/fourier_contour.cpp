#include "reference/composition/fourier_contour.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/composition/line_search.hpp"

namespace plumbline::fourier {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kLn10 = 2.302585092994046, kLn2 = 0.6931471805599453;

}  // namespace

double ContourChooser::log_transform(double c) {
  const auto found = log_transform_cache_.find(c);
  if (found != log_transform_cache_.end()) return found->second;
  (*poll_)();
  double sum = 0;
  for (const Factor& f : composition_.factors()) {
    sum += f.count.approximate() * f.mechanism->log_transform(c);
  }
  if (std::isnan(sum)) sum = kInf;
  if (log_transform_cache_.size() > 20000) log_transform_cache_.clear();
  log_transform_cache_[c] = sum;
  return sum;
}

double ContourChooser::log_decay(double c, double T) const {
  (*poll_)();
  double sum = 0;
  for (const Factor& f : composition_.factors()) {
    sum += f.count.approximate() * f.mechanism->log_decay(c, T);
  }
  return sum;
}

double ContourChooser::variance(double c) {
  // Second difference of log K; the step is a compromise between rounding and curvature.
  const double h = 1e-3 * std::max(1.0, std::fabs(c));
  const double v = (log_transform(c + h) - 2 * log_transform(c) + log_transform(c - h)) / (h * h);
  return v > 0 && std::isfinite(v) ? v : 1e-300;
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
  const double span = bounded ? 14 : 24;
  const double x = golden(-span, span, 44, [&](double y) { return height(kernel, t, at(y)); });
  double c = short_double(at(x));
  if (c == region.low || c == region.high) c = at(x);
  if (c == 0 || c == 1) c += 0x1p-8;  // inside a tail's region lies the other tail's pole
  double v = variance(c);
  for (const Pole& pole : poles(kernel)) v += 1 / ((c - pole.s0) * (c - pole.s0));
  return {c, height(kernel, t, c), v};
}

double ContourChooser::period(Kernel kernel, double t, double c, double v, double log_tolerance,
                              bool to_right, double* at) {
  // The alias bound kappa(x) K(x) e^{t(sigma-x)} e^{-|x-c| Lambda} must reach the tolerance.
  const double scale = std::sqrt(2 * std::max(1.0, -log_tolerance) / v);
  const auto position = [&](double log_a) {
    const double x = to_right ? c + std::exp(log_a) : c - std::exp(log_a);
    return x == 0 || x == 1 ? x + 1e-9 : x;
  };
  const auto wanted = [&](double log_a) {
    const double x = position(log_a);
    const double bound =
        log_chernoff_constant(kernel, x) + log_transform(x) + t * (sigma(kernel) - x);
    if (!std::isfinite(bound)) return kInf;
    return std::max(bound - log_tolerance + 1.5, 1.0) / std::fabs(x - c);
  };
  const double best = golden(std::log(scale) - 9, std::log(scale) + 6, 30, wanted);
  *at = short_double(position(best));
  const bool beside = to_right ? *at > c : *at < c;  // rounding may have crossed c
  if (!beside || *at == 0 || *at == 1) *at = position(best);
  return wanted(std::log(std::fabs(*at - c)));
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

ContourChooser::Choice ContourChooser::choose(Question question, double t, double digits,
                                              long most_nodes, const Poll& poll) {
  poll_ = &poll;
  const Kernel kernel = kernel_of(question);
  std::vector<Region> regions;
  int natural = 0;  // where G_c is the answer itself, without cancellation
  if (kernel == Kernel::profile) {
    regions = {{-kInf, 0}, {0, 1}, {1, kInf}};
    natural = question == Question::delta ? 2 : question == Question::one_minus_delta ? 1 : 0;
  } else {
    const double pole = sigma(kernel);
    regions = {{-kInf, pole}, {pole, kInf}};
    natural = question == Question::P_above || question == Question::Q_above ? 1 : 0;
  }
  std::vector<Saddle> saddles;
  for (const Region& region : regions) saddles.push_back(saddle(kernel, t, region));
  Choice choice;
  const Saddle& main = saddles[static_cast<size_t>(natural)];
  choice.log_value = main.height - 0.5 * std::log(2 * M_PI * main.variance);
  const double cap = question == Question::excess ? std::max(0.0, t) : 0.0;
  choice.log_value = std::min(choice.log_value, cap);
  const double log_tolerance = choice.log_value - digits * kLn10 - 3;
  struct Candidate {
    Saddle saddle;
    double right, left, period, cost;
  };
  std::vector<Candidate> candidates;
  for (const Saddle& s : saddles) {
    if (!std::isfinite(s.height)) continue;
    Candidate k{s, 0, 0, 0, 0};
    k.period = std::max(period(kernel, t, s.c, s.variance, log_tolerance, true, &k.right),
                        period(kernel, t, s.c, s.variance, log_tolerance, false, &k.left));
    const double depth = std::max(1.0, s.height - log_tolerance);
    k.cost = k.period * std::sqrt(2 * depth / s.variance) * std::sqrt(depth);
    if (std::isfinite(k.cost)) candidates.push_back(k);
  }
  if (candidates.empty()) {  // nothing finite: any contour is valid, and the enclosure wide
    choice.contour = Contour{2, 1, 1, Bits{64}, 3, 1.5};
    choice.out_of_reach = true;
    return choice;
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  const Candidate* best = nullptr;
  double step = 0, T = 0;
  for (const Candidate& k : candidates) {
    step = round_down(2 * M_PI / k.period);
    const double most = step * static_cast<double>(most_nodes);
    T = truncation_point(kernel, t, k.saddle, log_tolerance, most);
    best = &k;
    choice.out_of_reach = T >= most;
    if (!choice.out_of_reach) break;
  }
  if (choice.out_of_reach) {
    // The transform hardly decays: a long line would gain a digit at most. The region where the
    // answer itself is the integral loses least.
    constexpr long kEnough = 4096;
    most_nodes = std::min(most_nodes, kEnough);
    for (const Candidate& k : candidates) {
      if (k.saddle.c == main.c) best = &k;
    }
    step = round_down(2 * M_PI / best->period);
  }
  choice.contour.c = best->saddle.c;
  choice.contour.right = best->right;
  choice.contour.left = best->left;
  choice.contour.step = step;
  choice.contour.last =
      std::min(most_nodes, static_cast<long>(std::max(8.0, std::ceil(std::min(T / step, 1e15)))));
  const double depth = std::max(best->saddle.height, choice.log_value) - log_tolerance;
  choice.contour.bits = Bits{static_cast<long>(std::max(10.0, depth) / kLn2) + 16};
  return choice;
}

}  // namespace plumbline::fourier
