#include "reference/certificates/members.hpp"

#include <algorithm>
#include <set>

#include "reference/certificates/request.hpp"

namespace plumbline {
namespace {

using Names = std::vector<std::string>;

bool among(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void compare(const Members& members, const Names& given, const std::string& group,
             const std::string& quantity) {
  std::set<std::string> seen;
  size_t numbered = 0;
  for (const std::string& name : given) {
    const bool counts = !members.stem.empty() && is_numbered(name, members.stem);
    if (counts) ++numbered;
    if (!counts && !among(members.needed, name) && !among(members.allowed, name)) {
      throw MemberError(group + "/" + name,
                        "a certificate of " + quantity + " has no member of this name");
    }
    if (!seen.insert(name).second) throw MemberError(group + "/" + name, "occurs twice");
  }
  for (const std::string& name : members.needed) {
    if (seen.count(name) == 0) throw MemberError(group + "/" + name, "is missing");
  }
  for (size_t i = 1; i <= numbered; ++i) {
    const std::string name = members.stem + std::to_string(i);
    if (seen.count(name) == 0)
      throw MemberError(group + "/" + name, "is missing, but higher numbers are present");
  }
}

/// The names of parameters that engines report (Engine::parameters).
const Names kParameters = {"bits",   "mu^2",       "method", "parts",  "lines",      "c",
                           "step",   "last",       "left",   "right",  "nodes",      "tilt",
                           "height", "truncation", "panels", "steps",  "most_nodes", "points",
                           "offset", "spacing",    "depth",  "losses", "within"};

void check_texts(const Certificate& c) {
  for (const auto& [name, text] : c.parameters) {
    if (!among(kParameters, name)) {
      throw MemberError("engine/parameters/" + name, "no engine has a parameter of this name");
    }
  }
  const std::string infinite = text_of(c.findings, "infinite");
  if (!infinite.empty() && infinite != "yes") {
    throw MemberError("findings/infinite", "write 'yes' or omit the member");
  }
  if (!infinite.empty() && (c.lower != "-inf" || c.upper != "inf")) {
    throw MemberError("findings/infinite", "an infinite value has lower -inf and upper inf");
  }
}

template <class Named>
Names names_of(const std::vector<Named>& named, std::string Named::*name) {
  Names out;
  for (const Named& one : named) out.push_back(one.*name);
  return out;
}

}  // namespace

bool is_numbered(const std::string& name, const std::string& stem) {
  if (name.size() <= stem.size() || name.compare(0, stem.size(), stem) != 0) return false;
  const std::string number = name.substr(stem.size());
  return number.size() < 7 && number.front() != '0' &&
         number.find_first_not_of("0123456789") == std::string::npos;
}

void check_members(const Certificate& c) {
  const Quantity& entry = certified_quantity(c.quantity);
  AllMembers known;
  if (entry.has_members()) known = entry.certificate->members(query_in(c), !c.findings.empty());
  compare(known.values, names_of(c.values, &NamedInterval::name), "values", c.quantity);
  Names findings;
  for (const auto& [name, text] : c.findings) findings.push_back(name);
  compare(known.findings, findings, "findings", c.quantity);
  check_texts(c);
}

}  // namespace plumbline
