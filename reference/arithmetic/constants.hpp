#pragma once

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

inline const Rational kZero(0), kOne(1);

}  // namespace plumbline
