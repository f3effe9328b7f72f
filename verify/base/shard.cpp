#include "verify/base/shard.hpp"

#include <charconv>
#include <cstdint>
#include <stdexcept>

namespace plumbline {
namespace {

constexpr size_t kMost = 100000;

/// Returns a number from 1 to kMost, or 0 if the text is not a number.
size_t number_in(const std::string& text) {
  size_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && out <= kMost ? out : 0;
}

}  // namespace

bool Shard::has_named(const std::string& name) const {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return has((hash ^ (hash >> 32)) % count);  // the low bits alone distribute similar names badly
}

std::string Shard::text() const { return std::to_string(number) + "/" + std::to_string(count); }

Shard Shard::parse(const std::string& text) {
  const size_t slash = text.find('/');
  const size_t number = number_in(text.substr(0, slash));
  const size_t count = slash == std::string::npos ? 0 : number_in(text.substr(slash + 1));
  if (number == 0 || count == 0 || number > count) {
    throw std::invalid_argument("--shard is written i/n with 1 <= i <= n, for example 2/5; got '" +
                                text + "'");
  }
  return {number, count};
}

}  // namespace plumbline
