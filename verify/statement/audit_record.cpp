#include <nlohmann/json.hpp>

#include "verify/statement/audit_page.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

Json texts_of(const std::vector<page::Sentence>& sentences) {
  Json out = Json::array();
  for (const page::Sentence& one : sentences) out.push_back(one.text);
  return out;
}

/// Returns, for each sentence, the fields of its claim by name.
Json claims_of(const std::vector<page::Sentence>& sentences) {
  Json out = Json::array();
  for (const page::Sentence& one : sentences) {
    Json claim = Json::object();
    for (const auto& [name, value] : one.claim->fields()) claim[name] = value;
    out.push_back(std::move(claim));
  }
  return out;
}

Json row_record(const AuditRow& row) {
  return {{"meaning", row.meaning.text}, {"value", row.value},   {"lower", row.lower},
          {"upper", row.upper},          {"digits", row.digits}, {"verdict", row.verdict},
          {"again", row.again},          {"second", row.second}};
}

Json rates_record(const page::RatePicture& picture) {
  Json curves = Json::array();
  for (const page::RateCurve& one : picture.curves) {
    curves.push_back({{"name", one.name}, {"rates", one.rates}});
  }
  return {{"at", picture.at}, {"curves", curves}};
}

}  // namespace

Json audit_record(const AuditPage& page) {
  Json groups = Json::array();
  for (const AuditGroup& group : page.groups) {
    Json rows = Json::array();
    for (const AuditRow& row : group.rows) rows.push_back(row_record(row));
    groups.push_back({{"mechanism", group.mechanism},
                      {"part", group.part},
                      {"words", texts_of(group.words)},
                      {"rows", rows}});
  }
  Json together = Json::array();
  for (const TogetherRow& one : page.together) {
    together.push_back({{"quantity", one.quantity},
                        {"found", one.found},
                        {"promised", one.promised},
                        {"words", one.words.text}});
  }
  return {{"format", "plumbline-statement"},
          {"title", page.title},
          {"headlines", texts_of(page.headlines)},
          {"claims", claims_of(page.headlines)},
          {"summary", texts_of(page.summary)},
          {"groups", groups},
          {"together", together},
          {"rates", rates_record(page.rates)},
          {"how_to_check", texts_of(page.how_to_check)},
          {"commands", page.commands},
          {"rests_on", texts_of(page.rests_on)},
          {"does_not_say", texts_of(page.does_not_say)}};
}

}  // namespace plumbline
