#include "reference/questions/whole_answers.hpp"

#include <utility>

#include "reference/quantities/comparison/refined_comparison.hpp"

namespace plumbline {
namespace {

struct TwoProfiles {
  explicit TwoProfiles(const Query& question)
      : first(Composition::parse(question.mechanism), question.direction, question.engine),
        second(Composition::parse(question.other), question.direction, question.second_engine()) {}
  PrivacyProfile first, second;
};

}  // namespace

FullComparison whole_comparison(const Query& question, const Effort& effort,
                                SoFar<FullComparison> so_far) {
  TwoProfiles two(question);
  return refined_comparison(two.first, two.second, effort, std::move(so_far));
}

Comparison ranges_compared(const Query& question, const Effort& effort) {
  TwoProfiles two(question);
  return compare(two.first, two.second, effort);
}

WholeTheorem whole_theorem(const Query& question, const Effort& few, const Effort& effort,
                           const SoFar<WholeTheorem>& so_far) {
  TwoProfiles two(question);
  const BerryEsseenTruth truth = berry_esseen_truth(two.first, two.second, few);
  const auto tell = [&](const BerryEsseenBound& best) {
    if (so_far) so_far({best, truth});
  };
  return {refined_berry_esseen(two.first.composition(), two.second.composition(),
                               question.direction, effort, tell),
          truth};
}

BayesCrossing crossing_of_errors(const Query& question, const Rational& from, const Rational& to,
                                 const Rational& width, const Effort& effort) {
  TwoProfiles two(question);
  return bayes_crossing(two.first, two.second, from, to, width, effort);
}

}  // namespace plumbline
