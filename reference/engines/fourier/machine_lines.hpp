/// Line integrals of one composition in machine numbers, if possible: in doubles for few requested digits, in
/// double-doubles for more.
#pragma once

#include <list>
#include <utility>

#include "reference/composition/composition.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_line.hpp"
#include "reference/engines/fourier/recent_lines.hpp"

namespace plumbline::fourier {

class MachineLines {
 public:
  explicit MachineLines(const Composition& composition)
      : product_(MachineProduct::of(composition)) {}

  /// Returns an enclosure of the requested width from a cached line or a new one; nothing if no line reaches it.
  std::optional<Enclosure> answer(Question question, const Real& t, const Effort& effort);

  /// Returns the line used last; null if there is none.
  const MachineLine* last() const { return lines_.empty() ? nullptr : &lines_.front().line; }

 private:
  std::optional<Enclosure> by_lines(Question question, const Real& t, const Effort& effort);
  /// Answers by a line in double-doubles if `fine`, in doubles otherwise.
  std::optional<Enclosure> by_lines(Question question, const Real& t, const Effort& effort,
                                    bool fine);
  /// Answers by a line that was computed on this thread for an earlier composition.
  std::optional<Enclosure> by_recent(Question question, const Real& t, const Effort& effort,
                                     bool fine);
  struct Hopeless {
    Question question;
    double t;
    bool fine;
  };
  bool is_hopeless(Question question, double t, bool fine) const;
  const DesignedLine* kept_for(Question question, double t, const Effort& effort, bool fine);
  const MachineLine* made_for(Question question, double t, const Effort& effort, bool fine,
                              bool sharp);

  std::optional<MachineProduct> product_;
  std::list<DesignedLine> lines_;  ///< the most recently used line first
  /// The last search that found no short line; nothing if every search found one.
  std::optional<Hopeless> hopeless_;
};

}  // namespace plumbline::fourier
