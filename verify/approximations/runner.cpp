#include "verify/approximations/runner.hpp"

#include <fmt/core.h>

namespace plumbline::approximations {

void add_settled(const SettledValue& wide, ApproximationResult* result) {
  result->precision = fmt::format("{} bits", wide.precision.n);
  result->agreed_digits = wide.agreed_digits;
  if (wide.settled) {
    result->high_precision = wide.text;
  } else {
    result->unsettled = fmt::format("not settled: the runs in {} and {} bits agree to {} digits",
                                    wide.precision.n / 2, wide.precision.n, wide.agreed_digits);
  }
}

}  // namespace plumbline::approximations
