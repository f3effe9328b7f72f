#include "app/output.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "verify/base/certified_json.hpp"

namespace plumbline {

void print_json(const PrintedValue& what, const Certified& value, std::FILE* to) {
  nlohmann::ordered_json record = {{"quantity", what.quantity}, {"mechanism", what.mechanism}};
  if (!what.other.empty()) record["other"] = what.other;
  record["direction"] = what.direction;
  record["at"] = nlohmann::ordered_json::object();
  if (!what.argument.empty()) record["at"][what.argument] = what.at;
  add_certified(record, value, what.digits_asked, what.seconds);
  fmt::print(to, "{}\n", record.dump());
  std::fflush(to);
}

void print_text(const PrintedValue& what, const Certified& value, std::FILE* to) {
  const double digits = value.value.relative_digits();
  const std::string sharpness = std::isinf(digits) && digits > 0
                                    ? "exact"
                                    : fmt::format("{:.1f} digits", std::max(0.0, digits));
  const std::string name = what.argument.empty()
                               ? what.quantity
                               : fmt::format("{}({}={})", what.quantity, what.argument, what.at);
  fmt::print(to, "{} = {}   {}, {}, {:.3g} s{}\n", name,
             interval_text(value, what.digits_asked + kSpareDigits), sharpness, value.engine,
             what.seconds,
             value.reached ? "" : fmt::format("   NOT REACHED ({} asked)", what.digits_asked));
  std::fflush(to);
}

}  // namespace plumbline
