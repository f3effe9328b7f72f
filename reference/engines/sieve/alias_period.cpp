#include "reference/engines/sieve/alias_period.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/engines/line_search.hpp"

namespace plumbline::fourier {

AliasPeriod alias_period(const AliasSearch& search,
                         const std::function<double(double)>& log_transform,
                         const std::function<double(double)>& price) {
  const double c = search.c;
  const auto position = [&](double log_a) {
    const double x = search.to_right ? c + std::exp(log_a) : c - std::exp(log_a);
    return x == 0 || x == 1 ? x + 1e-9 : x;
  };
  const auto wanted = [&](double log_a) {
    const double x = position(log_a);
    const double bound = log_chernoff_constant(search.kernel, x) + log_transform(x) +
                         search.t * (sigma(search.kernel) - x);
    if (!std::isfinite(bound)) return std::numeric_limits<double>::infinity();
    return price(log_a) * std::max(bound - search.log_tolerance + 1.5, 1.0) / std::fabs(x - c);
  };
  const double best = golden(search.nearest, search.farthest, 30, wanted);
  double at = short_double(position(best));
  const bool beside = search.to_right ? at > c : at < c;  // rounding may have crossed c
  if (!beside || at == 0 || at == 1) at = position(best);
  return {at, wanted(std::log(std::fabs(at - c)))};
}

}  // namespace plumbline::fourier
