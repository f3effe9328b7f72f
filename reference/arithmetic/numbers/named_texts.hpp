/// Names and values as text, in order, for example an engine's parameters. The same with exact numbers, for example the
/// arguments of a composition.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;
using NamedRationals = std::vector<std::pair<std::string, Rational>>;
using NamedReals = std::vector<std::pair<std::string, Real>>;

/// The numbers in canonical form.
NamedTexts exact_texts(const NamedRationals& numbers);
NamedTexts exact_texts(const NamedReals& numbers);
/// The numbers that the texts denote. Throws std::invalid_argument, naming an invalid one.
NamedReals reals_of(const NamedTexts& texts);
NamedRationals rationals_of(const NamedTexts& texts);

/// The shortest decimal that reads back to exactly this double.
std::string exact_text(double x);

}  // namespace plumbline
