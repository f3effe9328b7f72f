#include "verify/certificates/check_record.hpp"

#include <nlohmann/json.hpp>

#include "verify/certificates/hypotheses_record.hpp"

namespace plumbline {
namespace {

/// Adds the hypotheses that the check derived, and a flag that is true if the certificate states hypotheses.
void add_hypotheses(const Certificate& c, const CheckResult& r, nlohmann::ordered_json* out) {
  if (r.hypotheses) (*out)["hypotheses"] = hypotheses_json(*r.hypotheses);
  if (r.other_hypotheses) (*out)["other_hypotheses"] = hypotheses_json(*r.other_hypotheses);
  if (!r.hypotheses && !r.other_hypotheses) return;
  (*out)["hypotheses_stated"] = c.version >= kStatesHypotheses;
  for (const auto& h : {r.hypotheses, r.other_hypotheses}) {
    if (!h) continue;
    const std::string warning = mixed_warning(*h);
    if (!warning.empty()) (*out)["warning"] = warning;
  }
}

nlohmann::ordered_json objections_json(const std::vector<Objection>& objections) {
  auto out = nlohmann::ordered_json::array();
  for (const Objection& o : objections) {
    out.push_back({{"field", o.field}, {"stated", o.stated}, {"found", o.found}});
  }
  return out;
}

}  // namespace

nlohmann::ordered_json check_json(const CheckedPlace& place, const Certificate& c,
                                  const CheckResult& r) {
  nlohmann::ordered_json out = {{"file", place.file},
                                {"index", place.index},
                                {"quantity", c.quantity},
                                {"mechanism", c.mechanism}};
  if (!c.other.empty()) out["other"] = c.other;
  out["direction"] = c.direction;
  out["at"] = nlohmann::ordered_json::object();
  if (!c.argument.empty()) out["at"][c.argument] = c.at;
  for (const auto& [name, value] : c.target) out["at"][name] = value;
  out["lower"] = c.lower;
  out["upper"] = c.upper;
  out["verdict"] = verdict_name(r.verdict);
  add_hypotheses(c, r, &out);
  if (!r.lower.empty()) {
    out["again"] = {{"lower", r.lower},
                    {"upper", r.upper},
                    {"digits", r.digits},
                    {"engine", r.engine},
                    {"path", r.path}};
  }
  out["numbers"] = nlohmann::ordered_json::array();
  for (const CheckedNumber& number : r.numbers) {
    out["numbers"].push_back({{"field", number.name},
                              {"lower", standing_name(number.below)},
                              {"upper", standing_name(number.above)}});
  }
  out["findings"] = nlohmann::ordered_json::array();
  for (const CheckedFinding& finding : r.findings) {
    out["findings"].push_back(
        {{"field", finding.name}, {"standing", standing_name(finding.standing)}});
  }
  out["wrong"] = objections_json(r.objections);
  out["record"] = objections_json(r.record);
  out["notes"] = r.notes;
  out["seconds"] = place.seconds;
  return out;
}

}  // namespace plumbline
