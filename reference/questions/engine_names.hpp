/// The engines that a question may name.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

/// The name of an engine and what it does; both stay where they are.
struct NamedEngine {
  const std::string& name;
  const std::string& summary;
};

struct Query;

/// Returns all engines, in the order of their registry. `auto` is none of them.
std::vector<NamedEngine> named_engines();

/// Returns, for --explain, in which order `auto` asks the engines for the question's mechanism in its digits, and why
/// others are not asked.
std::string plan_of(const Query& question);

}  // namespace plumbline
