#include "reference/composition/runs_of_a_class.hpp"

#include <stdexcept>
#include <string>

namespace plumbline {

void require_runs(const RangeRuns& runs) {
  if (runs.range.sign() <= 0) {
    throw std::invalid_argument("the range must be greater than 0, got " + runs.range.text());
  }
  if (!runs.runs.is_integer() || runs.runs.sign() <= 0 || runs.runs > Rational(kMostRangeRuns)) {
    throw std::invalid_argument("the number of runs must be whole, from 1 to " +
                                std::to_string(kMostRangeRuns) + ", got " + runs.runs.text());
  }
}

}  // namespace plumbline
