/// Accountants' names of their mechanisms, and ours.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "reference/composition/runs_of_a_class.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"
#include "verify/claims/claimed_pair.hpp"

namespace plumbline {

/// The unit of a noise multiple, under replace: the contribution of one record, or the change by
/// one exchanged for another.
enum class StatedBy { neither, record, exchange };

/// The expression of a recorded mechanism, or why there is none.
struct NamedMechanism {
  std::string expression;            ///< empty when unsupported
  std::string kind;                  ///< of a single record
  ClaimedPair pair;                  ///< its pair, under the relation that the record is about
  std::optional<RangeRuns> range;    ///< where it is runs of bounded range and nothing else
  std::optional<BatchRuns> batches;  ///< the same of steps on batches of fixed size
  /// Of concentrated privacy, which is no mechanism; `expression` is one that has it.
  std::optional<ConcentratedRuns> concentrated;
  std::string runs;         ///< a law, where it is the best of several runs; empty otherwise
  std::string unsupported;  ///< reason
  StatedBy stated_by = StatedBy::neither;
  bool is_sampled = false;  ///< some factor is subsampled: the direction matters
};

/// From an object {"kind": ..., parameters, "steps": N} or {"compose": [objects]}. `open_sigma`:
/// a factor without `sigma` gets `sigma=?`. `relation`: the one asked for; where the mechanism has no pair under
/// it, the pair returned is of another relation. Throws std::invalid_argument where a field is missing, is not a
/// number or is unknown.
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

/// Names an expression, whose parameters may be open. A mechanism whose relation= could be written and is
/// not is one of `unstated`. Throws std::invalid_argument on an expression that cannot be read.
NamedMechanism named_expression(const std::string& expression,
                                PairRelation unstated = PairRelation::add_remove);

}  // namespace plumbline
