#include "reference/mechanisms/proved_order.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

// BOUND(PARAMETER-ORDER)
// Statement.  Consider N and the parameters named in the parts of the proof, with all other parameters fixed. The
//             trade-off function f of the mechanism, and that of every composition that contains it, of P and Q in
//             either order, is monotone in each of these parameters, in the same direction at every alpha. Hence
//             delta(eps), total variation and gamma(kappa) are monotone in one direction, and f(alpha) and R(pi) in
//             the other; the Delta-divergence from any fixed pair is monotone, too. If two values of the parameter
//             bracket the target, then the threshold lies between them.
// Needs.      (a) The two values lie within one range of the order: the caller guarantees this, because
//             calibrating::Range and Bracket try no others. (b) The mechanisms differ only in the parameter: the
//             constructor of Family guarantees this.
// Proof.      f <= f~ pointwise means that (P~, Q~) is a post-processing of (P, Q) (Blackwell 1951, Theorem 10; Dong,
//             Roth, Su 2022, Theorem 2.10). If one factor of a product is post-processed, then so is the product.
//             Exchanging P and Q preserves the relation, and the symmetrised f of a post-processing is larger as
//             well. So it suffices to consider one factor and one direction. If several factors contain the value, or
//             positive multiples of it, then they are changed one after the other, all in the same direction (the
//             constructor of Family guarantees this).
//
//             N: omitting the last output of M^(N+1) gives M^N. The order along each other parameter is proved in the
//             file of its mechanism, beside MechanismEntry::order.
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
        ", so no value of it can be certified; vary N (write ^?), or query chosen values");
  }
  return order.value_or(ParameterOrder{});
}

}  // namespace plumbline
