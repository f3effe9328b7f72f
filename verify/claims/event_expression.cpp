#include "verify/claims/event_expression.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/mechanisms/registry.hpp"
#include "verify/claims/adjacency.hpp"
#include "verify/claims/event_record.hpp"
#include "verify/claims/json_claim.hpp"
#include "verify/claims/mechanism_names.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// The expression of a record, where the relation is one for its kind.
std::string under(const Json& record, const std::string& relation) {
  const auto kind = record.at("kind").get<std::string>();
  const std::string word = relation_of(event_adjacency(relation));
  const NamedMechanism out = name_mechanism(record, false, word);
  if (out.keeps_number && word.empty()) {
    const bool batch = mechanism_recorded_as(kind)->form.runs == RecordedForm::Runs::fixed_batch;
    throw std::invalid_argument(
        std::string("event: ") + (batch ? "a batch of fixed size" : "randomized response") +
        " keeps the number of records: its relation is replace_one or replace_special, not "
        "add_or_remove_one");
  }
  if (!out.unsupported.empty()) throw std::invalid_argument("event: " + out.unsupported);
  if (out.concentrated) {
    throw std::invalid_argument(
        "event: ZCDpEvent bounds Renyi divergences and is no mechanism: give the mechanism's "
        "event");
  }
  if (!word.empty() && !out.is_related) {
    throw std::invalid_argument("event: " + kind + " has no certified pair under " + relation);
  }
  return out.expression;
}

/// A value of another type than its field's is an error like any other.
Json record_in(const std::string& text) {
  if (!Json::accept(text)) {
    throw std::invalid_argument(
        "event: not JSON; write json.dumps(event.to_named_tuple()) into the file");
  }
  std::string unsupported;
  Json record;
  try {
    record = event_record(parse_claim_json(text), &unsupported);
  } catch (const Json::exception& e) {
    throw std::invalid_argument(std::string("event: ") + e.what());
  }
  if (!unsupported.empty()) throw std::invalid_argument("event: " + unsupported);
  if (record.contains("select")) {
    throw std::invalid_argument(
        "event: RepeatAndSelectDpEvent is no composition: ask plumbline selection about its event");
  }
  return record;
}

}  // namespace

const std::vector<std::string>& event_relations() {
  static const std::vector<std::string> known = {"add_or_remove_one",
                                                 "replace_one",
                                                 "replace_special",
                                                 "zero_out",
                                                 "add_remove",
                                                 "remove",
                                                 "add",
                                                 "replace"};
  return known;
}

std::string event_expression(const std::string& text, const std::string& relation) {
  const auto& known = event_relations();
  if (std::find(known.begin(), known.end(), relation) == known.end()) {
    throw std::invalid_argument(
        "unknown relation '" + relation +
        "'; use add_or_remove_one, remove, add, replace_one, replace_special or "
        "zero_out");
  }
  const Json record = record_in(text);
  if (!record.contains("compose")) return under(record, relation);
  std::string out;
  for (const Json& one : record["compose"]) {
    out += (out.empty() ? "" : " * ") + under(one, relation);
  }
  return out;
}

}  // namespace plumbline
