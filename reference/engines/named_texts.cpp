#include "reference/engines/named_texts.hpp"

#include <array>
#include <charconv>
#include <stdexcept>

namespace plumbline {

NamedTexts exact_texts(const NamedRationals& numbers) {
  NamedTexts out;
  for (const auto& [name, number] : numbers) out.emplace_back(name, number.text());
  return out;
}

NamedRationals rationals_of(const NamedTexts& texts) {
  NamedRationals out;
  for (const auto& [name, text] : texts) {
    try {
      out.emplace_back(name, Rational::parse(text));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(name + ": " + e.what());
    }
  }
  return out;
}

std::string exact_text(double x) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x);
  return {text.data(), end.ptr};
}

}  // namespace plumbline
