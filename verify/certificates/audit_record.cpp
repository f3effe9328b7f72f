#include <nlohmann/json.hpp>

#include "verify/certificates/audit_page.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

Json row_record(const AuditRow& row) {
  return {{"meaning", row.meaning}, {"value", row.value},   {"lower", row.lower},
          {"upper", row.upper},     {"digits", row.digits}, {"verdict", row.verdict},
          {"again", row.again},     {"second", row.second}};
}

}  // namespace

Json audit_record(const AuditPage& page) {
  Json groups = Json::array();
  for (const AuditGroup& group : page.groups) {
    Json rows = Json::array();
    for (const AuditRow& row : group.rows) rows.push_back(row_record(row));
    groups.push_back({{"mechanism", group.mechanism},
                      {"part", group.part},
                      {"words", group.words},
                      {"rows", rows}});
  }
  Json together = Json::array();
  for (const PromisedFound& one : page.together) {
    together.push_back({{"quantity", one.quantity},
                        {"found", one.found},
                        {"promised", one.promised},
                        {"words", one.words}});
  }
  return {{"format", "plumbline-statement"},
          {"title", page.title},
          {"headlines", page.headlines},
          {"summary", page.summary},
          {"groups", groups},
          {"together", together},
          {"how_to_check", page.how_to_check},
          {"commands", page.commands},
          {"rests_on", page.rests_on},
          {"does_not_say", page.does_not_say}};
}

}  // namespace plumbline
