/// Parameters that many mechanisms share: their ranges, and how they are written.
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// A parameter greater than 0. Throws std::invalid_argument.
Rational positive(const Parameters& parameters, const std::string& name);
/// The sensitivity, greater than 0, 1 unless given. Throws std::invalid_argument.
Rational sensitivity(const Parameters& parameters);
/// The sampling rate p in (0, 1]. Throws std::invalid_argument.
Rational sampling_rate(const Parameters& parameters);
/// Whether p is given and 1: subsampling leaves P and Q as they are.
bool is_whole(const Parameters& parameters);

/// The `, sensitivity=...` ending of a canonical expression; empty for the default 1.
std::string sensitivity_text(const Rational& sensitivity);

}  // namespace plumbline
