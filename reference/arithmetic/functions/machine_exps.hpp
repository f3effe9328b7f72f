/// Evaluates machine_exp and machine_turn at many numbers, several at a time. The operations and their order are
/// those for one number, so that the results are equal.
#pragma once

#include <vector>

#include "reference/arithmetic/functions/machine_exp.hpp"

// Compiles a function twice, with and without AVX2. Both variants use the same operations, without fused ones. The
// macro is empty in builds with sanitizers, because the loader selects the variant before sanitizers run.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PLUMBLINE_LANES __attribute__((target_clones("avx2", "default")))
#else
#define PLUMBLINE_LANES
#endif

namespace plumbline {

/// Computes e^x of each number.
void machine_exps(const std::vector<double>& x, std::vector<double>* out);

/// Computes e^{ix} of each number.
void machine_turns(const std::vector<double>& x, std::vector<double>* re, std::vector<double>* im);

}  // namespace plumbline
