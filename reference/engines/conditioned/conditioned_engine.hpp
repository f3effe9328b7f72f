/// Sums over the losses of the steps with countably many losses. The terms are the answers of the other steps
/// conditioned on these losses.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/engines/conditioned/conditioned_parts.hpp"
#include "reference/engines/conditioned/discrete_law.hpp"
#include "reference/engines/conditioned/halves.hpp"
#include "reference/engines/conditioned/tilted_law.hpp"
#include "reference/engines/conditioned/types.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::conditioned {

class Conditioned final : public Engine {
 public:
  Conditioned(const Composition& composition, Parted parts);

  std::string name() const override { return "conditioned"; }
  std::string explain() const override;
  NamedTexts parameters() const override;
  /// Switches to a distribution with more points and more bits.
  bool vary() override;

  Enclosure answer(Question question, const Real& t, const Effort& effort) override;

 private:
  /// Sums over distributions with smaller and smaller masses until *best is as tight as requested.
  void answer_deeper(Question question, const Real& t, const Effort& effort, Enclosure* best);

  /// If the answer is small, sums over a tilted distribution. Returns true if *best is then as tight as requested.
  bool answer_far_out(Question question, const Real& t, const Effort& effort, Enclosure* best);

  bool have_tilted(double c, double digits, Bits p, const Poll& poll);

  /// Computes law_ if it is missing or has fewer than `digits` digits; its points are sorted by mass, largest first.
  /// Returns false if the distribution cannot be computed.
  bool have_law(double digits, Bits p, const Poll& poll);

  /// Computes the answer from the points that matter to `digits` digits (depth_of), and stores it in *out. Returns
  /// false if their distribution cannot be computed.
  bool at_depth(Question question, const Real& t, const Effort& effort, double digits,
                Enclosure* out);

  void sum_over_law(Question question, const Real& t, const Effort& effort, Bits p, Enclosure* out);

  bool halves_at_depth(Question question, const Real& t, const Effort& effort, double digits,
                       Bits p, Enclosure* out);

  /// Heuristic: returns the number of relative digits that a term of at most `most` needs if the sum so far is
  /// `have`.
  double digits_needed(int digits, const Ball& most, const Ball& have) const;

  /// Returns the contribution of a single point if there are no other steps. Computes the loss of the point only if its
  /// masses do not decide on which side of t the loss lies.
  static Ball alone(Question question, const DiscreteLaw::Point& x, const Real& t, const Ball& k,
                    Bits p);

  Enclosure term_at(Question question, const Real& u, const Ball& weight, double digits,
                    const Effort& effort, Bits p);

  static void add(ErrorBudget* total, const ErrorBudget& one, const UpperBound& weight);

  Composition composition_;
  Parted parts_;
  std::unique_ptr<Engine> inner_;  ///< null if no other steps remain
  std::optional<DiscreteLaw> law_;
  std::optional<Halves> halves_;
  std::unique_ptr<Types> types_;  ///< null if the types of the steps cannot be listed
  std::optional<TiltedLaw> tilted_;
  bool by_halves_ = false;
  bool far_ = false;  ///< the last answer is that of the tilted distribution
  double law_digits_ = 0, tilted_digits_ = 0;
  bool varied_ = false;
};

}  // namespace plumbline::conditioned
