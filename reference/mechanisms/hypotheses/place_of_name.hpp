/// Reads the name of a value of an enumeration.
#pragma once

#include <span>
#include <string>

namespace plumbline {

/// Returns the index of a name in a list. Throws std::invalid_argument for other names, with the message "unknown KIND
/// 'NAME'; use " followed by the list.
size_t place_of_name(std::span<const std::string> names, const std::string& name,
                     const std::string& kind);

}  // namespace plumbline
