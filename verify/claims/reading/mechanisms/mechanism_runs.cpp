#include "verify/claims/reading/mechanisms/mechanism_runs.hpp"

#include <nlohmann/json.hpp>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {
namespace {

/// Runs of permute-and-flip, perhaps sampled: exact at each point for one, between the pair and two
/// candidates for several.
PairSides flip_sides(MechanismFields& f, bool is_sampled) {
  PairSides out;
  const FlipRuns runs{f.number("epsilon").value, f.number("steps").value};
  out.attained = false;
  out.each_point = runs.runs == Rational(1);
  out.member = flip_member(runs, std::nullopt);
  if (is_sampled) {
    out.member = "subsampled(" + out.member + ",p=" + f.text("sampling_rate") + ")";
  } else {
    out.flips = runs;
  }
  out.member += f.power();
  return out;
}

/// Several of t steps, picked uniformly: the pair bounds them. Their outputs added up are k steps' worth
/// of one record, and the noise of t: N(0, t sigma^2) against N(k s, t sigma^2) is attained.
PairSides picked_sides(MechanismFields& f) {
  PairSides out;
  const Rational k = f.number("num_selected").value, t = f.number("num_steps").value;
  if (k == Rational(1) || k == t) return out;
  const Rational moved = k * f.number_or("sensitivity", Rational(1));
  if (moved.sign() <= 0) return out;  // refused where the pair is made
  const Rational sigma = f.number("sigma").value;
  out.attained = false;
  out.member = "gaussian(sigma2=" + (t * sigma * sigma / (moved * moved)).text() + ")" + f.power();
  return out;
}

/// Nothing where there are more than the worst of them is found for.
std::optional<RangeRuns> range_runs(MechanismFields& f) {
  const RangeRuns runs{f.number("epsilon").value, f.number("steps").value};
  const bool known = runs.range.sign() > 0 && runs.runs <= Rational(kMostRangeRuns);
  return known ? std::optional(runs) : std::nullopt;
}

/// Nothing where a batch is everything, which is no sampling.
std::optional<BatchRuns> batch_runs(MechanismFields& f) {
  const BatchRuns runs{f.number("sigma").value, f.number("dataset_size").value,
                       f.number("batch_size").value, f.number_or("sensitivity", Rational(1)),
                       f.number("steps").value};
  const bool sampled = runs.batch.sign() > 0 && runs.batch < runs.n && runs.sigma.sign() > 0;
  return sampled ? std::optional(runs) : std::nullopt;
}

}  // namespace

void add_runs(const RecordedForm& form, bool open_sigma, MechanismFields& f, NamedMechanism* out) {
  using Runs = RecordedForm::Runs;
  if (form.runs == Runs::flips) {
    out->sides = flip_sides(f, out->is_sampled);
  } else if (f.has("num_selected") && !open_sigma) {
    out->sides = picked_sides(f);
  } else {
    out->sides = sides_of_expression(out->expression);
  }
  if (form.runs == Runs::bounded_range && !out->is_sampled) out->range = range_runs(f);
  if (form.runs == Runs::concentrated) {
    out->concentrated = {f.number("rho").value, f.number_or("xi", Rational(0)),
                         f.number("steps").value};
  }
  if (form.runs == Runs::fixed_batch && !open_sigma) out->batches = batch_runs(f);
}

}  // namespace plumbline
