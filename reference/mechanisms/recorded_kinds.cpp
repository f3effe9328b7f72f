#include "reference/mechanisms/recorded_kinds.hpp"

#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/registry.hpp"

namespace plumbline {

std::optional<RecordedMechanism> mechanism_recorded_as(const std::string& kind) {
  for (const MechanismEntry& entry : mechanism_registry()) {
    for (const RecordedForm& form : entry.recorded) {
      if (form.kind == kind) return RecordedMechanism{entry, form};
    }
  }
  return std::nullopt;
}

const MechanismEntry* mechanism_of_plain_kind(const std::string& kind) {
  const auto known = mechanism_recorded_as(kind);
  const bool plain =
      known && known->form.expression == nullptr && known->form.runs == RecordedForm::Runs::plain;
  return plain ? &known->entry : nullptr;
}

std::vector<std::string> recorded_kinds() {
  std::vector<std::string> out;
  for (const MechanismEntry& entry : mechanism_registry()) {
    for (const RecordedForm& form : entry.recorded) out.push_back(form.kind);
  }
  return out;
}

std::vector<RecordedField> fields_of_kind(const std::string& kind) {
  const auto known = mechanism_recorded_as(kind);
  return known ? known->form.fields : std::vector<RecordedField>{};
}

std::vector<RecordedField> fields_of_mechanism(const MechanismEntry& entry) {
  std::vector<RecordedField> out;
  for (const RecordedForm& form : entry.recorded) {
    out.insert(out.end(), form.fields.begin(), form.fields.end());
  }
  return out;
}

std::string kind_without_sampling(const std::string& kind) {
  const auto known = mechanism_recorded_as(kind);
  return known ? known->form.samples : "";
}

int reading_of_kind(const std::string& kind) {
  const auto known = mechanism_recorded_as(kind);
  return known ? known->form.reading : RecordedForm{}.reading;
}

std::vector<std::pair<std::string, std::string>> usual_kinds() {
  std::vector<std::pair<std::string, std::string>> out;
  for (const MechanismEntry& entry : mechanism_registry()) {
    for (const RecordedForm& form : entry.recorded) {
      if (!form.usual.empty()) out.emplace_back(form.kind, form.usual);
    }
  }
  return out;
}

std::optional<PlainKind> plainest_kind(const std::function<bool(const std::string&)>& is_allowed) {
  const RecordedForm* out = nullptr;
  for (const MechanismEntry& entry : mechanism_registry()) {
    for (const RecordedForm& form : entry.recorded) {
      const bool plainer = out == nullptr || form.reading < out->reading;
      if (!form.plainest.empty() && plainer && is_allowed(form.kind)) out = &form;
    }
  }
  return out == nullptr ? std::nullopt : std::optional(PlainKind{out->kind, out->plainest});
}

}  // namespace plumbline
