/// Runs of bounded range: the mechanism exponential_mechanism(epsilon=range)^runs stands for that many.
/// The largest delta (epsilon) of those fixed beforehand, and `adaptive`, of those that depend on the
/// outputs before.
#include "reference/quantities/comparison/bounded_range.hpp"

#include <stdexcept>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/bound_words.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {

std::string bound_asked(const Query& question) {
  const auto& [name, at] = question.at.back();
  if (name == "epsilon") return "The smallest delta at epsilon = " + at;
  if (name == "delta") return "The smallest epsilon at delta = " + at;
  return "The Renyi divergence of order " + at;
}

namespace {

/// Throws std::invalid_argument where the mechanism is not written so.
RangeRuns range_runs_of(const std::string& mechanism) {
  const std::vector<WrittenFactor> factors = read_open_expression(mechanism);
  const WrittenFactor& only = factors.front();
  const auto range = only.entry->bounded_range;
  const bool form = factors.size() == 1 && only.open.empty() && range != nullptr;
  const std::optional<Rational> length = form ? range(only.parameters) : std::nullopt;
  if (!length) {
    throw std::invalid_argument(
        "runs of bounded range are written exponential_mechanism(epsilon=RANGE)^RUNS");
  }
  const RangeRuns out{*length, only.count};
  require_runs(out);
  return out;
}

Answer answer_range(const Query& question, const Effort& effort, OtherPath&) {
  const RangeRuns runs = range_runs_of(question.mechanism);
  const std::string& name = question.at.front().first;
  const Rational at = question.number(name);
  if (name == "delta") {
    const WorstRangeEpsilon worst = worst_range_epsilon(runs, at, effort);
    return {.value = worst.fixed, .values = {{"adaptive", worst.adaptive}}};
  }
  const WorstRange worst = worst_fixed_range(runs, at, effort);
  const Certified adaptive = worst_adaptive_range(runs, at, worst, effort);
  return {.value = worst.fixed, .values = {{"adaptive", adaptive}}};
}

std::string runs_text(const std::string& mechanism, const std::string&) {
  const std::string out = Composition::parse(mechanism).expression();
  range_runs_of(out);
  return out;
}

AllMembers members_of_range(const Query&, bool) { return {.values = {.needed = {"adaptive"}}}; }

std::string range_meaning(const Query& question) {
  return bound_asked(question) +
         " of that many runs of this bounded range, the worst that is fixed beforehand";
}

}  // namespace

QuantityFamily bounded_range_entries() {
  return {{.name = "bounded_range",
           .summary = "several runs of bounded range at the worst t, fixed or adaptive",
           .choices = {{"epsilon"}, {"delta"}},
           .directions = Directions::worst,
           .answer = answer_range,
           .subject_text = runs_text,
           .selects = true,  // the worst of a class of mechanisms, not the pair that is written
           .dangerous = DangerousSide::below,
           .certificate =
               CertificateEntry{.computed = Computed::by_formulas, .members = members_of_range},
           .words = {
               .explained = range_meaning,
               .values = {{"adaptive", "The same where runs may depend on the outputs before"}}}}};
}

}  // namespace plumbline
