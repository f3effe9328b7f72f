/// Names and values as text, in order: what an engine says about the way it took.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plumbline {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// The shortest decimal that reads back to exactly this double.
std::string exact_text(double x);

}  // namespace plumbline
