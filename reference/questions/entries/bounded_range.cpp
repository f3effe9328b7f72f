/// Runs of mechanisms of bounded range, written exponential_mechanism(epsilon=range)^runs. Computes the largest delta
/// (or epsilon) over all mechanisms that are fixed before the first run. `adaptive` is the largest value over runs that
/// may depend on earlier outputs.
#include "reference/quantities/comparison/bounded_range.hpp"

#include <stdexcept>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/bound_words.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

std::string bound_asked(const Query& question) {
  const auto& [name, at] = question.at.back();
  if (name == "epsilon") return "The smallest delta at epsilon = " + at;
  if (name == "delta") return "The smallest epsilon at delta = " + at;
  return "The Renyi divergence of order " + at;
}

namespace {

/// Parses the runs. Throws std::invalid_argument if the expression does not have the form
/// exponential_mechanism(epsilon=RANGE)^RUNS.
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

/// The largest value for runs that are fixed in advance and for adaptive runs, and the approximate parameter t of the
/// worst mechanism for fixed runs (its losses are t and t - epsilon).
struct RangeFound {
  Certified fixed, adaptive;
  std::optional<Rational> t;
};

RangeFound range_at(const RangeRuns& runs, const std::string& name, const Rational& at,
                    const Effort& effort) {
  if (name == "delta") {
    const WorstRangeEpsilon worst = worst_range_epsilon(runs, at, effort);
    return {worst.fixed, worst.adaptive, worst.t};
  }
  const WorstRange worst = worst_fixed_range(runs, at, effort);
  return {worst.fixed, worst_adaptive_range(runs, at, worst, effort), worst.t};
}

Answer answered(const RangeFound& found) {
  Answer out{.value = found.fixed, .values = {{"adaptive", found.adaptive}}};
  if (found.t) {
    const Ball t(*found.t, found.fixed.value().precision());
    out.place = Mint::value(t, "", {}, true, *found.t, *found.t);
  }
  return out;
}

Answer answer_range(const Query& question, const Effort& effort, OtherPath& path) {
  const RangeRuns runs = range_runs_of(question.mechanism);
  const std::string& name = question.at.front().first;
  const Rational at = question.number(name);
  return answered(refine_whole<RangeFound>(
      {[&](const Effort& step) { return range_at(runs, name, at, step); },
       [](const RangeFound& found) { return found.fixed.reached(); },
       [](const RangeFound& found, int digits) {
         return RangeFound{judged(found.fixed, digits), judged(found.adaptive, digits), found.t};
       },
       nullptr, [](const RangeFound& found) { return digits_of(found.fixed); },
       [&](const RangeFound& best) {
         if (path.so_far) path.so_far(answered(best));
       }},
      effort));
}

/// Returns bounds that are valid for every mechanism.
Answer certain_range(const Query& question, const std::string&) {
  const std::string asked = question.at.front().first == "delta" ? "epsilon" : "delta";
  const Certified value = certain_before(required_quantity(asked), "");
  return {.value = value, .values = {{"adaptive", value}}};
}

std::string runs_text(const std::string& mechanism, const std::string&) {
  const std::string out = Composition::parse(mechanism).expression();
  range_runs_of(out);
  return out;
}

AllMembers members_of_range(const Query&, bool) { return {.values = {.needed = {"adaptive"}}}; }

std::string range_meaning(const Query& question) {
  return bound_asked(question) +
         " of these runs of bounded range, maximised over mechanisms fixed before the first run";
}

}  // namespace

QuantityFamily bounded_range_entries() {
  return {
      {.name = "bounded_range",
       .summary = "several runs of bounded range at their worst pairs, fixed in advance or chosen "
                  "adaptively",
       .choices = {{"epsilon"}, {"delta"}},
       .directions = Directions::worst,
       .answer = answer_range,
       .certain = certain_range,
       .subject_text = runs_text,
       // The number is the worst of a class of mechanisms, not that of the written pair.
       .selects = true,
       .dangerous = DangerousSide::below,
       .certificate =
           CertificateEntry{.computed = Computed::by_formulas, .members = members_of_range},
       .words = {.explained = range_meaning,
                 .values = {{"adaptive",
                             "The same for adaptive runs, which may depend on earlier outputs"}}}}};
}

}  // namespace plumbline
