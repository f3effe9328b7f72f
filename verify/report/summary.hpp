/// The judged values of a run, summed up by approximation and quantity.
#pragma once

#include <string>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

/// One approximation on one quantity. Errors are upper ends of their enclosures.
struct ApproximationSummary {
  std::string approximation, quantity;
  size_t measured = 0;                ///< how often it gave a number
  size_t refused = 0, no_number = 0;  ///< no_number: nan, infinite, failed, not run
  size_t exceeded = 0, with_tolerance = 0;
  size_t bands = 0, bands_missed = 0;  ///< bands it claimed; bands without the truth
  double max_error = 0, mean_error = 0, median_error = 0;
  double max_relative_error = 0;       ///< where the truth is certainly not zero
  bool any_relative_error = false;     ///< whether it is anywhere; of whole curves it is not
  double median_method_share = 0;      ///< |method| / (|method| + |rounding|); nan when never split
  size_t rounding_dominates = 0;       ///< values whose rounding error is the larger part
  size_t unsettled = 0;                ///< values not split: wide runs that disagree
  size_t dangerous = 0, safe = 0;      ///< by the side of the truth, where it is known
  const Json* worst = nullptr;         ///< the value with the largest absolute error
  const Json* worst_judged = nullptr;  ///< its entry in `judged`
  const Json* worst_relative = nullptr;  ///< the value with the largest relative error
  const Json* worst_relative_judged = nullptr;
};

/// Where the approximation is worst, in words: what it said and the truth, or of a whole curve the
/// level where it is furthest off.
std::string worst_words(const ApproximationSummary& summary);

/// In order of approximation name, then quantity. Points into `results`.
std::vector<ApproximationSummary> summarise(const RunResults& results);

/// The relative errors of one approximation over all quantities.
struct MethodErrors {
  std::string approximation;
  double median = 0, largest = 0;  ///< of those that are finite and above zero
  size_t dangerous = 0;            ///< how many promise more privacy than there is
};
/// Those with a relative error, in order of name.
std::vector<MethodErrors> errors_by_method(const RunResults& results);

/// How many values have each verdict on what the source prints.
struct VerdictCounts {
  size_t agrees = 0, differs = 0, disputed = 0, stale = 0, undecided = 0;
  size_t compared() const { return agrees + differs + disputed + stale + undecided; }
};
VerdictCounts count_verdicts(const RunResults& results);

/// What else a run adds up to.
struct RunCounts {
  size_t judged = 0, exceeded = 0;  ///< answers of approximations; those beyond their tolerance
  size_t unreached = 0;             ///< values with fewer digits than asked
};
RunCounts count_run(const RunResults& results);

/// What an exit code of a run means, in words.
std::string exit_code_meaning(const std::string& exit_code);

}  // namespace plumbline
