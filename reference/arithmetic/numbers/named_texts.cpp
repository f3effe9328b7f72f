#include "reference/arithmetic/numbers/named_texts.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/numbers/number.hpp"

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

#ifndef __cpp_lib_to_chars
/// Rewrites "-1.25e-03" without an exponent, unless the result is longer.
std::string shorter_form(const std::string& scientific) {
  const std::string sign = scientific.front() == '-' ? "-" : "";
  const size_t mark = scientific.find('e');
  const int exponent = std::stoi(scientific.substr(mark + 1));
  std::string digits = scientific.substr(sign.size(), mark - sign.size());
  if (digits.size() > 1) digits.erase(1, 1);
  const int count = static_cast<int>(digits.size());
  std::string fixed;
  if (exponent < 0) {
    fixed = "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  } else if (exponent + 1 >= count) {
    fixed = digits + std::string(static_cast<size_t>(exponent + 1 - count), '0');
  } else {
    fixed = digits.insert(static_cast<size_t>(exponent + 1), ".");
  }
  fixed = sign + fixed;
  return fixed.size() <= scientific.size() ? fixed : scientific;
}
#endif

}  // namespace

NamedTexts exact_texts(const NamedRationals& numbers) { return texts_of(numbers); }
NamedTexts exact_texts(const NamedReals& numbers) { return texts_of(numbers); }

NamedReals reals_of(const NamedTexts& texts) { return numbers_of(texts, read_number); }
NamedRationals rationals_of(const NamedTexts& texts) { return numbers_of(texts, Rational::parse); }

#ifdef __cpp_lib_to_chars
std::string exact_text(double x) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x);
  return {text.data(), end.ptr};
}
#else
// For older standard libraries: finds the same form by parsing candidates.
std::string exact_text(double x) {
  if (x == 0) return std::signbit(x) ? "-0" : "0";
  std::string text;
  for (int after = 0; after <= 16; ++after) {
    text = scientific_text(x, after);
    if (parse_double(text) == x) break;
  }
  return shorter_form(text);
}
#endif

}  // namespace plumbline
