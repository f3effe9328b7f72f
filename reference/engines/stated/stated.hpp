/// The engine for mechanisms that are known by a promise about Renyi divergences alone.
#pragma once

namespace plumbline {

struct EngineEntry;

EngineEntry stated_entry();

}  // namespace plumbline
