/// The hypotheses of mechanisms as they are written in an expression.
#pragma once

#include <string_view>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "reference/mechanisms/hypotheses/rules.hpp"

namespace plumbline {

/// Returns the hypotheses of one factor, whose parameters may be open, with its power. Throws
/// RefusedPair where a combinator's rule refuses the mechanisms inside.
Hypotheses hypotheses_of(const WrittenFactor& factor);
/// Returns those of a product.
Hypotheses hypotheses_of(const std::vector<WrittenFactor>& factors);
/// Reads the expression, whose parameters may be open.
Hypotheses hypotheses_of_expression(std::string_view expression);

/// Returns the hypotheses under which a claim about the factor is judged. Unlike hypotheses_of, a pair that is
/// given by its two data sets, or about which nothing is stated, is itself the subject: it dominates and is
/// attained. `unstated`: the relation of a mechanism whose relation= could be written and is not. Throws
/// RefusedPair.
Hypotheses claimed_hypotheses(const WrittenFactor& factor, PairRelation unstated);
/// Returns those of a product.
Hypotheses claimed_hypotheses(const std::vector<WrittenFactor>& factors, PairRelation unstated);

/// Returns a mechanism inside another as a rule needs it.
StatedPair stated_pair(const InnerMechanism& inner);

}  // namespace plumbline
