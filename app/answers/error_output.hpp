/// Prints errors on standard error: a line of text, or with `--errors json` a record for programs.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace plumbline {

/// Removes `--errors text|json` from the arguments of the program and stores its value. Returns the other arguments,
/// followed by a null pointer. Throws std::runtime_error on another value.
std::vector<char*> without_error_format(int argc, char** argv);
/// Returns true if errors are printed as records.
bool errors_are_records();

/// Prints "plumbline: WHAT", or the record of the error (error_record.hpp) in one line. The message of a record names
/// options as the members of records: `claim_epsilon` instead of `--claim-epsilon E`.
void print_error(const std::exception_ptr& error);
/// Prints that the time ran out before any result was known.
void print_out_of_time();

/// Returns the message with options named as the members of records, and without its command-line example.
std::string with_member_names(const std::string& message);

}  // namespace plumbline
