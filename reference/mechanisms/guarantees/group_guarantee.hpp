/// The guarantee of a group of records that follows from the guarantee of one record.
#pragma once

#include <string>

#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// Returns the parameter `group` of a guarantee, an integer of at least 1. Throws std::invalid_argument on other
/// values.
Rational guarantee_group(const Parameters& parameters);

/// Returns the promise for a group of k records that follows from the promise zcdp(rho, xi) for one: rho is replaced by
/// k^2 rho, and xi by k (1 + 1/2 + ... + 1/k) xi.
RenyiPromise group_promise(const RenyiPromise& promise, const Rational& group);
/// Returns the parameter mu of gdp for a group of k records: k mu.
Rational group_mu(const Rational& mu, const Rational& group);
/// Returns the pair of dp for a group of k records, with the parameters k epsilon and delta (1 + e^epsilon + ... +
/// e^((k-1) epsilon)).
Mechanism group_dp(const Rational& epsilon, const Rational& delta, const Rational& group,
                   const std::string& expression);

/// Throws std::invalid_argument if the group has more than one record, because no rule for groups is proved for this
/// guarantee.
void require_one_record(const Parameters& parameters, const std::string& guarantee);
/// Returns `of_one` for one record, and PairDominance::dominating for larger groups.
PairDominance dominance_of_group(const WrittenFactor& factor, PairDominance of_one);

/// Appends the relation, the group and the closing parenthesis to the expression of a guarantee. The relation `any` is
/// omitted. Throws std::invalid_argument on an unknown relation or an invalid group.
std::string with_neighbours(const std::string& inside, const Parameters& parameters);

}  // namespace plumbline
