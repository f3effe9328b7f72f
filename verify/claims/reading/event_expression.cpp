#include "verify/claims/reading/event_expression.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "reference/composition/concentrated_runs.hpp"
#include "reference/questions/stated_hypotheses.hpp"
#include "verify/claims/reading/event_record.hpp"
#include "verify/claims/reading/event_repr.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/reading/mechanisms/adjacency.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// Returns the reason why a record has no pair under the relation; empty if it has one.
std::string refusal_of(const NamedMechanism& named, const std::string& relation) {
  const Relation asked = relation_of(relation);
  const Hypotheses& pair = *named.pair.hypotheses;
  const std::string& who = named.kind.empty() ? named.expression : named.kind;
  if (asked == Relation::add_remove && stated_relation(pair) == PairRelation::replace_one) {
    return who + " keeps the number of records: its relation is " +
           event_word(Relation::replace_one) + " or " + event_word(Relation::replace_special) +
           ", not " + event_word(Relation::add_remove);
  }
  if (stated_relation(pair) == PairRelation::mixed) return mixed_refusal(pair);
  const PairRelation typed = relation_named(neighbours_of(asked).relation);
  if (relation_refusal(pair, typed, named.expression).empty()) return "";
  return who + " has no certified pair under " + relation;
}

/// Parses a text that contains a list or an object, in JSON or as Python prints it; nothing for other texts.
std::optional<Json> document_in(const std::string& text) {
  if (is_event_repr(text)) return event_of_repr(text);
  if (Json::accept(text)) return parse_claim_json(text);
  try {
    return value_of_repr(text);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// Parses a record. A value of a wrong type is reported like any other error.
Json record_in(const std::string& text) {
  const std::optional<Json> event = document_in(text);
  if (!event) {
    throw std::invalid_argument(
        "event: neither JSON nor the repr of an event; write repr(event) or "
        "json.dumps(event.to_named_tuple()) into the file");
  }
  std::string unsupported;
  Json record;
  try {
    record = event_record(*event, &unsupported);
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

bool is_event_text(const std::string& text) {
  if (is_event_repr(text)) return true;
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || (text[first] != '[' && text[first] != '{')) return false;
  const std::optional<Json> document = document_in(text);
  return document && is_event(*document);
}

EventMechanism event_mechanism(const std::string& text, const std::string& relation) {
  const auto& known = event_relations();
  if (std::find(known.begin(), known.end(), relation) == known.end()) {
    throw std::invalid_argument("unknown relation '" + relation + "'; use " + event_words());
  }
  const NamedMechanism named = name_mechanism(record_in(text), false, relation_of(relation));
  if (!named.unsupported.empty()) throw std::invalid_argument("event: " + named.unsupported);
  if (named.concentrated) {
    const std::string expression = concentrated_class(*named.concentrated);
    return {expression, ClaimedPair{hypotheses_of_text(expression)}};
  }
  if (const std::string why = refusal_of(named, relation); !why.empty()) {
    throw std::invalid_argument("event: " + why);
  }
  return {named.expression, named.pair};
}

std::string event_expression(const std::string& text, const std::string& relation) {
  return event_mechanism(text, relation).expression;
}

}  // namespace plumbline
