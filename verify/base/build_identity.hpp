/// The identity of the program that computed a result. Results of different programs are never combined without notice.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace plumbline {

/// Returns the digest of the sources that determine results (cmake/source_digest.cmake).
const char* source_digest();

/// Returns {"version": ..., "sources": ..., "flint": ..., ...}: the version of the program, the digest of its sources,
/// and the result of library_versions(). The result is equal on every machine with the same build.
nlohmann::ordered_json build_identity();

}  // namespace plumbline
