/// Checks the statement of a calibration's certificate: judges again, at both ends of its enclosure and at the safe
/// value, if the target is met or missed.
///
/// THEOREM. The parameter's values are those of the range of its order (ParameterOrder) at which the family has a
/// member; on one side of the threshold T, the private side, all values meet the target, and on the other side all miss
/// it. T is a real number or a limit of the range; for N, it is the largest N that meets the target, 0 if none does. If
/// both ends and every finding are proved,
///   (a) lower <= T <= upper, where an infinite end states nothing;
///   (b) `private_side` is the side on which values meet the target;
///   (c) `safe` is a value, and meets the target, as do all values on its private side;
///   (d) the decimal `safe_double` and the binary64 nearest to it are both values, and (c) holds for
///       both;
///   (e) if the private end is finite and not a limit of the range, `safe` equals it. Needs. PARAMETER-ORDER (existence
///   of T, and the private side); certified judgements
///   (TargetJudge: met and missed are decided by enclosures, or by exact fractions). Proof. Write m for "met". If more
///   is more private, T <= x if m(x) and T >= x if not m(x), and
///   the other way round if less is. So judge_end proves `upper` by m(upper) and `lower` by a miss
///   at lower (exchanged if less is more private); nothing else follows from the other answer, as T
///   may be the end itself. Among integers that meet the target T is the extreme one, so the next
///   integer beyond the end must miss: `upper` of N by a miss at floor(upper) + 1, `lower` by
///   m(ceil(lower)). An end at a limit of the range (or beyond) is proved by the range, if that limit is
///   exact (take_limits). An open end is decided by an enclosure of T that calibrate() certifies
///   (take_own). (b) follows from the order. (c) m(safe), and the order. (d) For two ordered values the judgement of
///   the
///   less private one applies to both; if one of the two is not a value, neither is judged instead
///   (as_double_too). (e) require_safe. Values outside the range of the order are never judged
///   (outside), because the order does not cover them.
#pragma once

#include "reference/certificates/paths.hpp"

namespace plumbline {

/// Checks as check_values() does.
void check_calibration(const CheckTask& task, CheckResult* out);

}  // namespace plumbline
