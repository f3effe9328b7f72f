#include "verify/hunt/kinks.hpp"

#include <cmath>
#include <vector>

namespace plumbline {
namespace {

double number_of(const SettingFactor& factor, const std::string& name) {
  for (const auto& [known, value] : factor.parameters) {
    if (known == name) return value;
  }
  return 0;
}

/// The largest finite loss of one step, in doubles; 0 where there is none or it is not known here.
double largest_loss(const SettingFactor& factor) {
  const std::string& kind = factor.kind;
  if (kind == "laplace") return 1 / number_of(factor, "scale");
  if (kind == "discrete_laplace") return number_of(factor, "parameter");
  if (kind == "pure_dp" || kind == "approx_dp") return number_of(factor, "epsilon");
  if (kind == "subsampled_laplace") {
    const double p = number_of(factor, "sampling_rate");
    return std::log1p(p * std::expm1(1 / number_of(factor, "scale")));
  }
  if (kind == "randomized_response") {
    const double l = number_of(factor, "noise_parameter"), k = number_of(factor, "num_buckets");
    return std::log1p(k * (1 - l) / l);
  }
  return 0;
}

}  // namespace

double kink_near(const Setting& setting, double place) {
  std::vector<double> kinks;
  double whole = 0;
  for (const SettingFactor& factor : setting.factors) {
    const double one = largest_loss(factor);
    if (one > 0 && std::isfinite(one)) kinks.push_back(one * factor.steps * setting.outer);
    whole += one * factor.steps * setting.outer;
  }
  if (kinks.size() > 1) kinks.push_back(whole);
  if (kinks.empty()) kinks.push_back(0);
  const double scaled = place * static_cast<double>(kinks.size());
  const double kink = kinks[std::min(static_cast<size_t>(scaled), kinks.size() - 1)];
  const double side = scaled - std::floor(scaled);
  if (side < 1.0 / 3) return kink;
  return std::nextafter(kink, side < 2.0 / 3 ? -HUGE_VAL : HUGE_VAL);
}

}  // namespace plumbline
