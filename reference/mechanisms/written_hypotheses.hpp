/// The hypotheses of mechanisms written in an expression.
#pragma once

#include <string_view>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "reference/mechanisms/hypotheses/rules.hpp"

namespace plumbline {

/// Returns the hypotheses of one factor, whose parameters may be unknown, with its power. Throws RefusedPair if a
/// combinator's rule refuses the mechanisms inside.
Hypotheses hypotheses_of(const WrittenFactor& factor);
/// Returns the hypotheses of a product.
Hypotheses hypotheses_of(const std::vector<WrittenFactor>& factors);
/// Returns the hypotheses of an expression, whose parameters may be unknown.
Hypotheses hypotheses_of_expression(std::string_view expression);

/// Returns the hypotheses under which a claim about the factor is judged. They differ from hypotheses_of() for a pair
/// that is defined by its two data sets, or about which nothing is stated: the claim is then about this pair, which
/// dominates and is attained. `unstated` is the relation of a mechanism whose expression allows relation= but does
/// not state it. Throws RefusedPair.
Hypotheses claimed_hypotheses(const WrittenFactor& factor, PairRelation unstated);
/// Returns the claimed hypotheses of a product.
Hypotheses claimed_hypotheses(const std::vector<WrittenFactor>& factors, PairRelation unstated);

/// Returns a mechanism inside another one as an argument of a rule (hypotheses/rules.hpp).
StatedPair stated_pair(const InnerMechanism& inner);

}  // namespace plumbline
