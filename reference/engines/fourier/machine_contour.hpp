/// A line Re s = c for lines in machine numbers, and how it is chosen.
#pragma once

#include <optional>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_product.hpp"

namespace plumbline::fourier {

/// Doubles are meant exactly. Any choice gives a correct enclosure.
struct MachineContour {
  double c = 0, left = 0, right = 0;  ///< left < c < right, none of them 0 or 1
  double step = 0;                    ///< D > 0
  long last = 1;                      ///< nodes y = 0, D, .., last D
  double far = 0;                     ///< Y of DECAY-MULTIPLE
  long multiple = 1;                  ///< its m
  MachineRules rules{};               ///< of each factor
  std::vector<mixture::Grid>
      fine{};          ///< of each factor in double-double arithmetic; none for a line in doubles
  bool small = false;  ///< made to show that the answer is small, and for no digits of it
};

/// The aim of a contour: an error of e^log_error at t.
struct MachineAim {
  Question question;
  double t = 0;
  double digits = 8;           ///< relative, of the estimate of the answer
  double log_enough = -1e300;  ///< of what is less than e^log_enough only that matters
  Poll poll = [] {};
  bool fine = false;  ///< whether the nodes are to be summed in double-double arithmetic
};

/// A contour found in doubles; nothing where there is none that is short. Of the question delta or excess.
std::optional<MachineContour> choose_machine_contour(MachineProduct& product,
                                                     const MachineAim& aim);

}  // namespace plumbline::fourier
