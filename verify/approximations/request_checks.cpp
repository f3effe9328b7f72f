#include "verify/approximations/request_checks.hpp"

#include <algorithm>
#include <functional>

#include "reference/questions/registry.hpp"

namespace plumbline::approximations {
namespace {

bool is_among(const std::vector<Reading>& some, Reading reading) {
  return std::find(some.begin(), some.end(), reading) != some.end();
}

std::string argument_refusal(const Quantity& quantity, const Rational& at) {
  if (quantity.arguments.empty()) return "";
  const ArgumentEntry& argument = quantity.arguments.front();
  const Rational zero(0), one(1);
  if (argument.domain == Domain::inner && !(zero < at && at < one)) {
    return argument.name + " must lie in (0, 1), got " + at.text();
  }
  if (argument.domain == Domain::level && (at < zero || one < at)) {
    return "the argument of " + quantity.name + " must lie in [0, 1], got " + at.text();
  }
  return "";
}

std::string quantity_refusal(const ApproximationRequest& request, const std::string& method,
                             const std::function<bool(const Quantity&)>& is_answered) {
  const Quantity* asked = quantity_named(request.quantity);
  if (asked != nullptr && is_answered(*asked)) return argument_refusal(*asked, request.at);
  std::string known;
  for (const Quantity& one : all_quantities()) {
    if (is_answered(one)) known += (known.empty() ? "" : ", ") + one.name;
  }
  return method + " does not answer '" + request.quantity + "'; it answers: " + known;
}

}  // namespace

const std::vector<Reading>& profile_readings() {
  static const std::vector<Reading> all = {Reading::delta, Reading::epsilon, Reading::type_two,
                                           Reading::power, Reading::bayes,   Reading::tv};
  return all;
}

Reading reading_of(const ApproximationRequest& request) {
  const Quantity* quantity = quantity_named(request.quantity);
  return quantity == nullptr ? Reading::none : quantity->reading;
}

std::string request_refusal(const ApproximationRequest& request, const std::string& method,
                            const std::vector<Reading>& answered) {
  return quantity_refusal(request, method, [&answered](const Quantity& quantity) {
    return quantity.of_profile && is_among(answered, quantity.reading);
  });
}

std::string request_of_two_refusal(const ApproximationRequest& request, const std::string& method) {
  return quantity_refusal(request, method,
                          [](const Quantity& quantity) { return quantity.compute_two != nullptr; });
}

Direction direction_meant(const ApproximationRequest& request) {
  const Quantity* quantity = quantity_named(request.quantity);
  return quantity != nullptr && quantity->forward_only() ? Direction::forward : request.direction;
}

Rational option_or(const ApproximationRequest& request, const std::string& name,
                   const Rational& otherwise) {
  const auto it = request.options.find(name);
  return it == request.options.end() ? otherwise : it->second;
}

}  // namespace plumbline::approximations
