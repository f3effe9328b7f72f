#include "verify/base/exact_number.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"

namespace plumbline {

ExactNumber exact_number(double x) {
  constexpr size_t kShort = 12;
  const Rational value = Rational::from_binary64(x);
  std::string text = value.text();
  if (text.size() > kShort) text = hex_text(x);
  return {value, text};
}

ExactNumber read_exact_number(const nlohmann::json& number) {
  if (number.is_string()) {
    const std::string text = number.get<std::string>();
    return {Rational::parse(text), text};
  }
  if (number.is_number_integer()) {
    const std::string text = number.dump();
    return {Rational::parse(text), text};
  }
  if (number.is_number_float()) return exact_number(number.get<double>());
  throw std::invalid_argument("not a number: " + number.dump());
}

}  // namespace plumbline
