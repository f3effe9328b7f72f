/// Formats numbers for readers who do not need all digits.
#pragma once

#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// Number of digits with which a sentence displays a proved number.
constexpr int kShownDigits = 3;

/// Formats a number in plain decimal form if that is short: 0.00001 instead of 1e-5.
std::string plain(const Rational& x);

}  // namespace plumbline
