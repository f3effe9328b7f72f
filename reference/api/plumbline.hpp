/// The library for callers who only need values: the input is an expression, the output consists of certified decimals.
/// None of the headers that this file includes needs a header of FLINT, MPFR or GMP.
#pragma once

#include "reference/api/answer.hpp"
#include "reference/api/mechanism.hpp"
