/// Identifies the program that computed a result. Results of different programs are never combined silently.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace plumbline {

/// Returns the digest of the sources that decide results (cmake/source_digest.cmake).
const char* source_digest();

/// {"version": ..., "sources": ..., "flint": ..., ...}: version of the program, digest of its sources, and the result
/// of library_versions(). Equal on every machine with the same build.
nlohmann::ordered_json build_identity();

}  // namespace plumbline
