/// Lines in doubles for one composition, as far as there are any: asked first where few digits are.
#pragma once

#include <list>
#include <utility>

#include "reference/composition/composition.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_line.hpp"

namespace plumbline::fourier {

class MachineLines {
 public:
  explicit MachineLines(const Composition& composition)
      : product_(MachineProduct::of(composition)) {}

  /// An enclosure as sharp as asked, from a line kept or a new one; nothing where that is not to be had.
  std::optional<Enclosure> answer(Question question, const Real& t, const Effort& effort);

  /// The line asked last; null where there is none.
  const MachineLine* last() const { return lines_.empty() ? nullptr : &lines_.front().line; }

 private:
  std::optional<Enclosure> by_lines(Question question, const Real& t, const Effort& effort);
  struct Kept {
    Question question;
    double t, log_enough;  ///< what it was made for
    MachineLine line;
  };
  static double distance(const Kept& kept, double t);
  bool is_hopeless(Question question, double t) const;
  const Kept* kept_for(Question question, double t, const Effort& effort);
  const MachineLine* made_for(Question question, double t, const Effort& effort, bool sharp);

  std::optional<MachineProduct> product_;
  std::list<Kept> lines_;  ///< the one asked last first
  std::optional<std::pair<Question, double>>
      hopeless_;  ///< where no short line was found, the last time
};

}  // namespace plumbline::fourier
