/// Events of the Python library dp-accounting as records of mechanisms (mechanism_names.hpp).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// The record of an event, {"kind": ...} or {"compose": [...]}. The event is the library's nested tuple
/// as JSON: an object of `module_name`, `class_name` and the event's fields, or the list that a tuple
/// becomes, ["dp_accounting.dp_event", "GaussianDpEvent", 1.0], of which the first may be left out.
/// Counts of compositions within compositions multiply.
/// `*unsupported` says why there is none; the record is null then. Throws std::invalid_argument,
/// naming the place, on what is no event.
nlohmann::json event_record(const nlohmann::json& event, std::string* unsupported);

/// An event of one step: its name, the kind of record that it is, and its fields in order, each with
/// the record's name for it.
struct EventForm {
  std::string name, kind;
  std::vector<std::pair<std::string, std::string>> fields;
};

/// The event that records of this kind come from; null where there is none.
const EventForm* event_recorded_as(const std::string& kind);

/// The word of claims for the library's word for neighbours: add_remove for add_or_remove_one,
/// replace for replace_one; others as they are.
std::string event_adjacency(const std::string& relation);

}  // namespace plumbline
