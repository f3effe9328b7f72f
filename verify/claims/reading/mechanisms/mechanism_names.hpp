/// What accountants call their mechanisms, and ours.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "reference/mechanisms/neighbours/relation.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"
#include "reference/quantities/comparison/concentrated.hpp"
#include "reference/quantities/comparison/fixed_batch.hpp"
#include "verify/claims/judging/pair_sides.hpp"

namespace plumbline {

/// Of what the noise is stated as a multiple, under replace: of what one record adds, or of what one
/// exchanged for another changes.
enum class StatedBy { neither, record, exchange };

/// The expression of a recorded mechanism, or why there is none.
struct NamedMechanism {
  std::string expression;            ///< empty when unsupported
  PairSides sides;                   ///< what bounds all neighbours, and what some have
  std::optional<RangeRuns> range;    ///< where it is runs of bounded range and nothing else
  std::optional<BatchRuns> batches;  ///< the same of steps on batches of fixed size
  /// Of concentrated privacy, which is no mechanism; `expression` is one that has it.
  std::optional<ConcentratedRuns> concentrated;
  std::string runs;         ///< a law, where it is the best of several runs; empty otherwise
  std::string unsupported;  ///< reason
  StatedBy stated_by = StatedBy::neither;
  bool is_sampled = false;    ///< some factor is subsampled: the direction matters
  bool is_choice = false;     ///< randomised response, say: its neighbours replace a record
  bool keeps_number = false;  ///< of records: a factor has no neighbours with one more
  bool is_related = false;    ///< the relation asked for is that of the pair
};

/// From an object {"kind": ..., parameters, "steps": N} or {"compose": [objects]}. `open_sigma`:
/// a factor without `sigma` gets `sigma=?`. `relation`: that of the pair. Throws
/// std::invalid_argument where a field is missing, is not a number or is unknown.
///
/// Each mechanism says in its entry how it is recorded (mechanisms/recorded_form.hpp): docs/mechanisms.md
/// has the kinds. Any kind with a field `sampling_rate` that it has not by itself is sampled so:
/// subsampled(that, p=).
///
/// A member `select` of the whole, {"mean": m, "shape": s}, says that it is run several times and the best
/// output kept: Poisson (s = inf), geometric (1), logarithmic (0) or truncated negative binomial.
///
/// Under replace the sensitivity of discrete_laplace doubles, as that of sums of bounded records;
/// that of discrete_gaussian is a function's, whatever the neighbours.
NamedMechanism name_mechanism(const nlohmann::json& mechanism, bool open_sigma,
                              Relation relation = Relation::add_remove);

/// The same of an expression, whose parameters may be open. Throws std::invalid_argument.
NamedMechanism named_expression(const std::string& expression,
                                Relation relation = Relation::add_remove);

}  // namespace plumbline
