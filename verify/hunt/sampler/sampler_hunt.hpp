/// A hunt for samplers that draw from another law than the promised one (docs/hunting.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reference/statistics/samplers/sampler_judge.hpp"
#include "verify/hunt/sampler/draw_reader.hpp"

namespace plumbline {

struct SamplerHuntOptions {
  long draws = 1000000;        ///< at most
  double seconds = 0;          ///< for all of it; 0 is no limit
  double start_seconds = 120;  ///< for the first draw after a start
  DrawForm form = DrawForm::text;
  std::string error_file;  ///< receives the sampler's standard error; none if empty
};

struct SamplerHuntResult {
  std::string law;
  long draws = 0;   ///< judged
  long starts = 0;  ///< of the sampler
  SamplerVerdict verdict;
  double seconds = 0;
  bool interrupted = false;
  std::string silence;  ///< why there are no draws: the sampler's ending
};

/// Starts the sampler twice, compares the first draws of both, and judges the draws of the first until they refute the
/// law, or all draws or the time are used up. A sampler that ends is started again.
/// \throws std::invalid_argument for a command that cannot be started, and lines that are no draws.
SamplerHuntResult hunt_sampler(const SamplerLaw& law, const std::vector<std::string>& command,
                               const SamplerHuntOptions& options);

std::string sampler_hunt_text(const SamplerHuntResult& result);
nlohmann::ordered_json sampler_hunt_record(const SamplerHuntResult& result);

/// 130 interrupted; 1 refuted; 2 no draws; else 0.
int sampler_hunt_exit_code(const SamplerHuntResult& result);

}  // namespace plumbline
