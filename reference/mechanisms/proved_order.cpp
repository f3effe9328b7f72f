#include "reference/mechanisms/proved_order.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

// BOUND(PARAMETER-ORDER)
// Statement.  For N and the parameters named in the parts of the proof, with everything else fixed,
//             the trade-off function of the mechanism, hence that of every composition with it in
//             either direction, moves one way pointwise: delta(eps), total variation and
//             gamma(kappa) move one way, f(alpha) and R(pi) the other, and so does the
//             Delta-divergence from any fixed pair. A bracket by two values of the parameter is then
//             one for the threshold.
// Needs.      (a) Two values within one range of the order: the caller; calibrating::Range
//             and Bracket try no others. (b) The same mechanism but for the parameter: Family, by
//             its constructor.
// Proof.      f <= f~ pointwise means that (P~, Q~) is a post-processing of (P, Q) (Blackwell 1951,
//             Theorem 10; Dong, Roth, Su 2022, Theorem 2.10). Post-processing one factor of a
//             product post-processes the product, exchanging P and Q keeps the relation, and the
//             symmetrised f of a post-processing is larger as well. So one factor suffices, in one
//             direction (where several take the value, or positive multiples of it, they are moved one after the
//             other, all the same way: Family, by its constructor).
//
//             N: leaving out the last output of M^(N+1) gives M^N. Each other parameter has its
//             part of the proof in its mechanism's file, beside MechanismEntry::order.
// Source.     Those named.
std::optional<ParameterOrder> proven_order(const WrittenFactor& factor,
                                           const std::string& parameter) {
  if (parameter == "N") return ParameterOrder{false, Rational(1), std::nullopt, true, false, true};
  if (factor.entry->order == nullptr) return std::nullopt;
  return factor.entry->order(parameter, factor.parameters);
}

}  // namespace

ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter) {
  const std::optional<ParameterOrder> order = proven_order(factor, parameter);
  if (!proved<"PARAMETER-ORDER">(order.has_value())) {
    throw std::invalid_argument(
        "no proof that the privacy of " + factor.entry->name + " is monotone in " + parameter +
        ", so a value of it cannot be certified; vary N (write ^?), or ask at values "
        "of your own");
  }
  return order.value_or(ParameterOrder{});
}

}  // namespace plumbline
