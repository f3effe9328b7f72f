/// Conversions of recorded mechanisms with finitely many losses, from the records of accountants' answers to
/// expressions without their power. All functions throw std::invalid_argument on invalid fields.
#pragma once

#include <string>

namespace plumbline {

class RecordedFields;

/// Converts a discrete Laplace record; its field `parameter` is 1/b.
std::string recorded_discrete_laplace(RecordedFields& record);
/// Converts such a record if one record replaces another, which changes a sum by twice the change from adding a
/// record.
std::string discrete_laplace_of_exchanged(RecordedFields& record);
std::string recorded_pure_dp(RecordedFields& record);
/// Converts randomized response, in which the answer is replaced with probability l by a uniform draw from k values.
std::string recorded_response(RecordedFields& record);
/// Converts a pair in which one data set has a special record, whose answer is uniform.
std::string recorded_special_response(RecordedFields& record);

}  // namespace plumbline
