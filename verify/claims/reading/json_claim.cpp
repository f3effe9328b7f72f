#include "verify/claims/reading/json_claim.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "reference/mechanisms/nearest_name.hpp"
#include "reference/questions/ask.hpp"
#include "verify/base/text/record_columns.hpp"
#include "verify/base/text/record_text.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/judging/selection_claim.hpp"
#include "verify/claims/promise_record.hpp"
#include "verify/claims/reading/claim_answer.hpp"
#include "verify/claims/reading/claim_arguments.hpp"
#include "verify/claims/reading/claim_text.hpp"
#include "verify/claims/reading/event_record.hpp"
#include "verify/claims/reading/mechanisms/adjacency.hpp"
#include "verify/claims/reading/whole_answer.hpp"

namespace plumbline {
namespace {

using claim_json::check_arguments;
using claim_json::fail;
using claim_json::read_answer;
using claim_json::read_arguments;
using claim_json::read_distribution;
using claim_json::read_whole_answer;
using claim_json::required_text;
using claim_json::text_field;
using Json = nlohmann::json;

ClaimKind read_kind(const Json& object) {
  const std::string kind = required_text(object, "kind", "write upper, lower or estimate");
  if (kind == "upper") return ClaimKind::upper;
  if (kind == "lower") return ClaimKind::lower;
  if (kind == "estimate") return ClaimKind::estimate;
  fail("kind", "unknown '" + kind + "'; write upper, lower or estimate");
}

/// Rejects unknown members of a line. Members whose names begin with `x-` are permitted: they are notes for people.
void require_known_fields(const Json& object) {
  const std::vector<std::string>& known = claim_fields();
  for (const auto& [key, value] : object.items()) {
    const auto is_known = [&](const std::string& name) {
      return std::find(known.begin(), known.end(), name) != known.end();
    };
    if (is_known(key) || key.starts_with("x-")) continue;
    std::string small = key;
    std::transform(small.begin(), small.end(), small.begin(), to_lower);
    const std::string meant = is_known(small) ? small : nearest_name(small, known);
    fail(key, meant.empty() ? "unknown field; fields of your own begin with x-"
                            : "unknown field; write " + meant);
  }
}

/// Converts the line's event of dp-accounting to a mechanism under the relation; `unsupported` is set if that fails.
NamedMechanism name_event(const Json& object, Relation relation) {
  if (object.contains("mechanism")) fail("event", "write a mechanism or an event, not both");
  NamedMechanism out;
  const Json record = event_record(object["event"], &out.unsupported);
  return out.unsupported.empty() ? name_mechanism(record, false, relation) : out;
}

/// Returns an unsupported mechanism for an expression that begins with a kind whose name begins with x-, that is, a
/// kind that the writer of the claim defined.
NamedMechanism kind_of_your_own(const std::string& expression) {
  NamedMechanism out;
  out.unsupported = "mechanism " + expression.substr(0, expression.find_first_of("(^* ")) +
                    " has no certified pair here";
  return out;
}

/// Parses the mechanism in the member `field`, which is `mechanism` or `other`.
NamedMechanism read_mechanism(const Json& object, const std::string& field, const Claim* claim) {
  const Relation relation = relation_of(claim->adjacency);
  if (!object.contains(field))
    fail(field, "missing; write an expression such as gaussian(sigma=1)^10");
  const Json& mechanism = object[field];
  if (!mechanism.is_string()) return name_mechanism(mechanism, is_open(*claim), relation);
  const auto expression = mechanism.get<std::string>();
  if (expression.starts_with("x-")) return kind_of_your_own(expression);
  const bool open = expression.find('?') != std::string::npos;
  const bool asks_parameter = is_open(*claim);
  if (asks_parameter && !open) {
    fail("mechanism", "a claim of sigma needs sigma=? in the mechanism and the sigma as its value");
  }
  try {
    // If the expression is invalid, this call throws the parser's error.
    if (open && !asks_parameter) (void)parse_expression(expression);
    return named_expression(
        expression, is_of_pair(claim->adjacency) ? PairRelation::any : PairRelation::add_remove);
  } catch (const std::invalid_argument& e) {
    fail(field, e.what());
  }
}

/// Returns the reason why the Bayes errors of the pair are not those of its mechanism; empty if they are.
std::string why_no_bayes_errors(const NamedMechanism& named) {
  if (!named.unsupported.empty()) return named.unsupported;
  const Hypotheses& pair = *named.pair.hypotheses;
  const bool plain = named.runs.empty() && !named.range && !named.batches && !named.concentrated;
  if (plain && is_dominating(pair) && stated_attainment(pair) != Attained::no) return "";
  return "the exact Bayes errors are unknown for " + named.expression +
         ": its pair does not dominate, or no neighbours are known to have it";
}

/// Parses the second mechanism of a claim about two mechanisms, under the adjacency of the first.
void read_other(const Json& object, const NamedMechanism& first, Claim* claim) {
  if (!is_of_two(*claim)) {
    if (object.contains("other")) fail("other", claim->quantity + " is about one mechanism");
    return;
  }
  const NamedMechanism named = read_mechanism(object, "other", claim);
  claim->other = named.expression;
  const NamedDirection side = name_direction(claim->adjacency, named);
  for (const std::string& why :
       {why_no_bayes_errors(first), why_no_bayes_errors(named), side.unsupported}) {
    if (claim->unsupported.empty()) claim->unsupported = why;
  }
  // The claim's verdict is the verdict about the two pairs, so only the flag of_pair_alone is needed.
  ClaimedPair both = first.pair;
  both.of_pair_alone = both.of_pair_alone || named.pair.of_pair_alone;
  claim->pair = both.of_pair_alone ? std::make_shared<const ClaimedPair>(both) : nullptr;
}

void read_pair(const Json& object, Claim* claim) {
  const std::string direction = text_field(object, "direction", "");
  claim->adjacency = text_field(object, "adjacency",
                                direction.empty() ? direction_name(Direction::worst) : direction);
  if (object.contains("event")) claim->adjacency = event_adjacency(claim->adjacency);
  const NamedMechanism named = object.contains("event")
                                   ? name_event(object, relation_of(claim->adjacency))
                                   : read_mechanism(object, "mechanism", claim);
  const NamedDirection side = name_direction(claim->adjacency, named);
  if (!direction.empty() && name_direction(direction, named).direction != side.direction) {
    fail("direction", "is " + direction + ", but adjacency " + claim->adjacency +
                          " means another one; write one of them");
  }
  claim->direction = side.direction;
  claim->mechanism = named.expression;
  if (!named.pair.decides() || named.pair.of_pair_alone) {
    claim->pair = std::make_shared<const ClaimedPair>(named.pair);
  }
  claim->range = named.range;
  claim->batches = named.batches;
  claim->concentrated = named.concentrated;
  if (!named.runs.empty() && named.unsupported.empty()) {
    claim->selected = SelectedRuns{named.runs, named.expression};
    claim->mechanism = selection_text(*claim->selected);
  }
  claim->unsupported = named.unsupported.empty() ? side.unsupported : named.unsupported;
  read_other(object, named, claim);
}

}  // namespace

const std::vector<std::string>& claim_fields() {
  static const std::vector<std::string> fields = {
      "tool",         "version",       "method",       "options",   "mechanism",
      "other",        "event",         "adjacency",    "direction", "quantity",
      "at",           "kind",          "value",        "error",     "tolerance",
      "seconds",      "seconds_build", "value_string", "warnings",  "source",
      "note",         "shrunk",        "certificate",  "questions", "rests_on",
      "installation", "exact",         "distribution", "points"};
  return fields;
}

std::string answer_is_no_claim() {
  return "this is an answer of plumbline, not a claim: copy its quantity, mechanism, direction and "
         "arguments, and add the kind and value of your accountant";
}

Json without_verdict(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  if (is_answer_output(names)) throw std::invalid_argument(answer_is_no_claim());
  if (!object.contains("verdict") || !object.contains("file") || !object.contains("line"))
    return object;
  if (!object.contains("kind")) {
    fail("verdict", "belongs to a line without a claim; write that line again");
  }
  Json out = Json::object();
  const auto keep = [&](const std::string& name, const Json& value) {
    if (!value.is_null()) out[name] = value;
  };
  for (const auto& [name, value] : object.items()) {
    const bool judged = name == "seconds" || name == "rests_on" || name == "warnings";
    if (!judged && std::count(claim_fields().begin(), claim_fields().end(), name) > 0)
      keep(name, value);
    if (name == "tool_seconds") keep("seconds", value);
    if (name == "rests_on" && value.is_object()) keep(name, value.value("id", Json(nullptr)));
  }
  if (out.contains("distribution")) return out;
  // The accountant returned no number; the reason explains this.
  if (out.value("value", Json("")) == "") {
    out.erase("value");
    keep("error", object.value("reason", Json("no number")));
  }
  return out;
}

namespace {

Claim claim_of_one(const Json& object) {
  require_known_fields(object);
  Claim claim;
  claim.tool = text_field(object, "tool", "unnamed");
  claim.version = text_field(object, "version", "");
  claim.method = text_field(object, "method", "");
  claim.rests_on = text_field(object, "rests_on", "");
  claim.installation = text_field(object, "installation", "");
  claim.kind = read_kind(object);
  const std::string quantity =
      required_text(object, "quantity", "write epsilon, delta, tradeoff, tv, ...");
  const ClaimedQuantity name = [&] {
    try {
      return claimed_quantity(quantity);
    } catch (const std::invalid_argument& e) {
      fail("quantity", e.what());
    }
  }();
  claim.quantity = name.shown();
  read_pair(object, &claim);
  is_whole(claim) ? read_whole_answer(object, &claim) : read_answer(object, &claim);
  read_arguments(object, name, &claim);
  if (is_whole(claim)) read_distribution(object, &claim);
  check_arguments(*name.quantity, claim);
  return claim;
}

/// Returns one claim about all pairs of a promise.
Claim claim_of_promise(const Json& object) {
  const std::vector<Json> all = claims_of_promise(object);
  Claim out = claim_of_one(all.front());
  for (size_t i = 1; i < all.size(); ++i) {
    out.others.push_back(std::make_shared<const Claim>(claim_of_one(all[i])));
  }
  return out;
}

}  // namespace

Claim claim_of(const Json& object) {
  if (!object.is_object()) throw std::invalid_argument("not a JSON object");
  return is_promise_record(object) ? claim_of_promise(object)
                                   : claim_of_one(without_verdict(object));
}

const RecordWords& claim_words() {
  static const RecordWords words{"a claim", "claims", "mechanism, quantity, at, kind, value, ..."};
  return words;
}

Json parse_claim_json(const std::string& text) { return parse_record_json(text, claim_words()); }

Claim claim_of_line(const std::string& line) {
  const Json object = parse_claim_json(line);
  try {
    return claim_of(object);
  } catch (const Json::exception& e) {  // a type other than the expected ones
    throw std::invalid_argument(e.what());
  }
}

}  // namespace plumbline
