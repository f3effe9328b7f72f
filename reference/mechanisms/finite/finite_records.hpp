/// How records of accountants' answers write mechanisms of finitely many losses, as expressions without
/// their power. All throw std::invalid_argument.
#pragma once

#include <string>

namespace plumbline {

class RecordedFields;

/// `parameter` is 1/b.
std::string recorded_discrete_laplace(RecordedFields& record);
/// One record exchanged for another moves a sum by twice what one adds.
std::string discrete_laplace_of_exchanged(RecordedFields& record);
std::string recorded_pure_dp(RecordedFields& record);
/// The answer is replaced by one of k drawn uniformly with probability l.
std::string recorded_response(RecordedFields& record);
/// Reads the record of a pair where one data set has a special record, whose answer is drawn uniformly.
std::string recorded_special_response(RecordedFields& record);

}  // namespace plumbline
