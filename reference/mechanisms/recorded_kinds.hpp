/// The kinds of mechanisms in the records of accountants, found by name.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/mechanisms/recorded_fields.hpp"

namespace plumbline {

struct MechanismEntry;
struct RecordedForm;

/// The mechanism that records call `kind`, and its form in records.
struct RecordedMechanism {
  const MechanismEntry& entry;
  const RecordedForm& form;
};
/// Returns the mechanism of a kind; nothing for an unknown kind.
std::optional<RecordedMechanism> mechanism_recorded_as(const std::string& kind);

/// Returns the mechanism of a kind whose records need no special treatment: the fields are the parameters of the
/// mechanism (RecordedForm::expression is null), and several runs have no additional facts (RecordedRuns::plain).
/// Returns null for other kinds.
const MechanismEntry* mechanism_of_plain_kind(const std::string& kind);

/// Returns all kinds, in the order of the registry.
std::vector<std::string> recorded_kinds();

/// Returns the fields of a kind; none for an unknown kind.
std::vector<RecordedField> fields_of_kind(const std::string& kind);
/// Returns the fields of all kinds of a mechanism.
std::vector<RecordedField> fields_of_mechanism(const MechanismEntry& entry);

/// Returns the kind without `sampling_rate`; empty if nothing is sampled.
std::string kind_without_sampling(const std::string& kind);

/// Returns the complexity of a kind for readers. A hunt prefers simpler kinds when it shrinks its findings.
int reading_of_kind(const std::string& kind);

/// Returns the kinds from which hunts draw by default, each with the lines that state the ranges of its numbers in a
/// file of questions (`--space`, docs/hunting.md).
std::vector<std::pair<std::string, std::string>> usual_kinds();

/// A kind with the numbers to which a hunt shrinks its parameters.
struct PlainKind {
  std::string kind;
  std::vector<std::pair<std::string, double>> numbers;
};
/// Returns the simplest of the allowed kinds that have such numbers; nothing if there is none.
std::optional<PlainKind> plainest_kind(const std::function<bool(const std::string&)>& is_allowed);

}  // namespace plumbline
