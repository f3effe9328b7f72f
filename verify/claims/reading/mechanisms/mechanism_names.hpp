/// Converts accountants' names of mechanisms to expressions of this project.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "reference/composition/runs_of_a_class.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"
#include "verify/claims/claimed_pair.hpp"

namespace plumbline {

/// The unit of a noise multiplier under replace: the contribution of one record, or the change of the sum when one
/// record replaces another.
enum class StatedBy { neither, record, exchange };

/// The expression of a recorded mechanism, or the reason why it has none.
struct NamedMechanism {
  std::string expression;          ///< empty if unsupported
  std::string kind;                ///< kind of the record, unless it is a composition
  ClaimedPair pair;                ///< its pair, under the relation of the record
  std::optional<RangeRuns> range;  ///< set if the mechanism consists only of runs of bounded range
  /// Set if the mechanism consists only of steps on batches of fixed size.
  std::optional<BatchRuns> batches;
  /// Set for concentrated privacy, which is a guarantee and not a mechanism; `expression` is then one mechanism with
  /// this guarantee.
  std::optional<ConcentratedRuns> concentrated;
  std::string runs;         ///< the distribution of the number of runs, if the mechanism is the
                            ///< best of several runs; otherwise empty
  std::string unsupported;  ///< the reason why there is no expression
  StatedBy stated_by = StatedBy::neither;
  bool is_sampled = false;  ///< some factor is subsampled, so that the direction matters
};

/// Converts an object {"kind": ..., parameters, "steps": N} or {"compose": [objects]}. If `open_sigma`, a factor
/// without `sigma` gets `sigma=?`. `relation` is the requested relation; if the mechanism has no pair under it, the
/// returned pair has another relation. Throws std::invalid_argument if a field is missing, unknown or not a number.
///
/// The entry of each mechanism defines its recorded form (mechanisms/recorded_form.hpp); docs/mechanisms.md lists the
/// kinds. A field `sampling_rate` that is not part of the kind means Poisson sampling: subsampled(kind, p=).
///
/// A member `select` of the record, {"mean": m, "shape": s}, means that the mechanism is run several times and the
/// best output is released. The number of runs is Poisson (s = inf), geometric (1), logarithmic (0) or truncated
/// negative binomial (other s).
///
/// Under replace, the sensitivity of discrete_laplace is doubled, because replacing a record changes a sum of bounded
/// records by up to twice as much as adding one. The sensitivity of discrete_gaussian is not changed: it is the
/// sensitivity of a function under the requested relation, whatever that is.
NamedMechanism name_mechanism(const nlohmann::json& mechanism, bool open_sigma,
                              Relation relation = Relation::add_remove);

/// Returns the named form of an expression, in which parameters may be `?`. `unstated` is the relation of mechanisms
/// whose expression allows relation= but does not state it. Throws std::invalid_argument on an invalid expression.
NamedMechanism named_expression(const std::string& expression,
                                PairRelation unstated = PairRelation::add_remove);

}  // namespace plumbline
