/// The engines that a question may name.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// The name of an engine and its description; both remain valid.
struct NamedEngine {
  const std::string& name;
  const std::string& summary;
};

struct Query;

/// Returns all engines, in the order of their registry. `auto` is none of them.
std::vector<NamedEngine> named_engines();

/// Returns, for --explain, the order in which `auto` queries the engines for the question's mechanism in its digits,
/// and the reasons why others are not queried.
std::string plan_of(const Query& question);

}  // namespace plumbline
