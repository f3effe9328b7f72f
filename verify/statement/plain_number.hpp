/// Numbers for people who read no long ones.
#pragma once

#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// Digits that a sentence shows of a proved number.
constexpr int kShownDigits = 3;

/// 1e-5 as 0.00001, where that is short.
std::string plain(const Rational& x);

}  // namespace plumbline
