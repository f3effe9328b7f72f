#include "verify/suite/cases/case_file.hpp"

#include <toml++/toml.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "verify/base/text/toml_text.hpp"
#include "verify/suite/cases/case_reader.hpp"

namespace plumbline {
namespace {

/// Returns the file's text. If the file cannot be read, adds a complaint and returns nothing.
std::optional<std::string> slurp(const std::filesystem::path& path, Complaints& complaints) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  if (!in) {
    complaints.add(0, "", std::string("cannot be read: ") + std::strerror(errno));
    return std::nullopt;
  }
  return text.str();
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Returns a label for a case whose id may be missing or invalid.
std::string label_of(const toml::table& table, size_t number) {
  const auto* id = table.get_as<std::string>("id");
  return id != nullptr && !id->get().empty() ? id->get() : "case #" + std::to_string(number);
}

void read_cases(const toml::array& tables, Complaints& complaints, std::vector<Case>* cases) {
  std::set<std::string> ids;
  for (size_t i = 0; i < tables.size(); ++i) {
    const toml::table* table = tables[i].as_table();
    complaints.case_id = "case #" + std::to_string(i + 1);
    if (table == nullptr) {
      complaints.add(line_of(tables[i]), "case", "must be a table; start each case with [[case]]");
      continue;
    }
    const std::string label = label_of(*table, i + 1);
    auto read = read_case(*table, label, complaints);
    if (!ids.insert(label).second) {
      complaints.add(line_of(*table->get("id")), "id", "is used before in this file; rename it");
    } else if (read) {
      std::ostringstream content;
      content << *table;
      read->content = content.str();
      cases->push_back(std::move(*read));
    }
  }
  complaints.case_id.clear();
}

void read_tables(const toml::table& root, Complaints& complaints, std::vector<Case>* cases) {
  TableReader top(root, complaints);
  const auto title = top.required("title", "say what the file is about");
  const auto source = top.required("source", "name the paper and section the cases come from");
  const toml::node* tables = top.find("case");
  if (tables == nullptr || !tables->is_array()) {
    top.complain("case", "there is none; add at least one [[case]]");
  } else {
    read_cases(*tables->as_array(), complaints, cases);
  }
  top.refuse_unknown_keys();
  for (Case& c : *cases) {
    c.file = complaints.file;
    c.title = title.value_or("");
    c.source = source.value_or("");
  }
}

/// Returns true if a text begins like a JSON object. No TOML file begins in this way.
bool is_json(const std::string& text) {
  const size_t start = text.find_first_not_of(" \t\r\n");
  return start != std::string::npos && text[start] == '{';
}

}  // namespace

CaseFile read_case_file(const std::filesystem::path& path) {
  Complaints complaints;
  complaints.file = path.generic_string();
  if (const auto text = slurp(path, complaints)) return read_case_text(*text, complaints.file);
  return {{}, std::move(complaints.problems)};
}

CaseFile read_case_text(const std::string& text, const std::string& file) {
  CaseFile out;
  Complaints complaints;
  complaints.file = file;
  complaints.lines = split_lines(text);
  if (is_json(text)) {
    complaints.add(1, "", "is JSON, not a case file in TOML; certificates: `plumbline check FILE`");
    return {{}, std::move(complaints.problems)};
  }
  if (const auto line = stray_character_line(text)) {
    complaints.add(*line, "", "is not TOML: a character beyond ASCII outside quotes and comments");
    return {{}, std::move(complaints.problems)};
  }
  try {
    const toml::table root = toml::parse(text, file);
    if (root.empty()) {
      complaints.add(0, "", "is empty; a case file has title, source and [[case]] entries");
    } else {
      read_tables(root, complaints, &out.cases);
    }
  } catch (const toml::parse_error& e) {
    complaints.add(static_cast<int>(e.source().begin.line), "",
                   "is not TOML: " + std::string(e.description()));
  }
  out.problems = std::move(complaints.problems);
  return out;
}

}  // namespace plumbline
