/// A flag of a thread: the early deadline of its work has passed, and the rest of the time is reserved for a result of
/// a few digits.
#pragma once

namespace plumbline {

/// Returns the flag of this thread. If it is set, methods of last resort do not run at once but in the reserved time.
bool time_is_kept();
void set_time_is_kept(bool kept);

}  // namespace plumbline
