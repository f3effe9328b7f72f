#include "app/training/loader_file.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "app/running/values.hpp"
#include "reference/mechanisms/nearest_name.hpp"
#include "verify/base/text/strict_json.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// The keys of a file: words, numbers, and truth values.
const std::vector<std::string> kWords = {"framework", "class",         "sampling",
                                         "partition", "normalisation", "start"};
const std::vector<std::string> kNumbers = {
    "batch_size",     "dataset_size",        "sampling_rate",        "steps",
    "epochs",         "cycle_length",        "truncated_batch_size", "participations",
    "min_separation", "physical_batch_size", "noise_multiplier"};
const std::vector<std::string> kFlags = {"shuffle", "drop_last", "replacement",
                                         "repeat_before_batch", "same_order"};

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

LoaderFile::LoaderFile(const std::string& path) : path_(path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fail("there is no such file, or it cannot be read");
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  constexpr int kDeepest = 4;
  Json all;
  try {
    all = read_strict_json<Json>(text, kDeepest);
  } catch (const BadJson& e) {
    fail(std::string("not the JSON of a loader: ") + e.what());
  }
  if (!all.is_object()) fail("a loader is one JSON object; see docs/dp-sgd.md");
  for (const auto& [key, value] : all.items()) take(key, value);
}

void LoaderFile::fail(const std::string& why) const {
  throw std::invalid_argument(path_ + ": " + why);
}
std::string LoaderFile::word(const std::string& name) const {
  const auto at = words_.find(name);
  return at == words_.end() ? "" : at->second;
}
bool LoaderFile::flag(const std::string& name) const {
  const auto at = flags_.find(name);
  return at != flags_.end() && at->second;
}
std::optional<Rational> LoaderFile::number(const std::string& name) const {
  const auto at = numbers_.find(name);
  return at == numbers_.end() ? std::nullopt : std::optional(at->second);
}
Rational LoaderFile::count(const std::string& name) const {
  const auto found = number(name);
  if (!found) fail(name + " is missing");
  if (!found->is_integer() || found->sign() <= 0) {
    fail(name + " must be a whole number of at least 1, got " + found->text());
  }
  return *found;
}
void LoaderFile::needs_only(const std::vector<std::string>& meant,
                            const std::string& sampling) const {
  static const std::vector<std::string> changing = {
      "partition",      "start",          "cycle_length", "truncated_batch_size",
      "participations", "min_separation", "drop_last",    "repeat_before_batch",
      "same_order"};
  for (const std::string& key : changing) {
    const auto number = numbers_.find(key);
    const bool plain =
        key != "truncated_batch_size" && number != numbers_.end() && number->second == Rational(1);
    const bool given = !plain && (!word(key).empty() || flag(key) || number != numbers_.end());
    if (given && !plumbline::has(meant, key)) {
      fail(key + " has no meaning here for the sampling '" + sampling +
           "': leave it out, or say what is drawn");
    }
  }
}
void LoaderFile::replace(const std::string& name, const std::string& text,
                         const std::string& instead_of) {
  if (text.empty()) return;
  numbers_.erase(instead_of);
  numbers_[name] = read_value(name, text);
}

void LoaderFile::take(const std::string& key, const Json& value) {
  if (value.is_null()) return;
  const bool word = plumbline::has(kWords, key), flag = plumbline::has(kFlags, key);
  if (word && value.is_string()) {
    words_[key] = value.get<std::string>();
  } else if (flag && value.is_boolean()) {
    flags_[key] = value.get<bool>();
  } else if (plumbline::has(kNumbers, key)) {
    try {
      numbers_[key] = read_exact_number(value).value;
    } catch (const std::invalid_argument& e) {
      fail(key + ": " + e.what());
    }
  } else if (word || flag) {
    fail(key + " must be " + (word ? "a text" : "true or false") + ", got " + value.dump());
  } else {
    unknown(key);
  }
}
void LoaderFile::unknown(const std::string& key) const {
  std::vector<std::string> all = kWords;
  all.insert(all.end(), kNumbers.begin(), kNumbers.end());
  all.insert(all.end(), kFlags.begin(), kFlags.end());
  const std::string nearest = nearest_name(key, all);
  fail("unknown key '" + key + "'" +
       (nearest.empty() ? "; docs/dp-sgd.md lists the keys" : "; did you mean '" + nearest + "'?"));
}

}  // namespace plumbline
