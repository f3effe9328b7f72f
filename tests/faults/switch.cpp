/// Linked in place of reference/arithmetic/bound.cpp: PLUMBLINE_FAULT="MIXTURE-LINE=zero" (or =tenth; several
/// separated by commas) disables a bound for the whole run.
#include "tests/faults/switch.hpp"

#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>

namespace plumbline {
namespace {

std::map<std::string, BoundFault::Size, std::less<>> faults_of_environment() {
  std::map<std::string, BoundFault::Size, std::less<>> out;
  const char* text = std::getenv("PLUMBLINE_FAULT");
  std::string rest = text == nullptr ? "" : text;
  while (!rest.empty()) {
    const size_t comma = rest.find(',');
    const std::string entry = rest.substr(0, comma);
    rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
    const size_t equals = entry.find('=');
    const std::string kind = equals == std::string::npos ? "" : entry.substr(equals + 1);
    if (kind != "zero" && kind != "tenth") {
      throw std::invalid_argument("PLUMBLINE_FAULT wants ID=zero or ID=tenth, got " + entry);
    }
    out[entry.substr(0, equals)] =
        kind == "zero" ? BoundFault::Size::zero : BoundFault::Size::tenth;
  }
  return out;
}

std::map<std::string, BoundFault::Size, std::less<>>& faults() {
  static std::map<std::string, BoundFault::Size, std::less<>> all = faults_of_environment();
  return all;
}

}  // namespace

BoundFault bound_fault(const char* id) {
  const auto& all = faults();
  if (all.empty()) return {};
  const auto found = all.find(id);
  return found == all.end() ? BoundFault{} : BoundFault{found->second};
}

namespace testing {

FaultSwitch::FaultSwitch(std::string id, BoundFault::Size kind) : id_(std::move(id)) {
  faults()[id_] = kind;
}
FaultSwitch::~FaultSwitch() { faults().erase(id_); }

}  // namespace testing
}  // namespace plumbline
