#include "verify/claims/event_expression.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/claims/event_record.hpp"
#include "verify/claims/json_claim.hpp"
#include "verify/claims/mechanism_names.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse_relation(const std::string& kind, const std::string& relation) {
  throw std::invalid_argument("event: " + kind + " has no certified pair under " + relation);
}

std::string named(const Json& record) {
  const NamedMechanism out = name_mechanism(record, false);
  if (!out.unsupported.empty()) throw std::invalid_argument("event: " + out.unsupported);
  return out.expression;
}

/// One record exchanged for another: what says itself how wide it is becomes twice as wide.
std::string replaced(const Json& record, const std::string& kind) {
  std::string out = named(record);
  if (kind == "randomized_response" || kind == "approx_dp") return out;
  if (kind != "gaussian" && kind != "laplace" && kind != "subsampled_gaussian") {
    refuse_relation(kind, "replace_one");
  }
  return out.insert(out.rfind(')'), ",relation=replace");
}

/// The answer to a record against that to the special one, which is uniform: all answers but the
/// record's own have one loss.
std::string against_uniform(const Json& record) {
  (void)named(record);  // its numbers are in range
  const Rational one(1), l = read_exact_number(record.at("noise_parameter")).value,
                         k = read_exact_number(record.at("num_buckets")).value;
  const Rational own = one - l + l / k, chance = one / k;
  const std::string steps = read_exact_number(record.at("steps")).value.text();
  return "finite(P=[" + chance.text() + "," + (one - chance).text() + "],Q=[" + own.text() + "," +
         (one - own).text() + "])" + (steps == "1" ? "" : "^" + steps);
}

std::string under(const Json& record, const std::string& relation) {
  const auto kind = record.at("kind").get<std::string>();
  if (relation == "replace_one") return replaced(record, kind);
  if (kind != "randomized_response") return named(record);
  if (relation == "add_or_remove_one") {
    throw std::invalid_argument(
        "event: randomized response keeps the number of records: its relation is replace_one or "
        "replace_special, not add_or_remove_one");
  }
  return against_uniform(record);
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
  return record;
}

}  // namespace

const std::vector<std::string>& event_relations() {
  static const std::vector<std::string> known = {"add_or_remove_one", "replace_one",
                                                 "replace_special"};
  return known;
}

std::string event_expression(const std::string& text, const std::string& relation) {
  const auto& known = event_relations();
  if (std::find(known.begin(), known.end(), relation) == known.end()) {
    throw std::invalid_argument("unknown relation '" + relation +
                                "'; use add_or_remove_one, replace_one or replace_special");
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
