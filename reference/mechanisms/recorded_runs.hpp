/// Additional facts about several runs of a recorded mechanism.
#pragma once

namespace plumbline {

/// The facts about several runs in addition to their pair.
enum class RecordedRuns {
  plain,          ///< no additional facts
  fixed_batch,    ///< steps on batches of fixed size
  bounded_range,  ///< losses in an interval of fixed length
  flips,          ///< permute-and-flip
  concentrated    ///< bounds of Renyi divergences, not a mechanism; the expression is only an
                  ///< example
};

}  // namespace plumbline
