/// Decomposes a composition whose steps' losses extend over many scales (orders of magnitude). Let K_j be the
/// transform of the part of a step's distribution with scales below the j-th cut. Then
///
///     K^N = K_m^N + sum_j (K_{j-1}^N - K_j^N),   K_0 = K, with cuts 1 .. m that decrease in j.
///
/// Each difference belongs to a positive measure (all steps below the cut j-1, at least one not below the cut j)
/// whose loss has one scale. Such a measure has a short line integral of its own, or is negligible. One line for the
/// whole composition would need the finest step and the longest range of all parts.
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

  /// Returns true if the losses of some step can be divided by scales.
  bool possible() const { return possible_; }

  /// Relative digits, or an absolute error of e^log_small, whichever requires less.
  struct Wish {
    double digits, log_small = Effort{}.log_enough;
  };
  /// Returns the sum of the parts' answers, approximately as tight as requested, with at most `most_nodes` nodes for
  /// each part. The enclosure is infinite if the parts do not reach this accuracy.
  Enclosure answer(Question question, const Real& t_exact, double t, const Wish& wish,
                   long most_nodes, const Poll& poll);

  /// Returns the answer from the lines and bounds of the parts that the last answer used. Infinite if a part has
  /// neither.
  Enclosure from_lines(Question question, const Real& t_exact, double t, const Poll& poll);

  std::string explain() const;
  void vary() { varied_ = true; }

 private:
  double cut(int j) const;
  LineCache& above(int j);  ///< K_{j-1}^N - K_j^N, j >= 1
  LineCache& below(int j);  ///< K_j^N

  Composition composition_;
  bool possible_ = false, varied_ = false;
  double top_ = 0;  ///< log of the first cut
  std::map<int, std::unique_ptr<LineCache>> above_, below_;
  int last_cut_ = 0;  ///< index of the deepest cut of the last answer; 0: none yet
  std::string last_;  ///< description of the last answer
};

}  // namespace plumbline::fourier
