/// What arguments, parameters and quantities are called on the axes of plots, with their units.
#pragma once

#include <string>

namespace plumbline {

/// "κ, the attacker's chance without the output (probability)"; the name itself when it is unknown.
std::string argument_label(const std::string& name);
/// "noise multiplier σ (noise per unit of sensitivity)"; the name itself when it is unknown.
std::string parameter_label(const std::string& name);
/// "γ, chance of reconstruction (probability)"; the name itself when it is unknown.
std::string quantity_label(const std::string& name);
/// How a quantity is called in a question: "the chance of reconstruction"; its name when unknown.
std::string quantity_words(const std::string& name);

}  // namespace plumbline
