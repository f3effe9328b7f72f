#include "verify/claims/basis.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "verify/base/text/toml_text.hpp"

namespace plumbline {
namespace {

using Words = std::vector<std::string>;

/// A parsed TOML file. Its error messages name the file and the line.
class TableFile {
 public:
  explicit TableFile(const std::filesystem::path& file) : name_(file.generic_string()) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) throw std::invalid_argument(name_ + ": cannot be read");
    if (const auto line = stray_character_line(text.str())) {
      fail(static_cast<size_t>(*line), "a character that is not ASCII stands outside of a string");
    }
    try {
      table_ = toml::parse(text.str(), name_);
    } catch (const toml::parse_error& e) {
      fail(e.source().begin.line, std::string(e.description()));
    }
  }

  const toml::table& table() const { return table_; }

  [[noreturn]] void fail(size_t line, const std::string& what) const {
    throw std::invalid_argument(fmt::format("{}:{}: {}", name_, line, what));
  }
  [[noreturn]] void fail(const toml::node& node, const std::string& what) const {
    fail(node.source().begin.line, what);
  }

 private:
  std::string name_;
  toml::table table_;
};

/// Reads the members of one table [id] of a file.
class EntryReader {
 public:
  EntryReader(const TableFile& file, const std::string& id, const toml::node& node)
      : file_(file), id_(id), node_(node) {
    if (!node.is_table()) file.fail(node, fmt::format("{} must be a table: write [{}]", id, id));
  }

  std::string text(const std::string& key) {
    const toml::node* const found = find(key);
    if (found == nullptr) return "";
    const auto value = found->value_exact<std::string>();
    if (!value || value->empty()) file_.fail(*found, place(key) + " must be a string of words");
    return *value;
  }
  std::string required(const std::string& key) {
    if (find(key) == nullptr) file_.fail(node_, place(key) + " is missing");
    return text(key);
  }
  Words texts(const std::string& key) {
    const toml::node* const found = find(key);
    Words out;
    const bool list = found != nullptr && found->is_array() && !found->as_array()->empty();
    if (!list) file_.fail(node_, place(key) + " must be a list of strings");
    for (const toml::node& one : *found->as_array()) {
      const auto value = one.value_exact<std::string>();
      if (!value || value->empty()) file_.fail(one, place(key) + " must be a list of strings");
      out.push_back(*value);
    }
    return out;
  }
  std::map<std::string, bool> flags(const std::string& key) {
    const toml::node* const found = find(key);
    if (found == nullptr || !found->is_table()) {
      file_.fail(node_, place(key) + " must be a table such as { avx512f = true }");
    }
    std::map<std::string, bool> out;
    for (const auto& [name, value] : *found->as_table()) {
      const auto flag = value.value_exact<bool>();
      if (!flag) file_.fail(value, place(key) + ": write true or false");
      out.emplace(std::string(name.str()), *flag);
    }
    return out;
  }
  void refuse_others() const {
    for (const auto& [name, value] : *node_.as_table()) {
      const std::string key(name.str());
      if (!read_.contains(key)) file_.fail(value, place(key) + " is no field of this table");
    }
  }
  [[noreturn]] void fail(const std::string& key, const std::string& what) const {
    file_.fail(node_, place(key) + " " + what);
  }

 private:
  const toml::node* find(const std::string& key) {
    read_.insert(key);
    return node_.as_table()->get(key);
  }
  std::string place(const std::string& key) const { return id_ + "." + key; }

  const TableFile& file_;
  std::string id_;
  const toml::node& node_;
  std::set<std::string> read_;
};

BasisKind kind_of(EntryReader& entry) {
  using enum BasisKind;
  const std::string name = entry.required("kind");
  for (const BasisKind kind : {documented, reading, assumption, unsupported_option}) {
    if (basis_name(kind) == name) return kind;
  }
  entry.fail("kind", "is documented, reading, assumption or unsupported_option, not " + name);
}

Basis basis_of(const std::string& id, EntryReader entry) {
  Basis out;
  out.id = id;
  out.kind = kind_of(entry);
  out.words = entry.required("words");
  out.where = entry.texts("where");
  if (out.kind == BasisKind::reading) {
    out.other_reading = entry.required("other_reading");
    out.other_verdict = entry.required("other_verdict");
  }
  entry.refuse_others();
  return out;
}

Installation installation_of(const std::string& id, EntryReader entry) {
  Installation out{id,
                   entry.required("python"),
                   entry.required("numpy"),
                   entry.required("scipy"),
                   entry.flags("processor"),
                   entry.required("machine")};
  entry.refuse_others();
  return out;
}

}  // namespace

std::string basis_name(BasisKind kind) {
  switch (kind) {
    case BasisKind::documented:
      return "documented";
    case BasisKind::reading:
      return "reading";
    case BasisKind::assumption:
      return "assumption";
    case BasisKind::unsupported_option:
      break;
  }
  return "unsupported_option";
}

BasisTable read_promises(const std::filesystem::path& file) {
  const TableFile read(file);
  BasisTable out;
  for (const auto& [name, node] : read.table()) {
    const std::string id(name.str());
    out.emplace(id, basis_of(id, EntryReader(read, id, node)));
  }
  return out;
}

InstallationTable read_installations(const std::filesystem::path& file) {
  const TableFile read(file);
  InstallationTable out;
  for (const auto& [name, node] : read.table()) {
    const std::string id(name.str());
    out.emplace(id, installation_of(id, EntryReader(read, id, node)));
  }
  return out;
}

}  // namespace plumbline
