#include "verify/claims/reading/mechanisms/mechanism_runs.hpp"

#include <nlohmann/json.hpp>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/mechanisms/laplace/flip_runs.hpp"
#include "reference/mechanisms/recorded_runs.hpp"

namespace plumbline {
namespace {

/// Adds the facts about runs of permute-and-flip, possibly subsampled, to their dominating pair. For one run, each
/// point of the profile of this pair is attained by some neighbours. For several runs, the worst pair of neighbours
/// lies between the pair for two candidates, which is added as a part, and the dominating pair.
void add_flips(MechanismFields& f, bool is_sampled, ClaimedPair* pair) {
  const FlipRuns runs{f.number("epsilon").value, f.number("steps").value};
  const std::string rate = is_sampled ? f.text("sampling_rate") : "", power = f.power();
  const auto with_sampling = [rate, power](const std::string& flips) {
    return (rate.empty() ? flips : "subsampled(" + flips + ",p=" + rate + ")") + power;
  };
  pair->set_dominance(is_dominating(*pair->hypotheses),
                      runs.runs == Rational(1) ? Attained::pointwise : Attained::no);
  pair->parts = {{with_sampling(flip_member(runs, std::nullopt)),
                  [=](double place) { return with_sampling(flip_member_at(runs, place)); }}};
  if (!is_sampled) pair->flips = runs;
}

/// Returns the runs of bounded range; nothing if there are more runs than the search for the worst case supports.
std::optional<RangeRuns> range_runs(MechanismFields& f) {
  const RangeRuns runs{f.number("epsilon").value, f.number("steps").value};
  const bool known = runs.range.sign() > 0 && runs.runs <= Rational(kMostRangeRuns);
  return known ? std::optional(runs) : std::nullopt;
}

/// Returns the steps on batches of fixed size; nothing if a batch is the whole data set, which is not sampling.
std::optional<BatchRuns> batch_runs(MechanismFields& f) {
  const BatchRuns runs{f.number("sigma").value, f.number("dataset_size").value,
                       f.number("batch_size").value, f.number_or("sensitivity", Rational(1)),
                       f.number("steps").value};
  const bool sampled = runs.batch.sign() > 0 && runs.batch < runs.n && runs.sigma.sign() > 0;
  return sampled ? std::optional(runs) : std::nullopt;
}

/// Adds the pair of the expression, as its factors state it, or the reason why it has none. If a parameter is out of
/// range, the pair is accepted here and rejected later by composition_of, which names the parameter.
void add_pair(NamedMechanism* out) {
  try {
    out->pair = claimed_pair(read_open_expression(out->expression), PairRelation::any);
  } catch (const RefusedPair& e) {
    if (out->unsupported.empty()) out->unsupported = e.what();
  } catch (const std::invalid_argument&) {
    out->pair.set_dominance(true, Attained::every);
  }
}

}  // namespace

void add_runs(RecordedRuns runs, bool open_sigma, MechanismFields& f, NamedMechanism* out) {
  add_pair(out);
  if (runs == RecordedRuns::flips) add_flips(f, out->is_sampled, &out->pair);
  if (runs == RecordedRuns::bounded_range && !out->is_sampled) out->range = range_runs(f);
  if (runs == RecordedRuns::concentrated) {
    out->concentrated = {f.number("rho").value, f.number_or("xi", Rational(0)),
                         f.number("steps").value};
  }
  if (runs == RecordedRuns::fixed_batch && !open_sigma) out->batches = batch_runs(f);
}

}  // namespace plumbline
