/// A line in doubles: delta, or the excess, of many equal steps to few digits, some hundred times as fast as in
/// balls of arb. What doubles lose is proved: BOUND(MACHINE-LINE).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier_kernel.hpp"
#include "reference/engines/sieve/alias_sides.hpp"
#include "reference/mechanisms/gaussian/mixture_machine.hpp"

namespace plumbline::fourier {

/// Doubles are meant exactly. Any choice gives a correct enclosure.
struct MachineContour {
  double c = 0, left = 0, right = 0;  ///< left < c < right, none of them 0 or 1
  double step = 0;                    ///< D > 0
  long last = 1;                      ///< nodes y = 0, D, .., last D
  double far = 0;                     ///< Y of DECAY-MULTIPLE
  long multiple = 1;                  ///< its m
  mixture::Grid grid{};
  bool small = false;  ///< made to show that the answer is small, and for no digits of it
};

/// What to choose a contour for: an error of e^log_error at t.
struct MachineAim {
  Question question;
  double t = 0;
  double digits = 8;           ///< relative, of the estimate of the answer
  double log_enough = -1e300;  ///< of what is less than e^log_enough only that matters
  double log_count = 0;        ///< log of the steps' number
};

/// A contour found in doubles; nothing where there is none that is short. Of the question delta or excess.
std::optional<MachineContour> choose_machine_contour(const mixture::MixtureLaw& law,
                                                     const MachineAim& aim);

/// What |K(c+iy)|^N is at most for y >= Y/m, as a share of K(c)^N, where |K(c+iy)| <= b K(c) for y >= Y:
/// BOUND(DECAY-MULTIPLE).
Ball decay_of_multiple(const Ball& b, long m, unsigned long N);

class MachineLine {
 public:
  MachineLine(const mixture::MixtureLaw& law, unsigned long count, const MachineContour& contour);

  /// The enclosure of delta or the excess at t; sharp near the contour's design point, indeterminate where
  /// nothing is known.
  Enclosure answer(Question question, const Real& t) const;

  const MachineContour& contour() const { return contour_; }

 private:
  void fill(const mixture::MachineOrder& at);
  void end(const mixture::MachineOrder& at);

  MachineContour contour_;
  unsigned long count_;
  std::vector<MachineComplex> values_;  ///< (K(s_k)/kappa)^N / d(s_k)
  double kappa_ = 1;                    ///< about K(c), exactly this double
  double base_ = 0, slope_ = 0;         ///< |(K/kappa)^N - ..| <= base + k slope
  double sizes_ = 0, places_ = 0;       ///< sums of |1/d|, of k |1/d|, both signs of k
  // All that answers need beside t.
  Ball scale_;       ///< kappa^N D/(2 pi)
  Ball truncation_;  ///< TRUNCATION at t = 0
  std::optional<AliasSides> aliases_;
};

}  // namespace plumbline::fourier
