/// A file that describes the sampling of a training run's loader.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

/// The parsed file; all its keys are known and of the correct type. Functions throw std::invalid_argument, naming the
/// file.
class LoaderFile {
 public:
  explicit LoaderFile(const std::string& path);

  [[noreturn]] void fail(const std::string& why) const;
  /// Returns the text of a key; empty if the file does not have the key.
  std::string word(const std::string& name) const;
  bool flag(const std::string& name) const;
  bool has(const std::string& name) const { return numbers_.contains(name); }
  std::optional<Rational> number(const std::string& name) const;
  /// Returns the value of a required key, an integer of at least 1.
  Rational count(const std::string& name) const;
  /// Throws if the file has a key that changes the sampling, except the keys `meant`, which this sampler supports. A
  /// cycle length, a minimum separation or a number of participations of 1 does not change the sampling.
  void needs_only(const std::vector<std::string>& meant, const std::string& sampling) const;
  void replace(const std::string& name, const std::string& text, const std::string& instead_of);

 private:
  void take(const std::string& key, const nlohmann::json& value);
  [[noreturn]] void unknown(const std::string& key) const;

  std::string path_;
  std::map<std::string, std::string> words_;
  std::map<std::string, bool> flags_;
  std::map<std::string, Rational> numbers_;
};

}  // namespace plumbline
