/// Ordered lists of named values. The values are texts (for example the parameters of an engine) or exact numbers (for
/// example the arguments of a composition).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;
using NamedRationals = std::vector<std::pair<std::string, Rational>>;
using NamedReals = std::vector<std::pair<std::string, Real>>;

/// Return the numbers in canonical form.
NamedTexts exact_texts(const NamedRationals& numbers);
NamedTexts exact_texts(const NamedReals& numbers);
/// Return the numbers that the texts denote. Throw std::invalid_argument, naming an invalid text.
NamedReals reals_of(const NamedTexts& texts);
NamedRationals rationals_of(const NamedTexts& texts);

/// Returns the shortest decimal that is parsed as exactly this double.
std::string exact_text(double x);

}  // namespace plumbline
