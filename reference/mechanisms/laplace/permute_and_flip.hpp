/// Permute-and-flip (McKenna, Sheldon 2020): report noisy max with exponential noise.
#pragma once

namespace plumbline {

struct MechanismEntry;

MechanismEntry permute_and_flip_entry();

}  // namespace plumbline
