/// The library, for whom values are enough: expressions in, certified decimals out. None of these
/// headers includes one of FLINT, MPFR or GMP.
#pragma once

#include "reference/api/answer.hpp"
#include "reference/api/mechanism.hpp"
