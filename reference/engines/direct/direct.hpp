/// Engine "direct": two or three steps by rigorous integration over the noise of one or two of
/// them, the last in closed form; all Gaussian steps count as one. A witness for the engines that
/// serve any number of steps; for two steps the first choice.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline {

std::string direct_refusal(const Composition& composition);
/// Two steps, where the integral is sharper and shorter than a line.
bool direct_preferred(const Composition& composition);
std::unique_ptr<Engine> make_direct(const Composition& composition);

}  // namespace plumbline
