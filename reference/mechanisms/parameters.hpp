/// Parameters that many mechanisms share: their ranges and their texts.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// Returns a parameter greater than 0. Throws std::invalid_argument on other values.
Rational positive(const Parameters& parameters, const std::string& name);
/// The scale of a noise, stated as sigma or as its square sigma2.
struct NoiseScale {
  Rational variance;
  std::string text;  ///< as stated, for a canonical expression: sigma=1.5, sigma2=7/3
};
/// Returns the scale from exactly one of sigma and sigma2, greater than 0. Throws std::invalid_argument otherwise.
NoiseScale noise_scale(const Parameters& parameters);
/// Returns the scale of a known sigma.
NoiseScale scale_of_sigma(const Rational& sigma);
/// Returns the sensitivity, greater than 0; the default is 1. Throws std::invalid_argument on other values.
Rational sensitivity(const Parameters& parameters);
/// Returns the sampling rate p in (0, 1]. Throws std::invalid_argument on other values.
Rational sampling_rate(const Parameters& parameters);
/// Returns true if p is present and equal to 1. Subsampling then does not change P and Q.
bool is_whole(const Parameters& parameters);

/// Returns the neighbouring relation: the value of `relation`, by default the first of `known`. Throws
/// std::invalid_argument on other values.
std::string relation(const Parameters& parameters, const std::vector<std::string>& known);
/// The relations of plain noise. If one record replaces another ("replace"), the sensitivity is twice that of adding or
/// removing a record. If a special record that adds nothing replaces a record ("replace_special", "zero_out"), the
/// sensitivity is unchanged.
const std::vector<std::string>& noise_relations();

/// Returns the suffix `,relation=...` of a canonical expression; empty for the default.
std::string relation_text(const std::string& relation, const std::vector<std::string>& known);
/// Returns the suffix `,relation=...` exactly if the parameters contain a relation, even if it is the default.
std::string written_relation_text(const Parameters& parameters,
                                  const std::vector<std::string>& known);

/// Returns the suffix `,sensitivity=...` of a canonical expression; empty for the default 1.
std::string sensitivity_text(const Rational& sensitivity);

}  // namespace plumbline
