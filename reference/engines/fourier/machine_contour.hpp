/// The contour Re s = c of a line in machine numbers, and its choice.
#pragma once

#include <optional>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_product.hpp"

namespace plumbline::fourier {

/// A contour in doubles, taken exactly. Any choice gives a correct enclosure.
struct MachineContour {
  /// The line is Re s = c. The aliases are bounded at `left` and `right`. left < c < right; none of them is 0 or 1.
  double c = 0, left = 0, right = 0;
  double step = 0;  ///< distance D > 0 of neighbouring nodes
  long last = 1;    ///< nodes y = 0, D, .., last D
  /// The decay of the transform is bounded for |y| >= far / multiple (Y and m of DECAY-MULTIPLE).
  double far = 0;
  long multiple = 1;
  MachineRules rules{};  ///< a quadrature rule for each factor
  std::vector<mixture::Grid>
      fine{};             ///< a grid for each factor in double-doubles; none for a line in doubles
  double fine_depth = 0;  ///< the errors of `fine` are approximately e^-fine_depth of K
  bool small = false;     ///< the line only shows that the answer is small, without digits of it
};

/// The aim of a contour: the question, the threshold t and the accuracy of the answer.
struct MachineAim {
  Question question;
  double t = 0;
  double digits = 8;           ///< requested digits, relative to the estimate of the answer
  double log_enough = -1e300;  ///< an answer below e^log_enough needs no digits, only a bound
  Poll poll = [] {};
  bool fine = false;  ///< true if the nodes are summed in double-double arithmetic
};

/// Returns a contour found in doubles, for the question delta or excess; nothing if no short contour is found.
std::optional<MachineContour> choose_machine_contour(MachineProduct& product,
                                                     const MachineAim& aim);

/// Returns a copy of the contour in which the rules are those for the factors of `rest`. `rest` is a part of a product
/// of `steps` steps, and the rules are accurate enough for the whole product. Returns nothing if a factor has no rule.
std::optional<MachineContour> with_rules_of(const MachineProduct& rest, unsigned long steps,
                                            const MachineContour& contour, const Poll& poll);

}  // namespace plumbline::fourier
