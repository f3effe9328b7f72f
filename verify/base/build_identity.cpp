#include "verify/base/build_identity.hpp"

#include <nlohmann/json.hpp>

#include "reference/arithmetic/running/versions.hpp"

namespace plumbline {

nlohmann::ordered_json build_identity() {
  nlohmann::ordered_json out = {{"version", program_version()}, {"sources", source_digest()}};
  for (const auto& [name, text] : library_versions()) out[name] = text;
  return out;
}

}  // namespace plumbline
