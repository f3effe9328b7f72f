#include "verify/base/certified_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reference/values/certified.hpp"

namespace plumbline {

using Json = nlohmann::ordered_json;

Json budget_json(const ErrorBudget& budget) {
  return {{"quadrature", budget.quadrature.text()},
          {"truncation", budget.truncation.text()},
          {"discretisation", budget.discretisation.text()},
          {"rounding", budget.rounding.text()}};
}

Json digits_json(const Ball& value) {
  const double digits = value.relative_digits();
  if (std::isinf(digits) && digits > 0) return nullptr;
  return std::max(0.0, std::floor(digits * 10) / 10);
}

void add_certified(Json& record, const Certified& value, int digits_asked, double seconds) {
  const auto [lower, upper] = printed_bounds(value, digits_asked + kSpareDigits);
  record["lower"] = lower;
  record["upper"] = upper;
  record["digits"] = digits_json(value.value());
  record["engine"] = value.engine();
  record["seconds"] = seconds;
  record["error_budget"] = budget_json(value.budget());
  record["reached"] = value.reached();
}

std::string interval_text(const Certified& value, int digits) {
  const auto [lower, upper] = printed_bounds(value, digits);
  return lower == upper ? lower : "[" + lower + ", " + upper + "]";
}

}  // namespace plumbline
