#include "reference/engines/fourier/machine_product.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/arithmetic/rational_sum.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline::fourier {

Ball gaussian_transform(const MachineNoise& noise, double x, Bits p) {
  const Ball at = exact(x, p);
  return exp(noise.ball(p) * (at * (at - 1)));
}

std::optional<MachineProduct> MachineProduct::of(const Composition& composition) {
  constexpr long kFewest = 2, kMostSteps = 1L << 23U;
  MachineProduct out;
  Rational steps(0);
  std::vector<Rational> noise;
  for (const Factor& f : composition.factors()) {
    if (!f.count.is_integer()) return std::nullopt;
    if (const auto mu2 = gaussian_mu_squared(*f.mechanism)) {
      noise.push_back(*mu2 * f.count);
      continue;
    }
    const auto offered = f.mechanism->offer<mixture::MachineSteps>();
    steps = steps + f.count;
    if (!offered || Rational(kMostSteps) < steps) return std::nullopt;
    out.factors_.push_back(
        {offered->law, static_cast<unsigned long>(std::llround(f.count.approximate()))});
    out.sketchers_.push_back(offered->law->sketcher());
  }
  if (steps < Rational(kFewest)) return std::nullopt;
  out.noise_.exponent = rational_sum(std::move(noise)) / Rational(2);
  out.noise_.approximate = out.noise_.exponent.approximate();
  out.steps_ = static_cast<unsigned long>(std::llround(steps.approximate()));
  return out;
}

std::shared_ptr<const MachineCounts> MachineProduct::counts() const {
  auto out = std::make_shared<MachineCounts>();
  out->noise = noise_;
  out->steps = steps_;
  for (const MachineFactor& f : factors_) out->of[f.law->identity()] += f.count;
  return out;
}

std::optional<MachineProduct> MachineProduct::beyond(const MachineCounts& part) const {
  if (steps_ < part.steps || noise_.exponent < part.noise.exponent) return std::nullopt;
  MachineProduct out;
  unsigned long shared = 0;
  std::unordered_map<std::string, unsigned long> left = part.of;
  for (const MachineFactor& f : factors_) {
    const auto known = left.find(f.law->identity());
    const unsigned long common = known == left.end() ? 0 : std::min(known->second, f.count);
    if (common > 0) known->second -= common;
    shared += common;
    if (common == f.count) continue;
    out.factors_.push_back({f.law, f.count - common});
    out.sketchers_.push_back(f.law->sketcher());
  }
  if (shared != part.steps) return std::nullopt;
  out.noise_.exponent = noise_.exponent - part.noise.exponent;
  out.noise_.approximate = out.noise_.exponent.approximate();
  out.steps_ = steps_ - part.steps;
  return out;
}

mixture::heuristic::Sketch MachineProduct::sketch(double c) {
  const double q = noise_.approximate;
  mixture::heuristic::Sketch sum{q * c * (c - 1), q * (2 * c - 1), 2 * q};
  for (size_t i = 0; i < factors_.size(); ++i) {
    const mixture::heuristic::Sketch one = sketchers_[i].at(c);
    const auto n = static_cast<double>(factors_[i].count);
    sum.log_K += n * one.log_K;
    sum.mean += n * one.mean;
    sum.variance += n * one.variance;
  }
  return sum;
}

bool MachineProduct::has_height() const {
  return std::any_of(factors_.begin(), factors_.end(),
                     [](const MachineFactor& f) { return f.law->has_height(); });
}

std::vector<mixture::Grid> MachineProduct::grids(double low, double high, double height,
                                                 double depth) const {
  std::vector<mixture::Grid> out;
  const double log_steps = std::log(static_cast<double>(steps_));
  for (const MachineFactor& f : factors_) {
    out.push_back(f.law->grid(low, high, log_steps, depth, height));
  }
  return out;
}

MachineRules machine_rules(const MachineProduct& product, const std::vector<mixture::Grid>& grids,
                           const Poll& poll) {
  MachineRules out;
  for (size_t i = 0; i < grids.size(); ++i) {
    poll();
    out.push_back(product.factors()[i].law->rule(grids[i]));
    if (out.back() == nullptr) return {};
  }
  return out;
}

std::vector<mixture::MachineOrder> machine_orders(const MachineRules& rules, double c,
                                                  const Poll& poll) {
  std::vector<mixture::MachineOrder> out;
  out.reserve(rules.size());
  for (const auto& rule : rules) {
    poll();
    out.emplace_back(rule, c);
  }
  return out;
}

}  // namespace plumbline::fourier
