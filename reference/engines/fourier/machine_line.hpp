/// A line in doubles: delta, or the excess, of many sampled Gaussian steps, equal or not, to few digits, some hundred
/// times as fast as in balls of arb. What doubles lose is proved: BOUND(MACHINE-LINE).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_product.hpp"
#include "reference/engines/fourier_kernel.hpp"
#include "reference/engines/sieve/alias_sides.hpp"

namespace plumbline::fourier {

/// Doubles are meant exactly. Any choice gives a correct enclosure.
struct MachineContour {
  double c = 0, left = 0, right = 0;  ///< left < c < right, none of them 0 or 1
  double step = 0;                    ///< D > 0
  long last = 1;                      ///< nodes y = 0, D, .., last D
  double far = 0;                     ///< Y of DECAY-MULTIPLE
  long multiple = 1;                  ///< its m
  MachineRules rules{};               ///< of each factor
  bool small = false;  ///< made to show that the answer is small, and for no digits of it
};

/// What to choose a contour for: an error of e^log_error at t.
struct MachineAim {
  Question question;
  double t = 0;
  double digits = 8;           ///< relative, of the estimate of the answer
  double log_enough = -1e300;  ///< of what is less than e^log_enough only that matters
  Poll poll = [] {};
};

/// A contour found in doubles; nothing where there is none that is short. Of the question delta or excess.
std::optional<MachineContour> choose_machine_contour(MachineProduct& product,
                                                     const MachineAim& aim);

/// |K(c+iy)| <= b K(c) for y >= Y, of a mechanism that is run N times.
struct StepDecay {
  Ball b;
  unsigned long N;
};
/// What the product of |K(c+iy)|^N is at most for y >= Y/m, as a share of that of K(c)^N:
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
  struct Node;  ///< a product of powers, and its bounds
  using Orders = std::vector<mixture::MachineOrder>;
  void fill(const MachineProduct& product, const Orders& at, const Poll& poll);
  void multiply(const mixture::MachineOrder& at, unsigned long count, std::vector<Node>* nodes);
  void multiply(const MachineNoise& noise, std::vector<Node>* nodes);
  void divide(const std::vector<Node>& nodes);
  void end(const MachineProduct& product, const Orders& at);

  MachineContour contour_;
  std::vector<MachineComplex> values_;  ///< the product of (K_i(s_k)/kappa_i)^n_i, by d(s_k)
  Ball kappa_;                     ///< the product of kappa_i^n_i, where kappa_i is about K_i(c)
  double base_ = 0, slope_ = 0;    ///< |product of (K/kappa)^n - ..| <= base + k slope
  double sizes_ = 0, places_ = 0;  ///< sums of |1/d|, of k |1/d|, both signs of k
  // All that answers need beside t.
  Ball scale_;       ///< kappa^N D/(2 pi)
  Ball truncation_;  ///< TRUNCATION at t = 0
  std::optional<AliasSides> aliases_;
};

}  // namespace plumbline::fourier
