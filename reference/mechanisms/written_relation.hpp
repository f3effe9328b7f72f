/// The neighbouring relation that a factor writes, as records and events name it.
#pragma once

#include <optional>

#include "reference/mechanisms/neighbours/relation.hpp"

namespace plumbline {

struct WrittenFactor;

/// That of a factor: as written, or what the mechanism has otherwise; nothing where any data sets that
/// differ so are neighbours.
std::optional<Relation> written_relation(const WrittenFactor& factor);

}  // namespace plumbline
