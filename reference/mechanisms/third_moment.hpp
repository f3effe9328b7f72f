/// Third moments of one step's privacy loss above a threshold, by integration or summation: what the
/// absolute third moment needs.
#pragma once

#include <optional>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// The part of the noise's axis over which a moment is summed or integrated; what lies outside is
/// bounded, by BOUND(THIRD-MOMENT-START) and BOUND(THIRD-MOMENT-TAIL). Chosen where not given.
struct NoiseRange {
  std::optional<double> from{}, to{};
};

/// E[(L - t)_+^3] under P (tilt 0) or Q (tilt 1).
Ball third_moment_above(const DominatingPair& pair, int tilt, const Ball& t, Bits p,
                        const NoiseRange& range = {});

}  // namespace plumbline
