#include "reference/arithmetic/numbers/number_sum.hpp"

#include <stdexcept>
#include <vector>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/numbers/number.hpp"
#include "reference/arithmetic/numbers/number_reader.hpp"

namespace plumbline {
namespace {

using numbers::NumberReader;
using numbers::text_of;
using numbers::Written;

/// Returns true if a sign at this position belongs to an exponent: 1e-5, 0x1p-3.
bool follows_exponent(std::string_view text, size_t at) {
  if (at < 2) return false;
  const char letter = text[at - 1], before = text[at - 2];
  const bool marks = letter == 'e' || letter == 'E' || letter == 'p' || letter == 'P';
  return marks && (is_hex_digit(before) || before == '.');
}

/// Returns true if a sign at this position joins two numbers of a sum.
bool joins(std::string_view text, size_t at) {
  size_t last = at;
  while (last > 0 && is_space(text[last - 1])) --last;
  if (last == 0 || follows_exponent(text, at)) return false;
  return std::string_view("*/^+-(").find(text[last - 1]) == std::string_view::npos;
}

/// Returns the numbers of a sum. Each number except the first begins with its sign.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> out;
  size_t from = 0;
  int inside = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    inside += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (inside > 0 || (text[i] != '+' && text[i] != '-') || !joins(text, i)) continue;
    out.push_back(text.substr(from, i - from));
    from = i;
  }
  out.push_back(text.substr(from));
  return out;
}

/// Returns the text after the sign, and true if the sign is a minus. The first number of a sum is returned with its
/// sign.
std::pair<std::string_view, bool> unsigned_part(std::string_view part, bool first) {
  if (first) return {part, false};
  const bool minus = part.front() == '-';
  return {part.substr(1), minus};
}

}  // namespace

NumberSum NumberSum::read(std::string_view text) {
  constexpr size_t kMostTerms = 64;
  const std::vector<std::string_view> parts = parts_of(text);
  if (parts.size() > kMostTerms) {
    throw std::invalid_argument("a sum has at most " + std::to_string(kMostTerms) + " numbers");
  }
  NumberSum out;
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto [part, minus] = unsigned_part(parts[i], i == 0);
    const Written x = NumberReader(part).all();
    NumberSum one;
    if (!x.irrational) {
      one.rational_ = x.rational;
    } else if (!x.rational.is_zero()) {
      one.terms_.emplace(text_of({Rational(1), x.irrational}), x.rational);
    }
    out = out.plus(one, !minus);
  }
  return out;
}

NumberSum NumberSum::plus(const NumberSum& other, bool added) const {
  NumberSum out = *this;
  out.rational_ = added ? rational_ + other.rational_ : rational_ - other.rational_;
  for (const auto& [name, factor] : other.terms_) {
    Rational& sum = out.terms_[name];
    sum = added ? sum + factor : sum - factor;
    if (sum.is_zero()) out.terms_.erase(name);
  }
  return out;
}

Real NumberSum::value() const {
  Real out(rational_);
  for (const auto& [name, factor] : terms_) {
    Written x = NumberReader(name).all();
    x.rational = x.rational * factor;
    const Real one = read_number(text_of(x));
    out = terms_.size() == 1 && rational_.is_zero() ? one : out + one;
  }
  return out;
}

std::string NumberSum::text() const {
  std::string out = rational_.is_zero() && !terms_.empty() ? "" : rational_.text();
  for (const auto& [name, factor] : terms_) {
    Written x = NumberReader(name).all();
    x.rational = x.rational * factor;
    const std::string one = text_of(x);
    out += (out.empty() || one.front() == '-' ? "" : "+") + one;
  }
  return out;
}

}  // namespace plumbline
