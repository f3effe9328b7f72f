#include "app/options/files/score_file.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

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
  std::ifstream in(file);
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

size_t column(const std::vector<std::string>& names, const std::string& name) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return i;
  }
  return names.size();
}

/// Whether a word says that a record is a member.
bool is_member(const std::string& file, size_t line, const std::string& word) {
  if (word == "1" || word == "true" || word == "True" || word == "member") return true;
  if (word == "0" || word == "false" || word == "False" || word == "other") return false;
  fail(file, line, "member must be 1 or 0, got '" + word + "'");
}

Scores table_of(const std::string& file) {
  std::ifstream in = opened(file);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = words_of(line);
  const size_t score = column(names, "score"), member = column(names, "member");
  if (score == names.size() || member == names.size()) {
    fail(file, 1, "a table of scores begins with the names score and member; or give two files");
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

}  // namespace

Scores read_scores(const std::vector<std::string>& files) {
  if (files.empty() || files.size() > 2) {
    throw std::invalid_argument("give two files of scores, MEMBERS OTHERS, or one table of both");
  }
  Scores out =
      files.size() == 1 ? table_of(files[0]) : Scores{numbers_of(files[0]), numbers_of(files[1])};
  out.check();
  return out;
}

}  // namespace plumbline
