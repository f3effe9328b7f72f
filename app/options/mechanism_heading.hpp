/// The name of the mechanism in the heading of an answer.
#pragma once

#include <string>

namespace plumbline {

/// Returns the mechanism as typed, followed by its canonical form if that is a different text:
/// "subsampled_gaussian(sigma=1,p=512/60000) = subsampled_gaussian(sigma=1,p=16/1875)". Returns only the canonical
/// form if nothing was typed (an event), or if the typed text is long (a training log).
std::string mechanism_heading(const std::string& typed, const std::string& canonical);

}  // namespace plumbline
