#include "verify/hunt/space/kinks.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/composition/infinite_losses.hpp"

namespace plumbline {
namespace {

/// Returns the double nearest to the largest finite loss of one step; 0 if there is none.
double largest_loss(const SettingFactor& factor) {
  SettingFactor one = factor;
  one.steps = 1;
  const Setting step{{one}, 1, Relation::add_remove, "delta", 0};
  const FiniteLosses losses = finite_losses(Composition::parse(setting_expression(step)));
  const auto largest = losses.conditional ? losses.conditional->largest_loss() : std::nullopt;
  return largest ? (*largest + losses.shift()).approximate() : 0;
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
