/// The guarantee of a group of records that follows from the guarantee of one record.
#pragma once

#include <string>

#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// The parameter `group` of a guarantee, an integer of at least 1. Throws std::invalid_argument.
Rational guarantee_group(const Parameters& parameters);

/// zcdp(rho, xi) of a group, k^2 rho and k (1 + 1/2 + ... + 1/k) xi.
RenyiPromise group_promise(const RenyiPromise& promise, const Rational& group);
/// mu of gdp for a group: k mu.
Rational group_mu(const Rational& mu, const Rational& group);
/// The pair of dp for a group: k epsilon and delta (1 + e^epsilon + ... + e^((k-1) epsilon)).
Mechanism group_dp(const Rational& epsilon, const Rational& delta, const Rational& group,
                   const std::string& expression);

/// Throws std::invalid_argument if the group has more than one record: no rule for groups of this guarantee is proved.
void require_one_record(const Parameters& parameters, const std::string& guarantee);
/// `of_one` for one record; otherwise the pair only dominates.
PairDominance dominance_of_group(const WrittenFactor& factor, PairDominance of_one);

/// The suffix of a guarantee's expression: its relation, its group and the parenthesis. The relation `any` is not
/// written. Throws std::invalid_argument.
std::string with_neighbours(const std::string& inside, const Parameters& parameters);

}  // namespace plumbline
