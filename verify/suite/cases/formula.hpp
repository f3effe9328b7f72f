/// Formulas in the notation of printed sources, evaluated in balls: `2*Phi(mu/2) - 1`, `kappa*exp(1)`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// A parsed formula. It may contain exact numbers (decimals, hex floats, quotients); + - * / ^ and parentheses; exp,
/// log, sqrt, abs, Phi, Phi_inv of one argument; min, max of several; pi; and variables. ^ accepts any exponent for a
/// positive base, and integers up to 10^30 for other bases.
class Formula {
 public:
  /// Parses a formula. Throws std::invalid_argument, with the position, on invalid input.
  static Formula parse(const std::string& text);

  /// Returns an enclosure of the value for all values of the variables in their balls. Undefined operations (log of a
  /// possibly negative number) result in an indeterminate ball. Throws std::invalid_argument if a variable has no
  /// value.
  Ball evaluate(const std::map<std::string, Ball>& variables, Bits p) const;

  const std::string& text() const { return text_; }
  /// Returns the names that are neither functions nor constants, without repetitions.
  const std::vector<std::string>& variables() const { return variables_; }

 private:
  std::string text_;
  std::vector<std::string> variables_;
};

}  // namespace plumbline
