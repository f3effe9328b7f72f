#include "reference/engines/named_texts.hpp"

#include <array>
#include <charconv>
#include <stdexcept>

#include "reference/arithmetic/number.hpp"

namespace plumbline {

namespace {

template <class Number>
NamedTexts texts_of(const std::vector<std::pair<std::string, Number>>& numbers) {
  NamedTexts out;
  for (const auto& [name, number] : numbers) out.emplace_back(name, number.text());
  return out;
}

template <class Number>
std::vector<std::pair<std::string, Number>> numbers_of(const NamedTexts& texts,
                                                       Number (*read)(std::string_view)) {
  std::vector<std::pair<std::string, Number>> out;
  for (const auto& [name, text] : texts) {
    try {
      out.emplace_back(name, read(text));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(name + ": " + e.what());
    }
  }
  return out;
}

}  // namespace

NamedTexts exact_texts(const NamedRationals& numbers) { return texts_of(numbers); }
NamedTexts exact_texts(const NamedReals& numbers) { return texts_of(numbers); }

NamedReals reals_of(const NamedTexts& texts) { return numbers_of(texts, read_number); }
NamedRationals rationals_of(const NamedTexts& texts) { return numbers_of(texts, Rational::parse); }

std::string exact_text(double x) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x);
  return {text.data(), end.ptr};
}

}  // namespace plumbline
