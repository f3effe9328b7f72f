/// Reads one TOML table key by key, and reports every fault with its line. Numbers must be strings, because a TOML
/// float has already been rounded to a double.
#pragma once

#include <toml++/toml.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "verify/base/problem.hpp"

namespace plumbline {

/// Collects the problems of one file.
struct Complaints {
  std::string file;
  std::vector<std::string> lines;  ///< the lines of the file, for quotations in messages
  std::string case_id;             ///< id of the case being read
  std::vector<Problem> problems;

  void add(int line, const std::string& key, const std::string& message) {
    problems.push_back({file, line, case_id, key, message});
  }
};

/// Returns the line, from 1, on which a node begins.
int line_of(const toml::node& node);

class TableReader {
 public:
  /// `prefix` precedes keys in messages ("tolerance.").
  TableReader(const toml::table& table, Complaints& complaints, std::string prefix = "")
      : table_(table), complaints_(complaints), prefix_(std::move(prefix)) {}

  /// Marks the key as known, and returns its node; null if the key is absent.
  const toml::node* find(const std::string& key);
  /// Returns the line of a key's value, or the line of the table if the key is absent.
  int line(const std::string& key) const;
  void complain(const std::string& key, const std::string& message) {
    complaints_.add(line(key), prefix_ + key, message);
  }

  /// Returns a string; reports anything else, and an empty string, as a problem.
  std::optional<std::string> text(const std::string& key);
  /// Returns the text of a required key; `remedy` is the advice in the message.
  std::optional<std::string> required(const std::string& key, const std::string& remedy);
  /// Returns a TOML integer in [least, most].
  std::optional<int> integer(const std::string& key, int least, int most);
  /// Returns a string, or an array of strings.
  std::vector<std::string> texts(const std::string& key);
  /// Returns a table of number strings by name.
  std::map<std::string, Rational> numbers(const std::string& key);
  /// Returns a reader of a table inside this one; messages put the prefix before its keys.
  TableReader inner(const toml::table& table, const std::string& prefix) const {
    return {table, complaints_, prefix_ + prefix};
  }
  /// Reports every key that was never read.
  void refuse_unknown_keys();

 private:
  std::optional<std::string> string_of(const std::string& key, const toml::node& node);

  const toml::table& table_;
  Complaints& complaints_;
  std::string prefix_;
  std::set<std::string, std::less<>> known_;
};

}  // namespace plumbline
