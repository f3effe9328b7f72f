/// Helpers of the tests of approximations: requests, and certified values in 50 digits.
#pragma once

#include <catch2/catch.hpp>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/questions/question.hpp"
#include "verify/approximations/approximation.hpp"
#include "verify/approximations/numerics/real_types.hpp"

namespace plumbline::approximations {

inline ApproximationRequest request(const std::string& mechanism, const std::string& quantity,
                                    const std::string& at,
                                    Direction direction = Direction::forward) {
  return {
      Composition::parse(mechanism), std::nullopt, direction, quantity, Rational::parse(at), {}};
}

/// Returns the query for the trade-off function that curves are compared with.
inline Query tradeoff_question(const std::string& mechanism, Direction direction) {
  Query out;
  out.quantity = "tradeoff";
  out.mechanism = mechanism;
  out.direction = direction;
  return out;
}

inline ApproximationResult run(const std::string& method, const ApproximationRequest& r) {
  const ApproximationEntry& entry = find_approximation(method);
  REQUIRE(entry.refusal(r).empty());
  return entry.run(r);
}

inline HighPrecision high(const ApproximationResult& result) {
  return HighPrecision(result.high_precision);
}

/// Returns |a - b| / |b| as a double.
inline double relative_error(const HighPrecision& a, const HighPrecision& b) {
  return static_cast<double>(abs((a - b) / b));
}

/// Returns the certified answer to `digits` digits, far more accurate than the judged value.
inline HighPrecision truth(Engine& engine, Question question, const Rational& t, int digits = 25) {
  Effort effort;
  effort.digits = digits;
  const Ball value = engine.answer(question, Real(t), effort).value;
  REQUIRE(value.relative_digits() > digits - 3);
  const auto [low, up] = value.decimal_bounds(40);
  return (HighPrecision(low) + HighPrecision(up)) / 2;
}

}  // namespace plumbline::approximations
