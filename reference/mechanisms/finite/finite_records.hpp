/// Converts recorded mechanisms with finitely many losses to expressions. The records are parts of the answers of
/// accountants. The expressions are those of one step, without the number of steps. All functions throw
/// std::invalid_argument on invalid fields.
#pragma once

#include <string>

namespace plumbline {

class RecordedFields;

/// Converts a discrete Laplace record; its field `parameter` is 1/b.
std::string recorded_discrete_laplace(RecordedFields& record);
/// Converts a discrete Laplace record for neighbours in which one data record replaces another: a sum then changes by
/// twice as much as if a data record is added.
std::string discrete_laplace_of_exchanged(RecordedFields& record);
std::string recorded_pure_dp(RecordedFields& record);
/// Converts randomized response, in which the answer is replaced with probability l by a uniform draw from k values.
std::string recorded_response(RecordedFields& record);
/// Converts a pair in which one data set has a special record, whose answer is uniform.
std::string recorded_special_response(RecordedFields& record);

}  // namespace plumbline
