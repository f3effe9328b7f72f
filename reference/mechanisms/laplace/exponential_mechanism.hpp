/// The exponential mechanism, or any mechanism of bounded range: log-likelihood ratios within an interval of length
/// epsilon, at any position.
#pragma once

#include "reference/mechanisms/laplace/bounded_range_pair.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// One mechanism of bounded range: only the losses t and t - epsilon, 0 <= t <= epsilon. Throws std::invalid_argument.
Mechanism bounded_range_at(const Rational& epsilon, const Rational& t);

/// Returns the pair of bounded range for a choice between two candidates, with odds e^{epsilon times the lead in
/// votes}. The record is a vote for the candidate that is `lead` votes ahead with it (of any sign). Its losses are t
/// and t - epsilon with an irrational t.
Mechanism vote_of_two(const Rational& epsilon, const Rational& lead);

/// The registry entry.
MechanismEntry exponential_mechanism_entry();

}  // namespace plumbline
