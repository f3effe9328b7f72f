#include "verify/suite/cases/statement_index.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "verify/suite/cases/table_reader.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

const char* const kName = "statements.toml";

void require_one_of(TableReader& table, const std::string& key, const std::string& value,
                    const std::vector<std::string>& known) {
  if (value.empty() || std::find(known.begin(), known.end(), value) != known.end()) return;
  std::string names;
  for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
  table.complain(key, "must be one of: " + names);
}

PaperStatement read_statement(const toml::table& node, Complaints& complaints) {
  TableReader table(node, complaints);
  PaperStatement out;
  out.id = table.required("id", "give the statement an id").value_or("");
  complaints.case_id = out.id;
  out.where = table.required("where", "say where in the paper it is").value_or("");
  out.states = table.required("states", "say what the paper states").value_or("");
  out.tests = table.texts("test");
  out.proofs = table.texts("proof");
  out.undecidable = table.text("undecidable").value_or("");
  out.note = table.text("note").value_or("");
  out.disputes = table.texts("dispute");
  out.unjudged = table.texts("unjudged");
  table.refuse_unknown_keys();
  return out;
}

Dispute read_dispute(const toml::table& node, Complaints& complaints) {
  TableReader table(node, complaints);
  Dispute out;
  out.id = table.required("id", "give the dispute an id").value_or("");
  complaints.case_id = out.id;
  out.where = table.required("where", "say where in the paper it is").value_or("");
  out.printed = table.required("printed", "say what is printed").value_or("");
  out.correct = table.required("correct", "say what is right").value_or("");
  out.kind = table.required("kind", "misprint, false, imprecise or no error").value_or("");
  require_one_of(table, "kind", out.kind, {"misprint", "false", "imprecise", "no error"});
  out.cause = table.text("cause").value_or("");
  out.reading = table.text("reading").value_or("");
  table.refuse_unknown_keys();
  return out;
}

template <class Entry, class Read>
void read_entries(TableReader& top, const char* key, Complaints& complaints,
                  std::set<std::string>* ids, std::vector<Entry>* out, const Read& read) {
  const toml::node* node = top.find(key);
  if (node == nullptr) return;
  if (!node->is_array_of_tables()) {
    top.complain(key, std::string("must be tables; start each with [[") + key + "]]");
    return;
  }
  for (const toml::node& entry : *node->as_array()) {
    const size_t before = complaints.problems.size();
    complaints.case_id.clear();
    Entry one = read(*entry.as_table(), complaints);
    if (!ids->insert(one.id).second) {
      complaints.add(line_of(entry), "id", "is used before; rename it");
    }
    if (complaints.problems.size() == before) out->push_back(std::move(one));
  }
  complaints.case_id.clear();
}

void read_file(const fs::path& path, std::set<std::string>* ids, StatementIndexes* out) {
  Complaints complaints;
  complaints.file = path.generic_string();
  try {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    const toml::table root = toml::parse(text.str(), complaints.file);
    TableReader top(root, complaints);
    StatementIndex index;
    index.file = complaints.file;
    index.paper = top.required("paper", "name the source").value_or("");
    index.key = top.required("key", "the letter of its statements' ids").value_or("");
    read_entries(top, "statement", complaints, ids, &index.statements, read_statement);
    read_entries(top, "dispute", complaints, ids, &index.disputes, read_dispute);
    top.refuse_unknown_keys();
    out->papers.push_back(std::move(index));
  } catch (const toml::parse_error& e) {
    complaints.add(static_cast<int>(e.source().begin.line), "",
                   "is not TOML: " + std::string(e.description()));
  }
  out->problems.insert(out->problems.end(), complaints.problems.begin(), complaints.problems.end());
}

void collect(const fs::path& path, std::set<fs::path>* files) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
      if (entry.path().filename() == kName) files->insert(entry.path().lexically_normal());
    }
  } else if (fs::exists(path.parent_path() / kName, error)) {
    files->insert((path.parent_path() / kName).lexically_normal());
  }
}

}  // namespace

nlohmann::ordered_json StatementIndexes::record() const {
  using Json = nlohmann::ordered_json;
  Json out = Json::array();
  for (const StatementIndex& index : papers) {
    Json statements = Json::array(), disputes = Json::array();
    for (const PaperStatement& s : index.statements) {
      statements.push_back({{"id", s.id},
                            {"where", s.where},
                            {"states", s.states},
                            {"tests", s.tests},
                            {"proofs", s.proofs},
                            {"undecidable", s.undecidable},
                            {"note", s.note},
                            {"disputes", s.disputes},
                            {"unjudged", s.unjudged}});
    }
    for (const Dispute& d : index.disputes) {
      disputes.push_back({{"id", d.id},
                          {"where", d.where},
                          {"printed", d.printed},
                          {"correct", d.correct},
                          {"kind", d.kind},
                          {"cause", d.cause},
                          {"reading", d.reading}});
    }
    out.push_back({{"file", index.file},
                   {"paper", index.paper},
                   {"key", index.key},
                   {"statements", statements},
                   {"disputes", disputes}});
  }
  return {{"papers", out}};
}

bool StatementIndexes::knows(const std::string& id) const {
  return std::any_of(papers.begin(), papers.end(), [&](const StatementIndex& index) {
    return std::any_of(index.statements.begin(), index.statements.end(),
                       [&](const PaperStatement& s) { return s.id == id; }) ||
           std::any_of(index.disputes.begin(), index.disputes.end(),
                       [&](const Dispute& d) { return d.id == id; });
  });
}

StatementIndexes read_statement_indexes(const std::vector<fs::path>& paths) {
  std::set<fs::path> files;
  for (const fs::path& path : paths) collect(path, &files);
  StatementIndexes out;
  std::set<std::string> ids;
  for (const fs::path& file : files) read_file(file, &ids, &out);
  return out;
}

}  // namespace plumbline
