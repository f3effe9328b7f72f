/// Formats numbers for readers who do not need long ones.
#pragma once

#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// The number of digits that a sentence shows of a proved number.
constexpr int kShownDigits = 3;

/// Writes 1e-5 as 0.00001 if that is short.
std::string plain(const Rational& x);

}  // namespace plumbline
