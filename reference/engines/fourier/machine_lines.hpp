/// Lines in doubles for one composition, as far as there are any: asked first where few digits are.
#pragma once

#include <list>

#include "reference/composition/composition.hpp"
#include "reference/engines/fourier/machine_line.hpp"

namespace plumbline::fourier {

class MachineLines {
 public:
  explicit MachineLines(const Composition& composition);

  /// An enclosure as sharp as asked, from a line kept or a new one; nothing where that is not to be had.
  std::optional<Enclosure> answer(Question question, const Real& t, const Effort& effort);

  /// The line asked last; null where there is none.
  const MachineLine* last() const { return lines_.empty() ? nullptr : &lines_.front().line; }

 private:
  struct Kept {
    Question question;
    double t, digits;  ///< what it was made for
    MachineLine line;
  };
  std::optional<Enclosure> from_kept(Question question, const Real& t, double near,
                                     const Effort& effort);

  std::optional<mixture::MixtureLaw> law_;
  unsigned long count_ = 0;
  std::list<Kept> lines_;  ///< the one asked last first
};

}  // namespace plumbline::fourier
