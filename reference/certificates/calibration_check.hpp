/// Checks the statement of a calibration's certificate: decides again if the target is met or missed, at both ends of
/// the enclosure and at the safe value.
///
/// THEOREM. The values of the parameter are those in the range of its order (ParameterOrder) at which the family has
/// a member. On one side of the threshold T, the private side, all values meet the target; on the other side all
/// values miss it. T is a real number or a limit of the range. For the parameter N, T is the largest N that meets the
/// target, or 0 if none does. If both ends and every finding are proved, then
///   (a) lower <= T <= upper, where an infinite end states nothing;
///   (b) `private_side` is the side on which values meet the target;
///   (c) `safe` is a value of the parameter; it and all values on its private side meet the target;
///   (d) the decimal `safe_double` and the binary64 nearest to it are both values, and (c) holds for both;
///   (e) if the private end is finite and not a limit of the range, `safe` is present.
/// Needs. PARAMETER-ORDER (existence of T, and the private side); certified judgements (TargetJudge decides `met` and
/// `missed` by enclosures or by exact fractions).
/// Proof. Write m(x) for "x meets the target".
///   (a) If larger values are more private, m(x) implies T <= x, and a miss at x implies T >= x; if smaller values
///       are more private, it is the other way round. Hence judge_end() proves `upper` by m(upper) and `lower` by a
///       miss at lower (exchanged if smaller values are more private). The other answer implies nothing, because T may
///       be the end itself. Among the integers that meet the target, T is the extreme one, so that the next integer
///       beyond the end must miss: for N, a miss at floor(upper) + 1 proves `upper`, and m(ceil(lower)) proves `lower`.
///       An exact limit of the range proves an end that lies at this limit or beyond (take_limits). An open end is
///       decided by an enclosure of T that calibrate() certifies (take_own).
///   (b) This follows from the order.
///   (c) This follows from m(safe) and the order.
///   (d) For two ordered values, the judgement of the less private value applies to both. If one of the two is not a
///       value, it is judged instead (as_double_too).
///   (e) require_safe() checks this.
/// Values outside the range of the order are never judged (outside), because the order does not cover them.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// Checks the certificate as check_values() does.
void check_calibration(const CheckTask& task, CheckResult* out);

}  // namespace plumbline
