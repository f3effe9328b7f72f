/// Checks that the output of a command was delivered.
#pragma once

namespace plumbline {

/// Replaces standard streams that were closed at the start of the program. Reading the new standard input fails, and so
/// does writing to the new outputs. Without the replacement, a file that the program opens could take the place of a
/// stream and receive the output.
void keep_standard_streams();

/// Returns true if everything printed to standard output so far was written (no full disk, no closed stream).
bool is_output_delivered();

}  // namespace plumbline
