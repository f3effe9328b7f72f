/// Ways in which loaders draw batches, each with the pair that a run of it has.
#pragma once

#include <string>

#include "app/training/loader_file.hpp"
#include "app/training/loader_run.hpp"

namespace plumbline::loader {

struct Run {
  const LoaderFile& file;
  std::string sigma, sampling;
  bool for_target = false;  ///< sigma is sought, or was found, for one pair
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
/// Throws where the sums are divided by the number of records that were drawn.
void no_actual_size(const Run& run);
/// Returns further conditions, on the noise and on the number that divides it.
std::string usual_note(const Run& run);

/// Each throws std::invalid_argument, naming the file, where there is no pair that is proved here.
LoaderRun poisson(const Run& run);
LoaderRun fixed_batch(const Run& run);
/// Shuffled or not: every record once in each pass.
LoaderRun in_passes(const Run& run);
LoaderRun balls_in_bins(const Run& run);
LoaderRun random_allocation(const Run& run);
LoaderRun b_min_sep(const Run& run);
/// Refused: a record may be several times in one batch.
LoaderRun with_replacement(const Run& run);
/// Refused: some records are drawn far more often than the rate says.
LoaderRun weighted(const Run& run);

}  // namespace plumbline::loader
