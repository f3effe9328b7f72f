#include "reference/engines/named_texts.hpp"

#include <array>
#include <charconv>

namespace plumbline {

std::string exact_text(double x) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x);
  return {text.data(), end.ptr};
}

}  // namespace plumbline
