/// Errors on standard error: a line for people, or with `--errors json` a record for programs.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace plumbline {

/// Returns the arguments of the program without `--errors text|json`, whose value is stored; a null pointer follows
/// them. Throws std::runtime_error on another value.
std::vector<char*> without_error_format(int argc, char** argv);
/// Returns true if errors are printed as records.
bool errors_are_records();

/// Prints "plumbline: WHAT", or the record of the error (error_record.hpp) in one line, whose message names options as the
/// members of records: `claim_epsilon` in place of `--claim-epsilon E`.
void print_error(const std::exception_ptr& error);
/// Prints that the time ran out before anything was known.
void print_out_of_time();

/// Returns a message with options as the members of records, and without an example of the command line.
std::string with_member_names(const std::string& message);

}  // namespace plumbline
