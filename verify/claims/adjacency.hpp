/// What accountants call the relation between neighbouring data sets, and our directions.
#pragma once

#include <string>

#include "verify/claims/claim.hpp"
#include "verify/claims/mechanism_names.hpp"

namespace plumbline {

/// Our (P, Q) is: P without the record, Q with it; delta forward is H(Q || P).
///
/// | word                    | meant                   | direction                              |
/// |-------------------------|-------------------------|----------------------------------------|
/// | add_remove              | the worse of both       | worst                                  |
/// | remove                  | H(mixture \|\| base)    | forward (the record is in the first)   |
/// | add                     | H(base \|\| mixture)    | reverse                                |
/// | symmetric               | both are the same       | worst, for pairs without subsampling   |
/// | T(N(0,s^2),mixture)     | H0: base, H1: mixture   | forward                                |
/// | replace                 | another record is given | worst, of the pair with that relation  |
/// | replace_special         | one that adds nothing   | the same                               |
/// | zero_out                | one that adds nothing   | the same                               |
/// | forward, reverse, worst | ours                    | themselves                             |
///
/// Where the mechanism is not known under that relation (NamedMechanism::is_related), `unsupported`
/// is set. Throws std::invalid_argument on a word never heard of.
struct NamedDirection {
  Direction direction = Direction::worst;
  std::string unsupported;
};
/// The relation of `relation=` that the word stands for; empty where a record is added or removed.
std::string relation_of(const std::string& adjacency);
NamedDirection name_direction(const std::string& adjacency, const NamedMechanism& mechanism);

}  // namespace plumbline
