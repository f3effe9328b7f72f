/// A flag of a thread. It means that work ended early, because a part of the time is reserved for a result of a few
/// digits.
#pragma once

namespace plumbline {

/// Returns the flag of this thread. If it is set, methods of last resort run later, in the reserved time.
bool time_is_kept();
void set_time_is_kept(bool kept);

}  // namespace plumbline
