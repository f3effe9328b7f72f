/// A line in machine numbers: delta, or the excess, of many sampled Gaussian steps, equal or not, some hundred times as
/// fast as in balls of arb: in doubles to some nine digits, in double-doubles to some twenty. What they lose is proved:
/// BOUND(MACHINE-LINE).
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

/// |K(c+iy)| <= b K(c) for y >= Y, of a mechanism that is run N times.
struct StepDecay {
  Ball b;
  unsigned long N;
};
/// Bounds the product of |K(c+iy)|^N for y >= Y/m, as a share of that of K(c)^N:
/// BOUND(DECAY-MULTIPLE).
Ball decay_of_multiple(const std::vector<StepDecay>& steps, long m);

class MachineLine {
 public:
  MachineLine(
      const MachineProduct& product, const MachineContour& contour, const Poll& poll = [] {});

  /// The enclosure of delta or the excess at t; sharp near the contour's design point, indeterminate where
  /// nothing is known.
  Enclosure answer(Question question, const Real& t) const;

  const MachineContour& contour() const { return contour_; }

 private:
  using Orders = std::vector<mixture::MachineOrder>;
  void end(const MachineProduct& product, const Orders& at);

  MachineContour contour_;
  std::shared_ptr<const LineNodes> nodes_;  ///< null where nothing is known
  // All that answers need beside t.
  Ball scale_;       ///< D/(2 pi)
  Ball truncation_;  ///< TRUNCATION at t = 0
  std::optional<AliasSides> aliases_;
};

}  // namespace plumbline::fourier
