#include "verify/advisories/advisory.hpp"

#include <algorithm>

#include "verify/advisories/release_version.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// A range of affected versions: the first affected version, the version that fixes the problem, and the last affected
/// version. A version is empty if the range does not state it.
struct VersionRange {
  std::string introduced, fixed, last;
};

VersionRange version_range_of(const Json& range) {
  VersionRange out;
  for (const Json& event : range.at("events")) {
    if (event.contains("introduced")) out.introduced = event["introduced"];
    if (event.contains("fixed")) out.fixed = event["fixed"];
    if (event.contains("last_affected")) out.last = event["last_affected"];
  }
  return out;
}

std::vector<VersionRange> version_ranges_of(const Json& advisory) {
  std::vector<VersionRange> out;
  for (const Json& affected : advisory.at("affected")) {
    for (const Json& range : affected.value("ranges", Json::array()))
      out.push_back(version_range_of(range));
  }
  return out;
}

std::string version_range_text(const VersionRange& r) {
  if (!r.fixed.empty()) {
    return (r.introduced == "0" ? "" : "from " + r.introduced + ", ") + "fixed in " + r.fixed;
  }
  if (r.last.empty()) return "from " + r.introduced;
  return r.introduced == r.last ? r.last : r.introduced + " to " + r.last;
}

}  // namespace

bool Advisory::affects(const std::string& version) const {
  const ReleaseVersion installed(version);
  for (const VersionRange& r : version_ranges_of(json)) {
    if (installed < ReleaseVersion(r.introduced)) continue;
    if (!r.fixed.empty() && installed >= ReleaseVersion(r.fixed)) continue;
    if (!r.last.empty() && installed > ReleaseVersion(r.last)) continue;
    return true;
  }
  return false;
}

std::string Advisory::versions() const {
  std::string out;
  for (const VersionRange& r : version_ranges_of(json))
    out += (out.empty() ? "" : "; ") + version_range_text(r);
  if (!out.empty()) return out;
  for (const Json& version : json["affected"][0].value("versions", Json::array())) {
    out += (out.empty() ? "" : ", ") + version.get<std::string>();
  }
  return out;
}

Advisory read_advisory(const std::string& text) {
  Advisory out;
  out.json = Json::parse(text);
  out.id = out.json.at("id");
  out.summary = out.json.at("summary");
  const Json& package = out.json.at("affected").at(0).at("package");
  out.package = package.at("name");
  out.ecosystem = package.at("ecosystem");
  out.withdrawn = out.json.contains("withdrawn");
  return out;
}

const std::vector<Advisory>& all_advisories() {
  static const std::vector<Advisory> all = [] {
    std::vector<Advisory> out;
    for (const char* text : advisory_texts()) out.push_back(read_advisory(text));
    return out;
  }();
  return all;
}

std::string normalised_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool separates = c == '-' || c == '_' || c == '.';
    if (separates && out.ends_with('-')) continue;
    out += separates ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

namespace {

bool is_about_distribution(const Advisory& advisory, const Distribution& installed) {
  return !advisory.withdrawn && advisory.ecosystem == "PyPI" &&
         normalised_name(advisory.package) == normalised_name(installed.name);
}

}  // namespace

std::vector<const Advisory*> advisories_about(const Distribution& installed) {
  std::vector<const Advisory*> out;
  for (const Advisory& a : all_advisories()) {
    if (is_about_distribution(a, installed) && a.affects(installed.version)) out.push_back(&a);
  }
  return out;
}

size_t advisories_about_other_versions(const Distribution& installed) {
  size_t out = 0;
  for (const Advisory& a : all_advisories()) {
    out += is_about_distribution(a, installed) && !a.affects(installed.version) ? 1 : 0;
  }
  return out;
}

}  // namespace plumbline
