/// The verdict about two mechanisms in prose.
#pragma once

#include <string>

#include "verify/certificates/proved.hpp"

namespace plumbline {

/// Returns a text that states which of two mechanisms is more private, on which ranges of epsilon, and whether this
/// is about the mechanisms or only about their pairs.
std::string verdict_meaning(const Proved& proved);
/// Returns the verdict in a few words.
std::string verdict_value(const Proved& proved);

}  // namespace plumbline
