/// Returns true if work was cut short in favour of a part of the time that is kept for a few digits.
#pragma once

namespace plumbline {

/// On this thread: what only helps where nothing else is found is left to that part.
bool time_is_kept();
void set_time_is_kept(bool kept);

}  // namespace plumbline
