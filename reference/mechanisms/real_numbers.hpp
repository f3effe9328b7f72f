/// The numbers of an expression that contains irrational numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/arithmetic/numbers/number_sum.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// `numbers` and `lists` contain all numbers and lists of the expression, rational or not. `rest` contains its words
/// and, once more, its rational numbers and lists.
struct RealNumbers {
  std::map<std::string, Real> numbers;
  std::map<std::string, std::vector<NumberSum>> lists;
  Parameters rest;
  std::string expression;

  /// Returns the number, or 0 if the expression does not contain it.
  Real number(const std::string& name) const {
    const auto at = numbers.find(name);
    return at == numbers.end() ? Real(Rational(0)) : at->second;
  }
};

/// Returns a < b. Throws std::invalid_argument if no precision decides it.
bool is_less(const Real& a, const Real& b);
/// Throws std::invalid_argument unless the number is known to be in [0, 1].
void require_probability(const std::string& name, const Real& x);

/// Throws std::invalid_argument unless all values are at least 0 and their sum is known to be 1.
void require_distribution(const std::string& name, const std::vector<NumberSum>& values);

/// Parses the text of a list with irrational numbers, [0,log(3)]. Throws std::invalid_argument on malformed text.
std::vector<NumberSum> sums_of_list(const std::string& text);
/// Returns the text of such a list, [0,log(3)].
std::string text_of_list(const std::vector<NumberSum>& values);

}  // namespace plumbline
