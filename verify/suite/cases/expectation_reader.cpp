#include "verify/suite/cases/expectation_reader.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

#include "verify/suite/cases/direction_reader.hpp"

namespace plumbline {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& x) {
  return std::find(list.begin(), list.end(), x) != list.end();
}

bool takes(const Quantity& entry, const std::string& argument) {
  return !entry.choices.empty() || entry.find_argument(argument) != nullptr ||
         entry.takes_option(argument);
}

/// Returns the arguments under `at`, each with its values. The table must contain `at`.
std::vector<std::pair<std::string, std::vector<std::string>>> read_arguments(
    TableReader& table, const Quantity& quantity) {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  const toml::node* node = table.find("at");
  const toml::table empty;
  if (node != nullptr && !node->is_table()) {
    table.complain("at", "must be a table: at = { name = \"...\" }");
    return out;
  }
  const toml::table& entries = node == nullptr ? empty : *node->as_table();
  TableReader at = table.inner(entries, "at.");
  for (auto&& [key, value] : entries) {
    const std::string name(key.str());
    if (!takes(quantity, name)) continue;
    out.emplace_back(name, at.texts(name));
  }
  for (const ArgumentEntry& one : quantity.arguments) {
    const std::string& name = one.name;
    if (quantity.choices.empty() && !one.optional && entries.get(name) == nullptr) {
      table.complain("at", "needs " + name + "; write at = { " + name + " = \"...\" }");
    }
  }
  at.refuse_unknown_keys();
  return out;
}

void read_mechanisms(TableReader& table, const Quantity& quantity, Query* request) {
  const toml::node* at = table.find("at");
  const bool rows = quantity.subject == Subject::channel && at != nullptr && at->is_table() &&
                    at->as_table()->get("rows");
  if (quantity.subject != Subject::none && !rows) {
    request->mechanism =
        table.required("mechanism", "for example \"gaussian(sigma=1)\"").value_or("");
  } else if (table.find("mechanism") != nullptr) {
    table.complain("mechanism", request->quantity + " takes none here; remove it");
  }
  if (quantity.has_other()) {
    request->other = table.required("other", "this quantity compares two mechanisms").value_or("");
  } else if (table.find("other") != nullptr) {
    table.complain("other", "belongs to quantities of two mechanisms only; remove it");
  }
}

/// Returns one request for each value of the argument that has several values.
std::vector<Query> spread(const Query& request, TableReader& table, const Quantity& quantity,
                          bool several) {
  std::vector<Query> out{request};
  bool spread_before = false;
  for (const auto& [name, values] : read_arguments(table, quantity)) {
    if (values.size() > 1 && (spread_before || !several)) {
      table.complain("at", name + ": " + (several ? "only one argument" : "no argument") +
                               " may have several values here");
    }
    spread_before = spread_before || values.size() > 1;
    std::vector<Query> more;
    for (const Query& one : out) {
      for (const std::string& value : values) {
        more.push_back(one);
        const bool word = quantity.takes_option(name);
        (word ? more.back().options : more.back().at).emplace_back(name, value);
      }
    }
    if (!more.empty()) out = std::move(more);
  }
  return out;
}

void read_relation(TableReader& table, const std::string& key, ExpectedRelation relation,
                   std::vector<Expectation>* out) {
  const auto text = table.text(key);
  if (!text) return;
  if (relation == ExpectedRelation::verdict) {
    out->push_back({relation, *text, std::nullopt});
    return;
  }
  try {
    out->push_back({relation, *text, Formula::parse(*text)});
  } catch (const std::invalid_argument& e) {
    table.complain(key, e.what());
  }
}

void read_where(TableReader& table, Complaints& complaints, Expectations* out) {
  const toml::node* node = table.find("where");
  if (node == nullptr) return;
  if (!node->is_table()) {
    table.complain("where", "must be a table: where = { name = { quantity = \"tv\", ... } }");
    return;
  }
  for (auto&& [key, value] : *node->as_table()) {
    const std::string name(key.str());
    if (!value.is_table()) {
      complaints.add(line_of(value), "where." + name,
                     "must be a table: { quantity = \"tv\", mechanism = \"...\" }");
      continue;
    }
    TableReader inner(*value.as_table(), complaints, "where." + name + ".");
    const auto requests = read_requests(inner, false);
    inner.refuse_unknown_keys();
    if (!requests.empty()) out->where.push_back({name, requests.front()});
  }
}

}  // namespace

std::vector<Query> read_requests(TableReader& table, bool several) {
  Query request;
  request.quantity =
      table.required("quantity", "name what to compute, for example \"delta\"").value_or("");
  const Quantity* entry = nullptr;
  try {
    entry = &required_quantity(request.quantity);
  } catch (const std::invalid_argument& e) {
    if (!request.quantity.empty()) table.complain("quantity", e.what());
    for (const char* key : {"mechanism", "other", "direction", "at"}) table.find(key);
    return {};
  }
  request.direction = read_direction(table, entry);
  read_mechanisms(table, *entry, &request);
  const std::vector<Query> requests = spread(request, table, *entry, several);
  try {
    if (entry->subject == Subject::none || !request.mechanism.empty())
      check_subject(*entry, request);
  } catch (const std::invalid_argument& e) {
    table.complain("mechanism", e.what());
  }
  return requests;
}

Expectations read_expectations(TableReader& table, const std::vector<std::string>& arguments,
                               Complaints& complaints) {
  Expectations out;
  read_relation(table, "equals", ExpectedRelation::equals, &out.list);
  read_relation(table, "expect_below", ExpectedRelation::below, &out.list);
  read_relation(table, "expect_above", ExpectedRelation::above, &out.list);
  read_relation(table, "expect_verdict", ExpectedRelation::verdict, &out.list);
  read_where(table, complaints, &out);
  std::vector<std::string> known = arguments;
  for (const NamedRequest& named : out.where) known.push_back(named.name);
  for (const Expectation& expectation : out.list) {
    if (!expectation.formula) continue;
    for (const std::string& name : expectation.formula->variables()) {
      if (contains(known, name)) continue;
      const char* key = expectation.relation == ExpectedRelation::equals  ? "equals"
                        : expectation.relation == ExpectedRelation::below ? "expect_below"
                                                                          : "expect_above";
      table.complain(key, "'" + name + "' has no value; define it in where, or name an argument");
    }
  }
  return out;
}

std::vector<std::string> read_statements(TableReader& table) { return table.texts("statement"); }

}  // namespace plumbline
