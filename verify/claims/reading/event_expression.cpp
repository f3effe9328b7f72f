#include "verify/claims/reading/event_expression.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/registry.hpp"
#include "verify/claims/reading/event_record.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/reading/mechanisms/adjacency.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// The expression of a record, where the relation is one for its kind.
std::string under(const Json& record, const std::string& relation) {
  const auto kind = record.at("kind").get<std::string>();
  const Relation of_pair = relation_of(relation);
  const NamedMechanism out = name_mechanism(record, false, of_pair);
  if (out.keeps_number && of_pair == Relation::add_remove) {
    const bool batch = mechanism_recorded_as(kind)->form.runs == RecordedForm::Runs::fixed_batch;
    throw std::invalid_argument(
        std::string("event: ") + (batch ? "a batch of fixed size" : "randomized response") +
        " keeps the number of records: its relation is " + event_word(Relation::replace_one) +
        " or " + event_word(Relation::replace_special) + ", not " +
        event_word(Relation::add_remove));
  }
  if (!out.unsupported.empty()) throw std::invalid_argument("event: " + out.unsupported);
  if (out.concentrated) {
    throw std::invalid_argument(
        "event: ZCDpEvent bounds Renyi divergences and is no mechanism: give the mechanism's "
        "event");
  }
  if (of_pair != Relation::add_remove && !out.is_related) {
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
  static const std::vector<std::string> known = [] {
    std::vector<std::string> out;
    for (const Neighbours& row : neighbours_table()) out.push_back(event_word(relation_in(row)));
    for (const Neighbours& row : neighbours_table()) {
      for (const std::string& word : {row.relation, recorded_word(relation_in(row))}) {
        if (std::find(out.begin(), out.end(), word) == out.end()) out.push_back(word);
      }
    }
    return out;
  }();
  return known;
}

std::string event_words() {
  std::string out;
  for (const Neighbours& row : neighbours_table()) {
    const std::string between = &row == &neighbours_table().back() ? " or " : ", ";
    out += (out.empty() ? "" : between) + event_word(relation_in(row));
  }
  return out;
}

std::string event_expression(const std::string& text, const std::string& relation) {
  const auto& known = event_relations();
  if (std::find(known.begin(), known.end(), relation) == known.end()) {
    throw std::invalid_argument("unknown relation '" + relation + "'; use " + event_words());
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
