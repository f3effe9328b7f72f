#include "app/options/files/score_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "app/options/files/npy_file.hpp"

namespace plumbline {
namespace {

[[noreturn]] void fail(const std::string& file, size_t line, const std::string& what) {
  throw std::invalid_argument(file + ":" + std::to_string(line) + ": " + what);
}

std::ifstream opened(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    throw std::invalid_argument(file + ": there is no such file");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in || in.peek() == std::ifstream::traits_type::eof()) {
    throw std::invalid_argument(file + ": no scores can be read there");
  }
  return in;
}

double number_in(const std::string& file, size_t line, const std::string& text) {
  double out = 0;
  const char *first = text.data() + (text.starts_with('+') ? 1 : 0),
             *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(first, end, out);
  if (error != std::errc() || rest != end) fail(file, line, "not a number: '" + text + "'");
  if (!std::isfinite(out)) fail(file, line, "a score must be finite, got '" + text + "'");
  return out;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> out(1);
  for (const char c : line) {
    if (c != ' ' && c != '\t' && c != ',' && c != '\r' && c != ';') {
      out.back() += c;
    } else if (!out.back().empty()) {
      out.emplace_back();
    }
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

std::vector<double> numbers_of(const std::string& file) {
  std::vector<double> out;
  std::ifstream in = opened(file);
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with('#')) continue;
    for (const std::string& word : words_of(line)) out.push_back(number_in(file, number, word));
  }
  return out;
}

/// Returns the index of the first column with one of the wanted names; names.size() if there is no such column.
size_t column(const std::vector<std::string>& names, const std::vector<std::string>& wanted) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (std::find(wanted.begin(), wanted.end(), names[i]) != wanted.end()) return i;
  }
  return names.size();
}

/// Returns true if a token marks a record as a member.
bool is_member(const std::string& file, size_t line, const std::string& word) {
  if (word == "1" || word == "true" || word == "True" || word == "member") return true;
  if (word == "0" || word == "false" || word == "False" || word == "other") return false;
  fail(file, line, "member must be 1 or 0, got '" + word + "'");
}

const std::vector<std::string>& score_names() {
  static const std::vector<std::string> all = {"score", "scores", "y_score", "prediction"};
  return all;
}
const std::vector<std::string>& member_names() {
  static const std::vector<std::string> all = {"member",     "label",       "labels", "is_member",
                                               "membership", "is_training", "y_true"};
  return all;
}

std::string whole_file(const std::string& file) {
  std::ifstream in = opened(file);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Throws std::invalid_argument for a file that is not a table of numbers: a pickle, an archive, JSON.
void require_text(const std::string& bytes, const std::string& file) {
  std::string kind;
  if (bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5) {
    kind =
        "a pickle, which runs code when it is read; load it in Python, and save the scores with "
        "numpy.save";
  } else if (bytes.starts_with("PK\x03\x04")) {
    kind = "an archive";
  } else if (bytes.find('\0') != std::string::npos) {
    kind = "binary data";
  } else if (bytes.starts_with('{') || bytes.starts_with('[')) {
    kind = "JSON";
  }
  if (kind.empty()) return;
  throw std::invalid_argument(file + ": it looks like " + kind +
                              "; scores are read from text with one number a line, .npy, .npz, and "
                              "CSV with the columns score and label");
}

/// Splits scores into members and others by an array of labels.
Scores labelled(const NpyArray& scores, const NpyArray& labels, const std::string& file) {
  if (scores.values.size() != labels.values.size()) {
    throw std::invalid_argument(file + ": " + std::to_string(scores.values.size()) +
                                " scores and " + std::to_string(labels.values.size()) + " labels");
  }
  Scores out;
  for (size_t i = 0; i < labels.values.size(); ++i) {
    const double label = labels.values[i];
    if (label != 0 && label != 1) {
      throw std::invalid_argument(file + ": labels must be 1 (member) or 0, got " +
                                  std::to_string(label));
    }
    (label == 1 ? out.members : out.others).push_back(scores.values[i]);
  }
  return out;
}

const NpyArray* array_among(const std::map<std::string, NpyArray>& arrays,
                            const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto at = arrays.find(name); at != arrays.end()) return &at->second;
  }
  return nullptr;
}

Scores archive_of(const std::string& bytes, const std::string& file) {
  const std::map<std::string, NpyArray> arrays = read_npz(bytes, file);
  const NpyArray* scores = array_among(arrays, score_names());
  const NpyArray* labels = array_among(arrays, member_names());
  if (scores != nullptr && labels != nullptr) return labelled(*scores, *labels, file);
  const NpyArray* members = array_among(arrays, {"members", "member_scores", "in"});
  const NpyArray* others =
      array_among(arrays, {"others", "nonmember_scores", "non_members", "out"});
  if (members != nullptr && others != nullptr) return {members->values, others->values};
  std::string names;
  for (const auto& [name, array] : arrays) names += (names.empty() ? "" : ", ") + name;
  throw std::invalid_argument(file +
                              ": arrays scores and labels are expected, or members and "
                              "others; it has " +
                              names);
}

/// Reads two files: scores of members and scores of others, or scores and labels (an array of bool).
Scores pair_of(const std::string& first, const std::string& second) {
  const std::string a = whole_file(first), b = whole_file(second);
  if (is_npy(a) && is_npy(b)) {
    const NpyArray scores = read_npy(a, first), other = read_npy(b, second);
    return other.truth ? labelled(scores, other, second) : Scores{scores.values, other.values};
  }
  const auto values = [](const std::string& bytes, const std::string& file) {
    if (is_npy(bytes)) return read_npy(bytes, file).values;
    require_text(bytes, file);
    return numbers_of(file);
  };
  return {values(a, first), values(b, second)};
}

Scores table_of(const std::string& file) {
  std::ifstream in = opened(file);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = words_of(line);
  const size_t score = column(names, score_names()), member = column(names, member_names());
  if (score == names.size() || member == names.size()) {
    fail(file, 1,
         "a table of scores begins with the names score and member (or label); or give two files");
  }
  Scores out;
  for (size_t number = 2; std::getline(in, line); ++number) {
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    if (words.size() != names.size()) fail(file, number, "other columns than in the first line");
    auto& side = is_member(file, number, words[member]) ? out.members : out.others;
    side.push_back(number_in(file, number, words[score]));
  }
  return out;
}

/// Reads one file: a table, or an archive of arrays.
Scores one_file(const std::string& file) {
  const std::string bytes = whole_file(file);
  if (is_npz(bytes)) return archive_of(bytes, file);
  if (!is_npy(bytes)) {
    require_text(bytes, file);
    return table_of(file);
  }
  throw std::invalid_argument(file +
                              ": one .npy has the scores of one side; give two, MEMBERS "
                              "OTHERS or SCORES LABELS (of bool), or one .npz");
}

}  // namespace

Scores read_scores(const std::vector<std::string>& files) {
  if (files.empty() || files.size() > 2) {
    throw std::invalid_argument("give two files of scores, MEMBERS OTHERS, or one table of both");
  }
  Scores out = files.size() == 1 ? one_file(files[0]) : pair_of(files[0], files[1]);
  out.check();
  return out;
}

}  // namespace plumbline
