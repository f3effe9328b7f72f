/// A composition whose steps' losses extend over many scales, taken apart: with K_j the transform
/// of a step whose loss has scale below the j-th cut,
///
///     K^N = K_m^N + sum_j (K_{j-1}^N - K_j^N),   K_0 = K, cuts falling with j.
///
/// Each difference belongs to a positive measure (all steps below the cut j-1, one at least not
/// below the cut j) whose loss has one scale, so that it has a short line of its own, or none where
/// it is negligible. One line for the whole would need the finest step and the longest range of
/// all.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/line_cache.hpp"

namespace plumbline::fourier {

class ScaleSplit {
 public:
  explicit ScaleSplit(const Composition& composition);

  /// Returns true if some step can be cut.
  bool possible() const { return possible_; }

  /// Relative digits, or an absolute error of e^log_small, whichever asks less.
  struct Wish {
    double digits, log_small = Effort{}.log_enough;
  };
  /// The sum of the parts' answers, about as tight as wished, each with at most `most_nodes` nodes.
  /// Infinite when the parts do not get there.
  Enclosure answer(Question question, const Real& t_exact, double t, const Wish& wish,
                   long most_nodes, const Poll& poll);

  /// Combines the lines and bounds of the parts that the last answer used. Infinite where one
  /// of them has none.
  Enclosure from_lines(Question question, const Real& t_exact, double t, const Poll& poll);

  std::string explain() const;
  void vary() { varied_ = true; }

 private:
  double cut(int j) const;
  LineCache& above(int j);  ///< K_{j-1}^N - K_j^N, j >= 1
  LineCache& below(int j);  ///< K_j^N

  Composition composition_;
  bool possible_ = false, varied_ = false;
  double top_ = 0;  ///< the first cut
  std::map<int, std::unique_ptr<LineCache>> above_, below_;
  int last_cut_ = 0;  ///< of the last answer; 0: none yet
  std::string last_;  ///< what the last answer took
};

}  // namespace plumbline::fourier
