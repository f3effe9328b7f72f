#include "verify/certificates/hypotheses_record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "verify/certificates/certificate_fields.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// Separates the values of a public fact that has several values.
const std::string kBetween = ", ";

Json public_json(const Hypotheses& h) {
  Json out = Json::object();
  for (const auto& [name, value] : h.public_facts) {
    const std::string before = out.contains(name) ? out[name].get<std::string>() + kBetween : "";
    out[name] = before + value;
  }
  return out;
}

std::vector<PublicFact> public_facts_of(const NamedTexts& stated) {
  std::vector<PublicFact> out;
  for (const auto& [name, values] : stated) {
    size_t start = 0;
    for (size_t end = 0; end != std::string::npos; start = end + kBetween.size()) {
      end = values.find(kBetween, start);
      out.emplace_back(name, values.substr(start, end == std::string::npos ? end : end - start));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

Rational group_at(const std::string& place, const std::string& text) {
  Rational group;
  readable(place, [&] { group = Rational::parse(text); });
  if (group.is_integer() && group.sign() > 0 && group.text() == text) return group;
  throw NotACertificate(place,
                        "a whole number of records from 1 on is expected, not '" + text + "'");
}

std::string attained_text(const Hypotheses& h) {
  switch (h.attained) {
    case Attained::no:
      return "not known to be attained";
    case Attained::pointwise:
      return "attained at each point of one run";
    case Attained::family:
      return "attained by " + h.family;
    case Attained::every:
      break;
  }
  return "attained";
}

}  // namespace

Json hypotheses_json(const Hypotheses& h) {
  Json out = {{"relation", relation_name(h.relation)},
              {"group", h.group.text()},
              {"dominates", h.dominates},
              {"attained", attained_name(h.attained)}};
  if (h.attained == Attained::family) out["family"] = h.family;
  out["public"] = public_json(h);
  if (const std::string proof = proof_text(h); !proof.empty()) out["proof"] = proof;
  return out;
}

HypothesesPtr read_hypotheses(CertificateFields& fields, const std::string& field) {
  CertificateFields inner(fields.take(field), fields.path(field));
  Hypotheses out;
  const std::string relation = inner.text("relation"), attained = inner.text("attained");
  readable(inner.path("relation"), [&] { out.relation = relation_named(relation); });
  readable(inner.path("attained"), [&] { out.attained = attained_named(attained); });
  out.group = group_at(inner.path("group"), inner.text("group"));
  out.dominates = inner.flag("dominates");
  if (out.attained == Attained::family) out.family = inner.text("family");
  out.public_facts = public_facts_of(inner.strings("public"));
  if (inner.has("proof")) out.proof = {inner.text("proof")};
  inner.done();
  return std::make_shared<const Hypotheses>(std::move(out));
}

std::string hypotheses_text(const Hypotheses& h) {
  const std::string shared = public_text(h);
  return "relation " + relation_name(h.relation) + ", group " + h.group.text() + ", " +
         (h.dominates ? "dominates" : "does not dominate") + ", " + attained_text(h) +
         (shared.empty() ? "" : ", public " + shared);
}

}  // namespace plumbline
