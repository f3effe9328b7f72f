/// Facts about several runs of a recorded mechanism, in addition to the pair of one run.
#pragma once

namespace plumbline {

/// The kind of these additional facts. The functions that judge claims use them (mechanism_runs.hpp).
enum class RecordedRuns {
  plain,          ///< no additional facts
  fixed_batch,    ///< steps on batches of fixed size
  bounded_range,  ///< losses in an interval of fixed length
  flips,          ///< runs of permute-and-flip (flip_runs.hpp)
  concentrated    ///< bounds of Renyi divergences, not a mechanism; the expression is only an
                  ///< example
};

}  // namespace plumbline
