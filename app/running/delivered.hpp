/// Checks that the output of a command has arrived.
#pragma once

namespace plumbline {

/// Standard streams that were closed when the program began must not be taken by files it opens:
/// what is printed would end in them. They get a stream of which every use fails.
void keep_standard_streams();

/// Everything printed to standard output so far was taken (no full disk, no closed stream).
bool is_output_delivered();

}  // namespace plumbline
