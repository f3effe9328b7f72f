#include "reference/engines/between_engine.hpp"

#include <algorithm>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/composition/near_losses.hpp"
#include "reference/engines/profile_slopes.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/between_pairs.hpp"

namespace plumbline {
namespace {

ErrorBudget sum_of(const ErrorBudget& a, const ErrorBudget& b) {
  return {a.quadrature + b.quadrature, a.truncation + b.truncation,
          a.discretisation + b.discretisation, a.rounding + b.rounding};
}

class BetweenEngines final : public Engine {
 public:
  BetweenEngines(std::unique_ptr<Engine> less, std::unique_ptr<Engine> more)
      : less_(std::move(less)), more_(std::move(more)) {}

  std::string name() const override { return more_->name(); }
  std::string explain() const override {
    return more_->explain() + "; between two rational parameters";
  }
  NamedTexts parameters() const override { return more_->parameters(); }
  bool vary() override {
    const bool less = less_->vary();
    return more_->vary() && less;
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const bool of_profile = question == Question::delta || question == Question::one_minus_delta ||
                            question == Question::excess;
    if (of_profile) return profile(question, t, effort);
    Effort sharper = effort;
    sharper.digits = std::min(2 * effort.digits + 6, kBetweenDigits);
    const std::vector<Rational> steps{power(Rational(1, 10), sharper.digits / 2)};
    const Ball found = tail_by_slopes(question, t, steps, [&](Question q, const Real& at) {
      return profile(q, at, sharper).value;
    });
    const Ball out = clipped(question, found, t);
    return {out, {UpperBound(), UpperBound(), UpperBound(), out.radius()}};
  }

 private:
  // BOUND(BETWEEN-PAIRS)
  // Statement.  For each factor let f lie between the trade-off functions of two pairs. Then delta, the excess and 1
  //             - delta of the composition lie between those of the two compositions of these pairs.
  // Needs.      The order of each factor's pairs: PARAMETER-ORDER, by the code that constructs the pair.
  // Proof.      Let f and f' be trade-off functions. f >= f' is equivalent to the existence of a random map that takes
  //             the pair of f' to the pair of f (Blackwell 1953). The product of these maps takes the composition of
  //             the pairs of f' to that of the pairs of f, whose hockey-stick divergences are therefore no larger.
  //             excess = delta - 1 + e^t increases with delta, and 1 - delta decreases.
  // Source.     Blackwell 1953.
  Enclosure profile(Question question, const Real& t, const Effort& effort) {
    Effort sharper = effort;
    sharper.digits += 1;
    const Enclosure less = less_->answer(question, t, sharper);
    const Enclosure more = more_->answer(question, t, sharper);
    const bool falls = question == Question::one_minus_delta;
    const Ball low = (falls ? more : less).value.lower(),
               high = (falls ? less : more).value.upper();
    if (certainly_less(high, low)) {
      throw Contradiction("of two ordered pairs, the less private one has a smaller delta");
    }
    return {bound<"BETWEEN-PAIRS">(Ball::hull(low, high)), sum_of(less.budget, more.budget)};
  }

  std::unique_ptr<Engine> less_, more_;
};

}  // namespace

std::optional<CompositionEnds> composition_ends(const Composition& composition) {
  std::vector<Factor> less = composition.factors(), more = less;
  bool any = false;
  for (size_t i = 0; i < less.size(); ++i) {
    const auto ends = less[i].mechanism->offer<BetweenPairs>();
    if (!ends) continue;
    any = true;
    less[i].mechanism = ends->less;
    more[i].mechanism = ends->more;
  }
  if (!any) return std::nullopt;
  return CompositionEnds{Composition(less), Composition(more)};
}

Composition seen_by_engines(const Composition& finite) {
  const auto ends = composition_ends(finite);
  return near_losses(ends ? ends->more : finite).near;
}

std::unique_ptr<Engine> between_engines(std::unique_ptr<Engine> less,
                                        std::unique_ptr<Engine> more) {
  return std::make_unique<BetweenEngines>(std::move(less), std::move(more));
}

}  // namespace plumbline
