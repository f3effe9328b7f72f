#include "verify/approximations/request_checks.hpp"

#include <algorithm>

namespace plumbline::approximations {
namespace {

std::string argument_refusal(const std::string& quantity, const Rational& at) {
  const Rational zero(0), one(1);
  if (quantity == "epsilon") {
    return zero < at && at < one ? "" : "delta must lie in (0, 1), got " + at.text();
  }
  const bool probability = quantity == "tradeoff" || quantity == "rero" || quantity == "bayes";
  if (probability && (at < zero || one < at)) {
    return "the argument of " + quantity + " must lie in [0, 1], got " + at.text();
  }
  return "";
}

}  // namespace

const std::vector<std::string>& profile_quantities() {
  static const std::vector<std::string> names = {"delta", "epsilon", "tradeoff",
                                                 "rero",  "bayes",   "tv"};
  return names;
}

std::string request_refusal(const ApproximationRequest& request, const std::string& method,
                            const std::vector<std::string>& answered) {
  if (std::find(answered.begin(), answered.end(), request.quantity) == answered.end()) {
    std::string known;
    for (const std::string& name : answered) known += (known.empty() ? "" : ", ") + name;
    return method + " does not answer '" + request.quantity + "'; it answers: " + known;
  }
  return argument_refusal(request.quantity, request.at);
}

Direction direction_meant(const ApproximationRequest& request) {
  return request.quantity == "rero" ? Direction::forward : request.direction;
}

Rational option_or(const ApproximationRequest& request, const std::string& name,
                   const Rational& otherwise) {
  const auto it = request.options.find(name);
  return it == request.options.end() ? otherwise : it->second;
}

}  // namespace plumbline::approximations
