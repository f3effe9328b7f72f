#include "verify/suite/cases/expectation_reader.hpp"

#include <algorithm>
#include <stdexcept>

namespace plumbline {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& x) {
  return std::find(list.begin(), list.end(), x) != list.end();
}

/// What the reader has to know of a quantity, old or new.
struct Shape {
  bool mechanism = true, other = false, rows = false, any_names = false, forward_only = false;
  std::vector<std::string> required, optional;
  Direction usual = Direction::worst;
};

Shape shape_of(const std::string& quantity) {
  Shape shape;
  shape.required = required_arguments(quantity);
  if (const CaseQuantityEntry* entry = find_case_quantity(quantity)) {
    shape.mechanism = !entry->mechanism.empty();
    shape.rows = entry->mechanism == "channel";
    shape.other = entry->other;
    shape.optional = entry->optional;
    shape.any_names = entry->any_names;
    shape.usual = entry->usual;
  } else if (quantity == "divergence") {
    shape.other = true;
  } else if (find_quantity(quantity).forward_only) {
    shape.forward_only = true;
    shape.usual = Direction::forward;
  }
  return shape;
}

/// The arguments under `at`, each with its values; `at` of the table is known to be one.
std::vector<std::pair<std::string, std::vector<std::string>>> read_arguments(TableReader& table,
                                                                             const Shape& shape) {
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
    if (!shape.any_names && !contains(shape.required, name) && !contains(shape.optional, name)) {
      continue;
    }
    out.emplace_back(name, at.texts(name));
  }
  for (const std::string& name : shape.required) {
    if (entries.get(name) == nullptr) {
      table.complain("at", "needs " + name + "; write at = { " + name + " = \"...\" }");
    }
  }
  at.refuse_unknown_keys();
  return out;
}

Direction read_direction(TableReader& table, const Shape& shape) {
  const auto name = table.text("direction");
  if (!name) return shape.usual;
  if (shape.forward_only && *name != "forward") {
    table.complain("direction", "this quantity is about the forward pair only; remove it");
    return shape.usual;
  }
  try {
    return parse_direction(*name);
  } catch (const std::invalid_argument& e) {
    table.complain("direction", e.what());
    return shape.usual;
  }
}

void read_mechanisms(TableReader& table, const Shape& shape, CaseRequest* request) {
  const toml::node* at = table.find("at");
  const bool rows = shape.rows && at != nullptr && at->is_table() && at->as_table()->get("rows");
  if (shape.mechanism && !rows) {
    request->mechanism =
        table.required("mechanism", "for example \"gaussian(sigma=1)\"").value_or("");
  } else if (table.find("mechanism") != nullptr) {
    table.complain("mechanism", request->quantity + " takes none here; remove it");
  }
  if (shape.other) {
    request->other = table.required("other", "this quantity compares two mechanisms").value_or("");
  } else if (table.find("other") != nullptr) {
    table.complain("other", "belongs to quantities of two mechanisms only; remove it");
  }
}

/// One request per value of the argument that has several.
std::vector<CaseRequest> spread(const CaseRequest& request, TableReader& table, const Shape& shape,
                                bool several) {
  std::vector<CaseRequest> out{request};
  bool spread_before = false;
  for (const auto& [name, values] : read_arguments(table, shape)) {
    if (values.size() > 1 && (spread_before || !several)) {
      table.complain("at", name + ": " + (several ? "only one argument" : "no argument") +
                               " may have several values here");
    }
    spread_before = spread_before || values.size() > 1;
    std::vector<CaseRequest> more;
    for (const CaseRequest& one : out) {
      for (const std::string& value : values) {
        more.push_back(one);
        more.back().at.emplace_back(name, value);
      }
    }
    if (!more.empty()) out = std::move(more);
  }
  return out;
}

void read_relation(TableReader& table, const std::string& key, Relation relation,
                   std::vector<Expectation>* out) {
  const auto text = table.text(key);
  if (!text) return;
  if (relation == Relation::verdict) {
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

std::vector<CaseRequest> read_requests(TableReader& table, bool several) {
  CaseRequest request;
  request.quantity =
      table.required("quantity", "name what to compute, for example \"delta\"").value_or("");
  Shape shape;
  try {
    shape = shape_of(request.quantity);
  } catch (const std::invalid_argument& e) {
    if (!request.quantity.empty()) table.complain("quantity", e.what());
    for (const char* key : {"mechanism", "other", "direction", "at"}) table.find(key);
    return {};
  }
  request.direction = read_direction(table, shape);
  read_mechanisms(table, shape, &request);
  const std::vector<CaseRequest> requests = spread(request, table, shape, several);
  try {
    if (!shape.mechanism || !request.mechanism.empty()) check_mechanisms(request);
  } catch (const std::invalid_argument& e) {
    table.complain("mechanism", e.what());
  }
  return requests;
}

Expectations read_expectations(TableReader& table, const std::vector<std::string>& arguments,
                               Complaints& complaints) {
  Expectations out;
  read_relation(table, "equals", Relation::equals, &out.list);
  read_relation(table, "expect_below", Relation::below, &out.list);
  read_relation(table, "expect_above", Relation::above, &out.list);
  read_relation(table, "expect_verdict", Relation::verdict, &out.list);
  read_where(table, complaints, &out);
  std::vector<std::string> known = arguments;
  for (const NamedRequest& named : out.where) known.push_back(named.name);
  for (const Expectation& expectation : out.list) {
    if (!expectation.formula) continue;
    for (const std::string& name : expectation.formula->variables()) {
      if (contains(known, name)) continue;
      const char* key = expectation.relation == Relation::equals  ? "equals"
                        : expectation.relation == Relation::below ? "expect_below"
                                                                  : "expect_above";
      table.complain(key, "'" + name + "' has no value; define it in where, or name an argument");
    }
  }
  return out;
}

std::vector<std::string> read_statements(TableReader& table) { return table.texts("statement"); }

}  // namespace plumbline
