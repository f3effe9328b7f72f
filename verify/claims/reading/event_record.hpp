/// Converts events of the Python library dp-accounting to records of mechanisms (mechanism_names.hpp).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// Returns the record of an event, {"kind": ...} or {"compose": [...]}. The event is the library's nested tuple as
/// JSON: an object of `module_name`, `class_name` and the event's fields, or the list form of the tuple,
/// ["dp_accounting.dp_event", "GaussianDpEvent", 1.0], in which the first element may be omitted. The counts of
/// nested compositions are multiplied. If the event has no record, returns null and sets `*unsupported` to the
/// reason. Throws std::invalid_argument, naming the place, if the document is not an event.
nlohmann::json event_record(const nlohmann::json& event, std::string* unsupported);

/// Returns true if a document has the form of an event: a class_name, or a list that begins with the name of a class.
bool is_event(const nlohmann::json& document);

/// Returns the fields of an event of the library in their order; nothing if the event is unknown.
std::optional<std::vector<std::string>> event_fields(const std::string& name);

/// An event of one step: its name, its kind of record, and its fields in order, each with its name in records.
struct EventForm {
  std::string name, kind;
  std::vector<std::pair<std::string, std::string>> fields;
};

/// Returns the event that records of this kind describe; null if there is none.
const EventForm* event_recorded_as(const std::string& kind);

/// Returns the name that claims use for a neighbouring relation of the library: add_remove for add_or_remove_one,
/// replace for replace_one; others unchanged.
std::string event_adjacency(const std::string& relation);

}  // namespace plumbline
