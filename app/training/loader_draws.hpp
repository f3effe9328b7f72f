/// Sampling methods of loaders, and the dominating pair of a run with each method.
#pragma once

#include <string>

#include "app/training/loader_file.hpp"
#include "app/training/loader_run.hpp"

namespace plumbline::loader {

struct Run {
  const LoaderFile& file;
  std::string sigma, sampling;
  bool for_target = false;  ///< true if sigma is calibrated; then the choice of the pair must not
                            ///< depend on sigma
  std::string delta{};

  std::string gaussian(const std::string& more = "") const {
    return "gaussian(sigma=" + sigma + more + ")";
  }
  std::string sampled(const std::string& rate, const std::string& more = "") const {
    if (Rational::parse(rate) == Rational(1)) return gaussian(more);
    return "subsampled_gaussian(sigma=" + sigma + ",p=" + rate + more + ")";
  }
};

Rational ceiling(const Rational& x);
std::string power_of(const std::string& mechanism, const Rational& runs);
std::string fraction(const Rational& a, const Rational& b);
/// Returns the number of steps of one pass over the data.
Rational steps_of_an_epoch(const LoaderFile& file);
/// Throws std::invalid_argument if the sums are divided by the number of drawn records.
void no_actual_size(const Run& run);
/// Returns the text of further conditions, on the noise and on the divisor of the sums.
std::string usual_note(const Run& run);

/// The following functions return the run of a sampling method. They throw std::invalid_argument, naming the file, if
/// no pair is proved for the method.
LoaderRun poisson(const Run& run);
LoaderRun fixed_batch(const Run& run);
/// Every record occurs once in each pass, with or without shuffling.
LoaderRun in_passes(const Run& run);
LoaderRun balls_in_bins(const Run& run);
LoaderRun random_allocation(const Run& run);
LoaderRun b_min_sep(const Run& run);
/// Throws: a record may occur several times in one batch.
LoaderRun with_replacement(const Run& run);
/// Throws: some records are drawn far more often than the rate states.
LoaderRun weighted(const Run& run);

}  // namespace plumbline::loader
