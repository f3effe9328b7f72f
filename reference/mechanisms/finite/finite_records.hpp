/// Forms of mechanisms with finitely many losses in records of accountants' answers, as expressions without their
/// power. All functions throw std::invalid_argument.
#pragma once

#include <string>

namespace plumbline {

class RecordedFields;

/// `parameter` is 1/b.
std::string recorded_discrete_laplace(RecordedFields& record);
/// Replacing one record by another changes a sum by twice the change from adding one.
std::string discrete_laplace_of_exchanged(RecordedFields& record);
std::string recorded_pure_dp(RecordedFields& record);
/// With probability l the answer is replaced by a uniform draw from k values.
std::string recorded_response(RecordedFields& record);
/// Parses the record of a pair in which one data set has a special record, whose answer is uniform.
std::string recorded_special_response(RecordedFields& record);

}  // namespace plumbline
