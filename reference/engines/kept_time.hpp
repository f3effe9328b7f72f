/// A flag of a thread: work was cut short because a part of the time is reserved for a result of a few digits.
#pragma once

namespace plumbline {

/// Returns the flag of this thread. Methods that only help if no other method succeeds wait for the reserved time.
bool time_is_kept();
void set_time_is_kept(bool kept);

}  // namespace plumbline
