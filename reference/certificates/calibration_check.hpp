/// Checks the statement of a calibration's certificate, judged anew at both ends of its enclosure
/// and at the safe value: whether the target is met or missed there.
///
/// THEOREM. The parameter's values are those of the range of its order (ParameterOrder) at which the
/// family has a member; on one side of the threshold T, the private one, all values meet the target,
/// and on the other all miss it. T is a real number or a limit of the range; of N, the largest that
/// meets the target, 0 where none does. Where both ends and every finding are proved,
///   (a) lower <= T <= upper, an end that is infinite stating nothing;
///   (b) `private_side` is the side on which values meet the target;
///   (c) `safe` is a value, and meets the target, as do all values on its private side;
///   (d) the decimal `safe_double` and the binary64 nearest to it are both values, and (c) holds of
///       both;
///   (e) where the private end is finite and no limit of the range, `safe` is there.
/// Needs. PARAMETER-ORDER (that there is such a T, and the private side); certified standings
///   (TargetJudge: met and missed are decided by enclosures, or by exact fractions).
/// Proof. Write m for "met". If more is more private, T <= x where m(x) and T >= x where not m(x), and
///   the other way round if less is. So judge_end proves `upper` by m(upper) and `lower` by a miss
///   at lower (exchanged if less is more private); nothing else follows from the other answer, as T
///   may be the end itself. Of integers that meet the target T is the extreme one, so the next
///   integer beyond the end must miss: `upper` of N by a miss at floor(upper) + 1, `lower` by
///   m(ceil(lower)). An end at a limit of the range (or beyond) is proved by the range, if that limit is
///   exact (take_limits). What is open is decided by an enclosure of T that calibrate() certifies
///   (take_own). (b) is read off the order. (c) m(safe), and the order. (d) Of two values in order the
///   less private one speaks for both; where one of the two is no value, neither is judged instead
///   (as_double_too). (e) require_safe. Values outside the range of the order are never judged
///   (outside): there the order says nothing.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// As check_values().
void check_calibration(const CheckTask& task, CheckResult* out);

}  // namespace plumbline
