/// Parameters that many mechanisms share: their ranges, and how they are written.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// A parameter greater than 0. Throws std::invalid_argument.
Rational positive(const Parameters& parameters, const std::string& name);
/// How wide a noise is, given as sigma or as its square sigma2.
struct NoiseScale {
  Rational variance;
  std::string text;  ///< as given, for a canonical expression: sigma=1.5, sigma2=7/3
};
/// Returns the scale by exactly one of the two, greater than 0. Throws std::invalid_argument.
NoiseScale noise_scale(const Parameters& parameters);
/// Returns the scale of a known sigma.
NoiseScale scale_of_sigma(const Rational& sigma);
/// The sensitivity, greater than 0, 1 unless given. Throws std::invalid_argument.
Rational sensitivity(const Parameters& parameters);
/// The sampling rate p in (0, 1]. Throws std::invalid_argument.
Rational sampling_rate(const Parameters& parameters);
/// Returns true if p is present and 1: subsampling leaves P and Q as they are.
bool is_whole(const Parameters& parameters);

/// Which data sets are neighbours: the word given as `relation`, the first of `known` where none is.
/// Throws std::invalid_argument on others.
std::string relation(const Parameters& parameters, const std::vector<std::string>& known);
/// Those of plain noise. Where one record is exchanged for another ("replace"), the sensitivity is
/// twice that of one record more or less; where it is exchanged for one that adds nothing
/// ("replace_special", "zero_out"), it is the same.
const std::vector<std::string>& noise_relations();

/// The `,relation=...` ending of a canonical expression; empty for the default.
std::string relation_text(const std::string& relation, const std::vector<std::string>& known);
/// The ending of a pair that has no relation unless one is written: the default is written out, too.
std::string written_relation_text(const Parameters& parameters,
                                  const std::vector<std::string>& known);

/// The `, sensitivity=...` ending of a canonical expression; empty for the default 1.
std::string sensitivity_text(const Rational& sensitivity);

}  // namespace plumbline
