/// The names of the engines that a question can request.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// The name of an engine and its description. Both references remain valid.
struct NamedEngine {
  const std::string& name;
  const std::string& summary;
};

struct Query;

/// Returns all engines in the order of their registry, without `auto`.
std::vector<NamedEngine> named_engines();

/// Returns text for --explain: the order in which `auto` queries the engines for the mechanism and the digits of the
/// question, and the reasons why it omits other engines.
std::string plan_of(const Query& question);

}  // namespace plumbline
