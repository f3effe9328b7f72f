/// A hunt for samplers whose distribution differs from the promised one (docs/hunting.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reference/statistics/samplers/sampler_judge.hpp"
#include "verify/hunt/sampler/draw_reader.hpp"

namespace plumbline {

struct SamplerHuntOptions {
  long draws = 1000000;        ///< maximum number of draws
  double seconds = 0;          ///< limit for the whole hunt; 0 means no limit
  double start_seconds = 120;  ///< limit for the first draw after a start
  DrawForm form = DrawForm::text;
  std::string error_file;  ///< receives the sampler's standard error; discarded if empty
};

struct SamplerHuntResult {
  std::string law;
  long draws = 0;   ///< number of judged draws
  long starts = 0;  ///< number of starts of the sampler
  SamplerVerdict verdict;
  double seconds = 0;
  bool interrupted = false;
  std::string silence;  ///< reason for missing draws: how the sampler ended
};

/// Starts the sampler twice and compares the first draws of both processes. Judges the draws of the first process
/// until they refute the distribution, or until the limit of draws or time is reached. A sampler that ends is started
/// again.
/// \throws std::invalid_argument for a command that cannot be started, and for lines that are not draws
SamplerHuntResult hunt_sampler(const SamplerLaw& law, const std::vector<std::string>& command,
                               const SamplerHuntOptions& options);

std::string sampler_hunt_text(const SamplerHuntResult& result);
nlohmann::ordered_json sampler_hunt_record(const SamplerHuntResult& result);

/// Returns 130 if interrupted; 1 if refuted; 2 if there were no draws; else 0.
int sampler_hunt_exit_code(const SamplerHuntResult& result);

}  // namespace plumbline
