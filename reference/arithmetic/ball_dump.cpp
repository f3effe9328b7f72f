#include "reference/arithmetic/ball_dump.hpp"

#include <charconv>
#include <memory>

#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

constexpr long kMostBits = 1L << 24;

/// Returns true for four integers of hexadecimal digits separated by blanks, the only texts that are passed to
/// arb_load_str.
bool is_dump(const std::string& text) {
  if (text.find_first_not_of("0123456789abcdef- ") != std::string::npos) return false;
  size_t parts = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins = text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
    if (begins) ++parts;
    if (text[i] == '-' && !begins) return false;
    if (text[i] == '-' && (i + 1 == text.size() || text[i + 1] == ' ')) return false;
  }
  return parts == 4;
}

}  // namespace

std::string dump_ball(const Ball& x) {
  const std::unique_ptr<char, void (*)(void*)> text(arb_dump_str(x.raw()), flint_free);
  return std::to_string(x.precision().n) + ":" + text.get();
}

std::optional<Ball> read_ball(const std::string& text) {
  const size_t colon = text.find(':');
  if (colon == std::string::npos) return std::nullopt;
  long bits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + colon, bits);
  if (error != std::errc() || end != text.data() + colon || bits < 2 || bits > kMostBits) {
    return std::nullopt;
  }
  const std::string ball = text.substr(colon + 1);
  Ball out(Bits{bits});
  if (!is_dump(ball) || arb_load_str(out.raw(), ball.c_str()) != 0) return std::nullopt;
  return out;
}

}  // namespace plumbline
