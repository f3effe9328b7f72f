/// A line integral in machine numbers that computes delta or the excess of many steps. The steps are mixtures of
/// Gaussian distributions and may differ from each other. It is approximately a hundred times as fast as in ball
/// arithmetic. Doubles reach up to nine digits, double-doubles up to twenty. BOUND(MACHINE-LINE) proves the rounding
/// errors.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/line_nodes.hpp"
#include "reference/engines/fourier/machine_contour.hpp"
#include "reference/engines/fourier_kernel.hpp"
#include "reference/engines/sieve/alias_sides.hpp"

namespace plumbline::fourier {

/// Decay of the transform K of one mechanism that is run N times: |K(c+iy)| <= b K(c) for y >= Y.
struct StepDecay {
  Ball b;
  unsigned long N;
};
/// Bounds the product of |K(c+iy)|^N for y >= Y/m, relative to the product of K(c)^N: BOUND(DECAY-MULTIPLE).
Ball decay_of_multiple(const std::vector<StepDecay>& steps, long m);

class MachineLine {
 public:
  MachineLine(
      const MachineProduct& product, const MachineContour& contour, const Poll& poll = [] {});

  /// Returns an enclosure of delta or the excess at t; tight near the threshold for which the contour was chosen,
  /// indeterminate if nothing is known.
  Enclosure answer(Question question, const Real& t) const;

  const MachineContour& contour() const { return contour_; }

  /// Returns the line for the product of the factors of this line and of `rest`, on the same contour; only the factors
  /// of `rest` are computed. Returns nothing if a factor of `rest` has no rule on this contour, or if this line has no
  /// enclosure. The contour was chosen for the factors of this line alone: the more steps `rest` has, the wider is the
  /// enclosure.
  std::optional<MachineLine> extended(const MachineProduct& rest, const Poll& poll) const;

 private:
  /// Multiplies the aliasing and truncation bounds by those of `product`. `contour` has the rules of `product`, and
  /// `at` are its factors at c.
  void multiply(const MachineProduct& product, const MachineContour& contour,
                const std::vector<mixture::MachineOrder>& at, const Poll& poll);

  MachineContour contour_;
  std::shared_ptr<const LineNodes> nodes_;  ///< null if nothing is known
  unsigned long steps_ = 0;
  // Upper bounds of the transform at contour.left and contour.right, and of its size beyond the last node.
  Ball left_, right_, beyond_;
  // Data that all answers need.
  Ball scale_;       ///< D/(2 pi)
  Ball truncation_;  ///< bound of the omitted nodes at t = 0, by BOUND(TRUNCATION)
  std::optional<AliasSides> aliases_;
};

}  // namespace plumbline::fourier
