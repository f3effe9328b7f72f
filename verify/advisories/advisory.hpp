/// Advisories: data files that describe defects of released libraries (advisories/PLA-*.json).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// Returns the advisory files as they were when the program was built, in the order of their numbers.
const std::vector<const char*>& advisory_texts();

/// One advisory of the OSV format, with functions that query it.
struct Advisory {
  nlohmann::ordered_json json;
  std::string id, summary, package, ecosystem;
  bool withdrawn = false;

  /// Returns true if the advisory is about this release of the package.
  bool affects(const std::string& version) const;
  /// Returns the affected versions as text: "0.15.1", "0.5.0 to 0.6.0", "from 0.5.0, fixed in 0.6.1", or a list of
  /// versions or commits.
  std::string versions() const;
};

const std::vector<Advisory>& all_advisories();
/// Parses an advisory. Throws nlohmann::json::exception on other texts.
Advisory read_advisory(const std::string& text);

/// An installed Python distribution (package).
struct Distribution {
  std::string name, version;
};
/// Returns a name in lower case, with runs of -, _ and . replaced by one hyphen, as Python compares names.
std::string normalised_name(const std::string& name);

/// Returns the advisories that affect the installed version of a distribution, except withdrawn advisories.
std::vector<const Advisory*> advisories_about(const Distribution& installed);
/// Returns the number of advisories about the distribution that do not affect the installed version.
size_t advisories_about_other_versions(const Distribution& installed);

}  // namespace plumbline
