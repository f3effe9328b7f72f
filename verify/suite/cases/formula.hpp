/// Formulas as sources print them, evaluated in balls: `2*Phi(mu/2) - 1`, `kappa*exp(1)`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// A formula that was read without fault. Numbers are exact (decimals, hex floats, quotients);
/// + - * / ^ and parentheses; exp, log, sqrt, abs, Phi, Phi_inv of one argument; min, max of
/// several; pi; and variables. ^ takes any exponent for a positive base, and integers up to 10^30 for others.
class Formula {
 public:
  /// Throws std::invalid_argument, with the place, on invalid input.
  static Formula parse(const std::string& text);

  /// An enclosure of the value where each variable is anything in its ball. Undefined operations
  /// (log of what may be negative) give an indeterminate ball. Throws std::invalid_argument when a
  /// variable has no value.
  Ball evaluate(const std::map<std::string, Ball>& variables, Bits p) const;

  const std::string& text() const { return text_; }
  /// Names in it that are neither functions nor constants, each once.
  const std::vector<std::string>& variables() const { return variables_; }

 private:
  std::string text_;
  std::vector<std::string> variables_;
};

}  // namespace plumbline
