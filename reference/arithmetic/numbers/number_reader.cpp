#include "reference/arithmetic/numbers/number_reader.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/ascii.hpp"

namespace plumbline::numbers {
namespace {

constexpr long kMaxExponent = 100000;
constexpr long kMostBits = 1L << 21;

bool is_digit_of(char c, int base) { return base == 16 ? is_hex_digit(c) : is_digit(c); }

/// Returns a text shortened for a message.
std::string shown(std::string_view text) {
  constexpr size_t kLongest = 60;
  if (text.size() <= kLongest) return std::string(text);
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
    --end;  // inside a multi-byte character
  return std::string(text.substr(0, end)) + "...";
}

/// Returns advice on how to write a percentage or a decimal comma; empty for other texts.
std::string other_notation(std::string_view text) {
  if (text.find_first_of("0123456789") == std::string_view::npos) return "";
  if (text.ends_with('%')) return ": write a percentage as a part of 1, such as 0.01 for 1%";
  const size_t comma = text.find(',');
  const bool only = comma != std::string_view::npos && text.find(',', comma + 1) == text.npos;
  const bool digits = text.find_first_not_of("0123456789,+-") == std::string_view::npos;
  if (only && digits) return ": write decimals with a point, such as 0.5 for 0,5";
  return "";
}

}  // namespace

Ball Irrational::operator()(Bits p) const {
  const Ball x = factor == nullptr ? Ball(argument, p) : Ball(argument, p) * (*factor)(p);
  const Ball value = function == Function::log   ? log(x)
                     : function == Function::exp ? exp(x)
                                                 : sqrt(x);
  return reciprocal ? Ball::integer(1, p) / value : value;
}

std::string Irrational::text() const {
  const char* name = function == Function::log   ? "log("
                     : function == Function::exp ? "exp("
                                                 : "sqrt(";
  return name + text_of({argument, factor == nullptr ? std::nullopt : std::optional(*factor)}) +
         ")";
}

std::string text_of(const Written& x) {
  const std::string rational = x.rational.text();
  if (!x.irrational) return rational;
  const std::string irrational = x.irrational->text();
  if (x.irrational->reciprocal) return rational + "/" + irrational;
  if (x.rational == Rational(1)) return irrational;
  if (x.rational == Rational(-1)) return "-" + irrational;
  return rational + "*" + irrational;
}

NumberReader::NumberReader(std::string_view whole) : whole_(whole), text_(whole) {
  while (!text_.empty() && is_space(text_.front())) text_.remove_prefix(1);
  while (!text_.empty() && is_space(text_.back())) text_.remove_suffix(1);
}

Written NumberReader::all() {
  Written out = product();
  if (at_ < text_.size()) refuse();
  return out;
}

void NumberReader::refuse(const std::string& why) const {
  const std::string other = why.empty() ? other_notation(text_) : "";
  const std::string grammar = " (write a decimal, 1/3, 2^-40, log(3) or a hex float)";
  throw std::invalid_argument("not a number: '" + shown(whole_) + "'" + why +
                              (other.empty() ? grammar : other));
}

void NumberReader::refuse_size(const std::string& limit) const {
  throw std::invalid_argument("'" + shown(whole_) + "' is beyond the numbers read here: " + limit);
}

void NumberReader::refuse_exponent() const {
  refuse_size("exponents are at most " + std::to_string(kMaxExponent) + " in size");
}

void NumberReader::skip_blanks() {
  while (take(' ')) {
  }
}

bool NumberReader::take(char c) {
  if (at_ >= text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

bool NumberReader::take_word(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

bool NumberReader::take_minus() {
  if (take('-')) return true;
  take('+');
  return false;
}

Rational NumberReader::short_enough(Rational x) const {
  if (x.bits() > kMostBits) refuse_size("they have at most 2^21 bits");
  return x;
}

Written NumberReader::product() {
  constexpr int kMostFactors = 64;  // each long factor is slow
  Written out = factor();
  for (int i = 1;; ++i) {
    const bool divided = take('/');
    if (!divided && !take('*')) return out;
    if (i == kMostFactors) refuse(": too many factors");
    multiply(factor(), divided, &out);
  }
}

void NumberReader::multiply(const Written& by, bool divided, Written* out) const {
  if (divided && by.rational.is_zero()) refuse(": denominator is zero");
  if (by.irrational) {
    if (out->irrational) refuse(": one factor of a number may be irrational");
    out->irrational = by.irrational;
    out->irrational->reciprocal = divided;
  }
  out->rational = short_enough(divided ? out->rational / by.rational : out->rational * by.rational);
}

Written NumberReader::factor() {
  const bool negative = take_minus();
  Written out = power_of_plain();
  if (negative) out.rational = -out.rational;
  return out;
}

Written NumberReader::power_of_plain() {
  Written out = plain();
  if (!take('^')) return out;
  if (out.irrational) refuse(": only rational numbers are raised to powers");
  const bool negative = take_minus();
  const long exponent = exponent_digits();
  if (negative && out.rational.is_zero()) refuse(": denominator is zero");
  if (out.rational.bits() > kMostBits / (exponent + 1)) {
    refuse_size("they have at most 2^21 bits");
  }
  const Rational raised = power(out.rational, exponent);
  out.rational = negative ? Rational(1) / raised : raised;
  return out;
}

long NumberReader::exponent_digits() {
  if (at_ == text_.size() || !is_digit_of(text_[at_], 10)) refuse();
  long exponent = 0;
  for (; at_ < text_.size() && is_digit_of(text_[at_], 10); ++at_) {
    exponent = exponent * 10 + (text_[at_] - '0');
    if (exponent > kMaxExponent) refuse_exponent();
  }
  return exponent;
}

Written NumberReader::plain() {
  static constexpr std::array kFunctions = {
      std::pair<std::string_view, Function>{"log(", Function::log},
      std::pair<std::string_view, Function>{"exp(", Function::exp},
      std::pair<std::string_view, Function>{"sqrt(", Function::sqrt}};
  for (const auto& [name, function] : kFunctions) {
    if (take_word(name)) return applied(function);
  }
  const bool hex = take_word("0x") || take_word("0X");
  return {digits(hex ? 16 : 10), std::nullopt};
}

Written NumberReader::applied(Function function) {
  skip_blanks();
  const Written argument = product_inside();
  skip_blanks();
  if (!take(')')) refuse();
  if (argument.irrational) return root_of_irrational(function, argument);
  const Rational& x = argument.rational;
  switch (function) {
    case Function::log:
      if (x.sign() <= 0) refuse(": the argument of log must be greater than 0");
      if (x == Rational(1)) return {Rational(0), std::nullopt};
      break;
    case Function::exp:
      if (x.is_zero()) return {Rational(1), std::nullopt};
      if (x > Rational(kMaxExponent) || -x > Rational(kMaxExponent)) refuse_exponent();
      break;
    case Function::sqrt:
      if (x.sign() < 0) refuse(": the argument of sqrt must be at least 0");
      if (const auto root = rational_root(x)) return {*root, std::nullopt};
      break;
  }
  return {Rational(1), Irrational{function, x}};
}

Written NumberReader::root_of_irrational(Function function, const Written& argument) const {
  const bool root = function == Function::sqrt && argument.irrational->function != Function::sqrt;
  if (!root) refuse(": what stands in parentheses is to be rational");
  const Ball x = Ball(argument.rational, Bits{256}) * (*argument.irrational)(Bits{256});
  if (!certainly_positive(x)) refuse(": the argument of sqrt must be at least 0");
  const auto factor = std::make_shared<const Irrational>(*argument.irrational);
  return {Rational(1), Irrational{Function::sqrt, argument.rational, false, factor}};
}

Written NumberReader::product_inside() {
  constexpr int kDeepest = 2;
  if (inside_ == kDeepest) refuse(": what stands in parentheses is to be rational");
  ++inside_;
  Written out = product();
  --inside_;
  return out;
}

std::string NumberReader::mantissa(int base, long* after_point) {
  std::string out;
  bool point = false;
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '.' && !point) {
      point = true;
    } else if (is_digit_of(text_[at_], base)) {
      out += text_[at_];
      if (point) ++*after_point;
    } else {
      break;
    }
  }
  if (out.empty()) refuse();
  if (static_cast<long>(out.size()) > kMaxExponent) {
    refuse_size("they have at most " + std::to_string(kMaxExponent) + " digits");
  }
  return out;
}

Rational NumberReader::digits(int base) {
  long after_point = 0, exponent = 0;
  const std::string read = mantissa(base, &after_point);
  const char mark = base == 16 ? 'p' : 'e';
  if (take(mark) || take(to_upper(mark))) {
    const bool negative = take_minus();
    exponent = negative ? -exponent_digits() : exponent_digits();
  }
  const Rational whole = Rational::natural(read, base);
  if (base == 16) {
    const long shift = exponent - 4 * after_point;
    const Rational scale = power(Rational(2), shift < 0 ? -shift : shift);
    return shift < 0 ? whole / scale : whole * scale;
  }
  return whole * power_of_ten(exponent - after_point);
}

}  // namespace plumbline::numbers
