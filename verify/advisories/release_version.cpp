#include "verify/advisories/release_version.hpp"

#include <map>

#include "reference/arithmetic/ascii.hpp"

namespace plumbline {
namespace {

constexpr long kFinalStage = 0;

/// Reads a possibly empty sequence of digits.
long digits_at(const std::string& text, size_t* at) {
  long out = 0;
  for (; *at < text.size() && is_digit(text[*at]); ++*at) {
    if (out < 1000000000000L) out = 10 * out + (text[*at] - '0');
  }
  return out;
}

long stage_of(const std::string& word) {
  static const std::map<std::string, long> stages = {{"dev", -4}, {"a", -3},    {"alpha", -3},
                                                     {"b", -2},   {"beta", -2}, {"c", -1},
                                                     {"rc", -1},  {"pre", -1},  {"post", 1}};
  const auto found = stages.find(word);
  return found == stages.end() ? kFinalStage : found->second;
}

}  // namespace

ReleaseVersion::ReleaseVersion(const std::string& text) {
  size_t at = text.starts_with('v') ? 1 : 0;
  while (at < text.size() && is_digit(text[at])) {
    release_.push_back(digits_at(text, &at));
    if (at + 1 >= text.size() || text[at] != '.' || !is_digit(text[at + 1])) break;
    ++at;
  }
  while (!release_.empty() && release_.back() == 0) release_.pop_back();
  while (at < text.size() && (text[at] == '.' || text[at] == '-' || text[at] == '_')) ++at;
  std::string word;
  for (; at < text.size() && text[at] >= 'a' && text[at] <= 'z'; ++at) word += text[at];
  stage_ = stage_of(word);
  if (stage_ != kFinalStage) number_ = digits_at(text, &at);
}

std::strong_ordering operator<=>(const ReleaseVersion& a, const ReleaseVersion& b) {
  if (const auto order = a.release_ <=> b.release_; order != 0) return order;
  if (const auto order = a.stage_ <=> b.stage_; order != 0) return order;
  return a.number_ <=> b.number_;
}

}  // namespace plumbline
