#include "reference/mechanisms/matrix/matrix_values.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/values/closed_form.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the variances to `digits` digits. The recurrence of Strategy::sum_variances may lose one or more bits in
/// each step, so the precision is increased until the result is accurate.
std::vector<Ball> sharp_variances(const Strategy& strategy, int digits) {
  constexpr int kMostTries = 6;
  const int spare = 5;
  std::vector<Ball> out;
  long more = 128;
  for (int tries = 0; tries < kMostTries; ++tries) {
    out = strategy.sum_variances(bits_for_digits(digits) + more);
    const bool sharp = std::all_of(out.begin(), out.end(), [&](const Ball& x) {
      return x.relative_digits() >= digits + spare;
    });
    if (sharp) break;
    more = tries == 0 ? 128 + strategy.steps() / 2 : 2 * more;
  }
  return out;
}

}  // namespace

// Certified: `least` and `most` of MatrixSensitivity are exact numbers.
Certified certified_sensitivity(const MatrixSensitivity& sensitivity, int digits) {
  return certified_at(
      [&](Bits p) {
        const Ball most = sqrt(Ball(sensitivity.most, p));
        if (sensitivity.is_exact()) return most;
        return enclosed_between(sqrt(Ball(sensitivity.least, p)), most, "a sensitivity");
      },
      kClosedForm, digits);
}

// Certified: the variances are sums of squares of A C^{-1} in balls; the sensitivity is certified as above.
std::optional<SumErrors> sum_errors(const Strategy& strategy, const MatrixSensitivity& sensitivity,
                                    const Rational& sigma, int digits) {
  if (sigma.sign() <= 0) {
    throw std::invalid_argument("sigma must be greater than 0, got " + sigma.text());
  }
  const std::vector<Ball> variances = sharp_variances(strategy, digits);
  if (variances.empty()) return std::nullopt;
  Ball largest = variances[0], sum(variances[0].precision());
  for (const Ball& x : variances) {
    largest = max(largest, x);
    sum += x;
  }
  const Ball mean = sqrt(sum / static_cast<long>(variances.size()));
  const Bits p = mean.precision();
  const auto value = [&](const Ball& x) {
    return certified({x, {UpperBound(), UpperBound(), UpperBound(), x.radius()}}, kClosedForm,
                     digits);
  };
  const Ball scale(sigma, p);
  return SumErrors{value(sqrt(largest) * scale), value(mean * scale),
                   value(mean * certified_sensitivity(sensitivity, digits + 5).value())};
}

// Certified: each value is the root of a variance; the sensitivity is certified as above.
std::vector<Certified> equal_deviations(const Strategy& strategy,
                                        const MatrixSensitivity& sensitivity, int digits) {
  const Ball scale = certified_sensitivity(sensitivity, digits + 5).value();
  std::vector<Certified> out;
  for (const Ball& x : sharp_variances(strategy, digits)) {
    const Ball deviation = sqrt(x) * scale;
    const ErrorBudget budget{UpperBound(), UpperBound(), UpperBound(), deviation.radius()};
    out.push_back(certified({deviation, budget}, kClosedForm, digits));
  }
  return out;
}

}  // namespace plumbline
