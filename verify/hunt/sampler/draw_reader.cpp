#include "verify/hunt/sampler/draw_reader.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

[[noreturn]] void refuse_line(const std::string& line) {
  throw std::invalid_argument(
      "'" + one_line(line.substr(0, 60)) +
      "' is no draw; a sampler prints one number a line, or a JSON array of numbers");
}

std::string without_blanks(const std::string& text) {
  size_t from = 0, to = text.size();
  while (from < to && is_space(text[from])) ++from;
  while (to > from && is_space(text[to - 1])) --to;
  return text.substr(from, to - from);
}

/// Parses an integer of any length, a decimal, nan, inf or a truth value.
SamplerDraw draw_of(const std::string& word) {
  long whole = 0;
  const char* begin = word.data() + (word.starts_with('+') ? 1 : 0);
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(begin, end, whole);
  if (error == std::errc() && stop == end) return SamplerDraw::of(whole);
  if (word == "True" || word == "true") return SamplerDraw::of(1L);
  if (word == "False" || word == "false") return SamplerDraw::of(0L);
  size_t rest = 0;
  const double value = parse_double(word, &rest);
  if (rest == 0 || rest != word.size()) refuse_line(word);
  return SamplerDraw::of(value);
}

SamplerDraw draw_of(const nlohmann::json& x, const std::string& line) {
  if (x.is_number_integer()) return draw_of(x.dump());
  if (x.is_number()) return SamplerDraw::of(x.get<double>());
  if (x.is_boolean()) return SamplerDraw::of(x.get<bool>() ? 1L : 0L);
  refuse_line(line);
}

}  // namespace

void read_draws(const std::string& line, std::vector<SamplerDraw>* out) {
  const std::string word = without_blanks(line);
  if (word.empty()) return;
  if (word.front() != '[') {
    out->push_back(draw_of(word));
    return;
  }
  const nlohmann::json list = nlohmann::json::parse(word, nullptr, false);
  if (!list.is_array()) refuse_line(line);
  for (const nlohmann::json& x : list) out->push_back(draw_of(x, line));
}

void DrawReader::read(const std::string& bytes, std::vector<SamplerDraw>* out) {
  rest_ += bytes;
  form_ == DrawForm::text ? read_lines(out) : read_binary(out);
}

void DrawReader::read_lines(std::vector<SamplerDraw>* out) {
  size_t from = 0;
  for (size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n', from)) {
    read_draws(rest_.substr(from, end - from), out);
    from = end + 1;
  }
  rest_.erase(0, from);
}

void DrawReader::read_binary(std::vector<SamplerDraw>* out) {
  constexpr size_t kBytes = 8;
  size_t at = 0;
  for (; at + kBytes <= rest_.size(); at += kBytes) {
    uint64_t bits = 0;
    for (size_t i = kBytes; i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(rest_[at + i]);
    if (form_ == DrawForm::binary_integers) {
      out->push_back(SamplerDraw::of(static_cast<long>(bits)));
    } else {
      double value = 0;
      std::memcpy(&value, &bits, sizeof value);
      out->push_back(SamplerDraw::of(value));
    }
  }
  rest_.erase(0, at);
}

void DrawReader::finish(std::vector<SamplerDraw>* out) {
  if (form_ == DrawForm::text) read_draws(rest_, out);
  rest_.clear();
}

}  // namespace plumbline
