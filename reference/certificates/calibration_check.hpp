/// What a calibration's certificate states, judged anew at both ends of its enclosure and at the
/// safe value: whether the target is met or missed there. That every value beyond does the same is
/// PARAMETER-ORDER (reference/quantities/calibration/parameter_order.cpp).
///
/// Where more is more private, the threshold is at most `upper` if the target is met at `upper` and
/// at least `lower` if it is missed at `lower`; otherwise the other way round. An end of the
/// parameter's range shows nothing by itself but what is outside: no value lies there. What is not
/// decided so is left to a calibration of the check's own.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// As check_values().
void check_calibration(const CheckTask& task, CheckResult* out);

}  // namespace plumbline
