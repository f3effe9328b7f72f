#include "reference/engines/knots/knots_plan.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/line_search.hpp"

namespace plumbline::knots {

Planner::Planner(const std::vector<Steps>& steps, Question question, double t)
    : steps_(steps), question_(question), kernel_(fourier::kernel_of(question)), t_(t) {
  for (const Steps& s : steps_) {
    const double range = s.expansion->position(Endpoint::high, kBoundBits).approximate() -
                         s.expansion->position(Endpoint::low, kBoundBits).approximate();
    shortest_ = std::min(shortest_, range);
    longest_ = std::max(longest_, range);
    total_ += range * static_cast<double>(s.count);
    steps_count_ += static_cast<double>(s.count);
  }
}

/// Chooses the strip around the vertical part and the height of the rays that minimise the work. The number of points
/// increases with the largest integrand on the ellipses around the panels.
Planner::Highest Planner::choose_rays(double lift, double height, double v, Plan* out) const {
  const double across = (kRho - 1 / kRho) / 2;
  double cheapest = kInf;
  Highest found{height, height};
  const double lowest_start = std::max(4 * lift / shortest_, std::fabs(out->c) / 4);
  const double highest_start = std::max(600 * lift / shortest_, 8 * std::fabs(out->c));
  const double widest = std::max(10 / std::sqrt(v), 0.7 * std::fabs(out->c));
  for (double y = lowest_start; y < highest_start; y *= 1.5) {
    const double on_ray = log_terms(out->c, y) + log_kernel(out->c, y);
    const double near_ray = log_terms(out->c, y * 0.8) + log_kernel(out->c, y) + 2;
    for (double w = std::min(0.2 / std::sqrt(v), 1 / total_); w < widest; w *= 1.5) {
      const double up =
          std::max(log_size(out->c + w), log_size(out->c - w)) + log_kernel(out->c, 0);
      const double highest = std::max({height, up + 1, near_ray});
      // The rays need more panels if the terms of the smallest and largest breakpoint oscillate faster than they
      // decay.
      const double panels =
          (50 + 2 * std::log2(1 + total_ * y)) * (1 + std::fabs(out->c) / y) + y / (2 * w / across);
      const double cost = std::pow(highest - out->log_tolerance, 1.5) * panels;
      if (cost < cheapest) {
        cheapest = cost;
        out->height = y;
        out->panel = std::exp2(std::floor(std::log2(w / across)));
        out->left = out->c - w;
        out->right = out->c + w;
        found = {highest, std::max(height, on_ray)};
      }
    }
  }
  return found;
}

Plan Planner::plan(double digits, double lift) const {
  Plan out;
  out.c = saddle();
  const double h = 1e-2 * std::max(1 / longest_, 0.1 * std::fabs(out.c));
  double v = (log_size(out.c + h) - 2 * log_size(out.c) + log_size(out.c - h)) / (h * h);
  if (!(v > 0) || !std::isfinite(v)) v = 1 / (longest_ * longest_);
  double curvature = v;
  for (const auto& pole : fourier::poles(kernel_)) {
    curvature += 1 / ((out.c - pole.s0) * (out.c - pole.s0));
  }
  const double height = log_size(out.c) + log_kernel(out.c, 0);
  double log_value = height - 0.5 * std::log(2 * M_PI * curvature);
  log_value = std::min(log_value, question_ == Question::excess ? std::max(0.0, t_) : 0.0);
  out.log_tolerance = log_value - digits * kLn10 - 2;
  const auto [top, on_path] = choose_rays(lift, height, v, &out);
  double pole = kInf;
  for (const auto& q : fourier::poles(kernel_)) pole = std::min(pole, std::fabs(out.c - q.s0));
  out.height = std::ceil(out.height / (2 * out.panel)) * 2 * out.panel;
  double farthest = 0;
  for (const double end : {lowest() - t_, highest() - t_}) {
    farthest = std::max(farthest, std::fabs(end));
  }
  out.first = rounded_down(std::min(2 / std::max(farthest, 1e-300), out.height / 4), 20);
  // Log of the length of the relevant part of the integral.
  const double length = std::log(std::min(out.height, 4 * pole));
  out.depth = std::max(5.0, on_path + length - out.log_tolerance);
  // If no plan reaches the requested digits, the estimates may overflow. They are then replaced by limits, because any
  // choice is valid.
  const auto limited = [](double x, double most) { return x < most ? std::max(x, 0.0) : most; };
  out.points = static_cast<size_t>(
                   limited((top + length - out.log_tolerance) / (2 * std::log(kRho)), 2000)) +
               2;
  const double far = out.depth / (kernel_ == Kernel::profile ? 2 : 1);
  const double nats =
      out.depth + far + std::log(steps_count_ + 1) + std::log1p(std::fabs(out.c) * total_);
  out.bits = Bits{static_cast<long>(limited(nats / kLn2, 50000)) + 40};
  return out;
}

double Planner::lowest() const {
  double sum = 0;
  for (const Steps& s : steps_) {
    sum += s.expansion->position(Endpoint::low, kBoundBits).approximate() *
           static_cast<double>(s.count);
  }
  return sum;
}

double Planner::log_size(double c) const {
  double sum = t_ * (fourier::sigma(kernel_) - c);
  for (const Steps& s : steps_) {
    sum += static_cast<double>(s.count) * measure_of(*s.mechanism).log_transform(c);
  }
  return std::isnan(sum) ? kInf : sum;
}

double Planner::log_kernel(double c, double y) const {
  double sum = 0;
  for (const auto& pole : fourier::poles(kernel_)) sum -= std::log(std::hypot(c - pole.s0, y));
  return sum;
}

double Planner::log_terms(double c, double y) const {
  double sum = t_ * (fourier::sigma(kernel_) - c);
  for (const Steps& s : steps_) {
    double part[2];
    for (const Endpoint endpoint : {Endpoint::low, Endpoint::high}) {
      const Segment point{c, y, 0, 1, 0, 0};
      const GaussRule middle{{Ball(kBoundBits)}, {Ball(kBoundBits)}};
      const Ball at_atom = s.expansion->mass(endpoint, kBoundBits);
      const ComplexVector E =
          s.expansion->values(endpoint, point, middle, at_atom.log_approximate() - 14, kBoundBits);
      const double mass = (E[0] + ComplexBall(at_atom)).magnitude().ball(kBoundBits).approximate();
      part[endpoint == Endpoint::low ? 0 : 1] =
          std::log(mass) + c * s.expansion->position(endpoint, kBoundBits).approximate();
    }
    const double larger = std::max(part[0], part[1]), smaller = std::min(part[0], part[1]);
    sum += static_cast<double>(s.count) * (larger + std::log1p(std::exp(smaller - larger)));
  }
  return sum;
}

double Planner::saddle() const {
  double low = -kInf, high = kInf;
  const bool profile = kernel_ == Kernel::profile;
  const double pole = fourier::sigma(kernel_);
  switch (question_) {
    case Question::delta:
      low = 1;
      break;
    case Question::one_minus_delta:
      low = 0;
      high = 1;
      break;
    case Question::excess:
      high = 0;
      break;
    case Question::P_above:
    case Question::Q_above:
      low = pole;
      break;
    case Question::P_below:
    case Question::Q_below:
      high = pole;
      break;
  }
  const bool bounded = std::isfinite(low) && std::isfinite(high) && profile;
  const auto at = [&](double x) {
    if (bounded) return 1 / (1 + std::exp(-x));
    return std::isfinite(low) ? low + std::exp(x) : high - std::exp(x);
  };
  const auto f = [&](double x) { return log_size(at(x)) + log_kernel(at(x), 0); };
  const double a = bounded ? -14 : -16, b = bounded ? 14 : 16 + std::max(0.0, -std::log(longest_));
  const double c = at(fourier::golden_search(a, b, 40, f).middle()),
               rounded = fourier::short_double(c);
  return rounded == 0 || rounded == 1 ? c : rounded;
}

}  // namespace plumbline::knots
