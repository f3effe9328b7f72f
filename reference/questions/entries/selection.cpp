/// Private selection: the best of K runs, where the option `runs` describes the distribution of K, or a choice among
/// `outcomes` outcomes by noisy scores. The maximum of delta (epsilon, or the Renyi divergence of an order) over all
/// base mechanisms that the pair dominates lies in [lower, upper]: one of them attains lower, and upper is a bound for
/// all.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "reference/quantities/selection/noisy_choice.hpp"
#include "reference/quantities/selection/run_law.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/bound_digits.hpp"
#include "reference/questions/entries/bound_words.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the interval from the attained value to the bound for all bases. Both ends come from searches, whose results
/// vary slightly with the requested digits. Therefore only a few digits of the attained value and at most kBoundDigits
/// of the bound are stated. The ends are also stored as exact numbers, because a ball around both numbers states its
/// ends only with the accuracy of its radius.
Certified between(const SelectedValue& found, bool attained, int digits) {
  constexpr int kAttainedDigits = 6;
  const Certified& bound = found.bound.value();
  const Bits p = bound.value().precision();
  Rational low(0);
  if (attained && !found.attained.is_infinite()) {
    const auto below = found.attained->value().decimal_ends(kAttainedDigits).first;
    if (below && below->sign() > 0) low = *below;
  }
  const int stated = std::min(digits + kCertificateSpareDigits, kBoundDigits);
  const std::optional<Rational> high = bound.value().decimal_ends(stated).second;
  const Ball upper = high ? Ball(*high, p) : bound.value();
  return Mint::value(Ball::hull(Ball(low, p), upper.upper()), bound.engine(), bound.budget(),
                     bound.reached(), low, high);
}

SelectedValue asked_of(SelectionBounds& bounds, const std::string& name, const Rational& at) {
  if (name == "epsilon") return bounds.delta(Real(at));
  return name == "delta" ? bounds.epsilon(at) : bounds.renyi(at);
}

/// Answers with `bounds` at the last number of the question (epsilon, delta or an order).
Answer selected(const Query& question, PrivacyProfile& profile, SelectionBounds& bounds,
                const Effort& effort) {
  const std::string& name = question.at.back().first;
  const SelectedValue found = asked_of(bounds, name, question.number(name));
  return {.value = between(found, name != "order", effort.digits),
          .parameters = profile.engine().parameters(),
          .explanation = profile.explain()};
}

Answer answer_selection(const Query& question, const Effort& effort, OtherPath& path) {
  PrivacyProfile profile = first_profile(question, path);
  const bool larger = !question.option("base").empty();
  Selection bounds(profile, RunLaw::parse(question.option("runs")), effort,
                   larger ? BaseKnown::larger_profile : BaseKnown::ordered_pairs);
  return selected(question, profile, bounds, effort);
}

Answer answer_choice(const Query& question, const Effort& effort, OtherPath& path) {
  PrivacyProfile profile = first_profile(question, path);
  NoisyChoice bounds(profile, question.number("outcomes"), effort);
  return selected(question, profile, bounds, effort);
}

std::string selection_option(const std::string& option, const std::string& text) {
  if (option == "runs") return RunLaw::parse(text)->text();
  if (text == "larger_profile") return text;
  throw std::invalid_argument(
      "unknown option; selection has the options runs and base=larger_profile");
}

void check_selection(const Query& question) {
  if (!question.option("base").empty() && question.direction != Direction::worst) {
    throw std::invalid_argument(
        "base=larger_profile covers both directions: write direction worst");
  }
}

std::string selection_meaning(const Query& question) {
  return bound_asked(question) + " of the best of K runs, K from " + question.option("runs") +
         " (the largest value over all mechanisms with this dominating pair, which lies between "
         "the two ends)";
}

std::string choice_meaning(const Query& question) {
  return bound_asked(question) + " of a choice among " + question.text("outcomes").value_or("") +
         " outcomes by noisy scores (the largest value, which lies between the two ends)";
}

}  // namespace

QuantityFamily selection_entries() {
  return {{.name = "selection",
           .summary = "the best of several runs: a value attained by one such mechanism and an "
                      "upper bound for all",
           .choices = {{"epsilon"}, {"delta"}, {"order"}},
           .options = {{.name = "runs"}, {.name = "base", .optional = true}},
           .answer = answer_selection,
           .option_text = selection_option,
           .check = check_selection,
           .selects = true,
           .dangerous = DangerousSide::below,
           .certificate = CertificateEntry{.bounds = true},
           .words = {.explained = selection_meaning}},
          {.name = "choice",
           .summary = "a choice by noisy scores: a value attained by one such mechanism and an "
                      "upper bound for all",
           .choices = {{"outcomes", "epsilon"}, {"outcomes", "delta"}},
           .directions = Directions::worst,
           .answer = answer_choice,
           .selects = true,
           .dangerous = DangerousSide::below,
           .certificate = CertificateEntry{.bounds = true},
           .words = {.explained = choice_meaning}}};
}

}  // namespace plumbline
