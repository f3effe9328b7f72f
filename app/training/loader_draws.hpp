/// Sampling methods of loaders, each with the pair of a run that uses it.
#pragma once

#include <string>

#include "app/training/loader_file.hpp"
#include "app/training/loader_run.hpp"

namespace plumbline::loader {

struct Run {
  const LoaderFile& file;
  std::string sigma, sampling;
  bool for_target = false;  ///< sigma was calibrated, or will be, for one pair
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
/// Steps of one pass over the data.
Rational steps_of_an_epoch(const LoaderFile& file);
/// Throws if the sums are divided by the number of drawn records.
void no_actual_size(const Run& run);
/// Returns further conditions, on the noise and on the number that divides it.
std::string usual_note(const Run& run);

/// Each function throws std::invalid_argument, naming the file, if no pair is proved here.
LoaderRun poisson(const Run& run);
LoaderRun fixed_batch(const Run& run);
/// With or without shuffling: every record once in each pass.
LoaderRun in_passes(const Run& run);
LoaderRun balls_in_bins(const Run& run);
LoaderRun random_allocation(const Run& run);
LoaderRun b_min_sep(const Run& run);
/// Rejected: a record may occur several times in one batch.
LoaderRun with_replacement(const Run& run);
/// Rejected: some records are drawn far more often than the rate states.
LoaderRun weighted(const Run& run);

}  // namespace plumbline::loader
