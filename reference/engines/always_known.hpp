/// Engine always_known: bounds of the profile in milliseconds, of whatever composition has transforms.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

inline constexpr const char* kAlwaysKnown = "always_known";

EngineEntry always_known_entry();

/// The same engine for what another left wide; null where it covers nothing.
std::unique_ptr<Engine> make_always_known(const Composition& composition);

}  // namespace plumbline
