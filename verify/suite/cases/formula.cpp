#include "verify/suite/cases/formula.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "verify/suite/cases/formula_functions.hpp"

namespace plumbline {
namespace {

using Variables = std::map<std::string, Ball>;

/// Returns x to the power y: for integer exponents any base is allowed, otherwise it is exp(y log x). The latter is
/// also used for exponents whose repeated multiplication would take seconds.
Ball raised(const Ball& x, const std::optional<Rational>& exponent, const Ball& y) {
  constexpr double kLargest = 1e30;
  const bool whole = exponent && exponent->is_integer();
  if (!whole || !(std::fabs(exponent->approximate()) <= kLargest)) return power(x, y);
  if (exponent->sign() >= 0) return power(x, *exponent);
  return Ball::integer(1, x.precision()) / power(x, -*exponent);
}

/// A recursive-descent parser that evaluates in one pass. Without variables it checks the formula and collects its
/// names.
class Reader {
 public:
  Reader(const std::string& text, const Variables* variables, Bits p)
      : text_(text), variables_(variables), p_(p) {}

  Ball all() {
    const Ball value = sum();
    skip_blanks();
    if (at_ < text_.size()) fail("expected an operator");
    return value;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument("formula '" + text_ + "', column " + std::to_string(at_ + 1) +
                                ": " + what);
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// Counts one level of nesting during its lifetime and limits the nesting, which would otherwise overflow the
  /// stack.
  class Level {
   public:
    explicit Level(Reader& reader) : reader_(reader) {
      constexpr int kDeepest = 256;
      if (++reader_.depth_ > kDeepest) reader_.fail("nested too deeply");
    }
    ~Level() { --reader_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Reader& reader_;
  };

  Ball sum() {
    const Level level(*this);
    Ball value = product();
    for (;;) {
      if (take('+')) {
        value = value + product();
      } else if (take('-')) {
        value = value - product();
      } else {
        return value;
      }
    }
  }
  Ball product() {
    Ball value = negation();
    for (;;) {
      if (take('*')) {
        value = value * negation();
      } else if (take('/')) {
        value = value / negation();
      } else {
        return value;
      }
    }
  }
  /// Parses a negation: -x^2 is -(x^2), as in printed formulas.
  Ball negation() {
    const Level level(*this);
    if (take('-')) return -negation();
    return raised_atom();
  }
  Ball raised_atom() {
    const Level level(*this);
    const Ball base = atom();
    if (!take('^')) return base;
    number_.reset();
    const bool negative = take('-');
    Ball exponent = raised_atom();
    std::optional<Rational> exact = number_;
    number_.reset();
    if (negative) {
      exponent = -exponent;
      if (exact) exact = -*exact;
    }
    return raised(base, exact, exponent);
  }

  Ball atom() {
    skip_blanks();
    number_.reset();
    if (take('(')) {
      const Ball value = sum();
      number_.reset();
      if (!take(')')) fail("a parenthesis is not closed");
      return value;
    }
    if (at_ >= text_.size()) fail("ends where a number or a name is due");
    const char c = text_[at_];
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return named();
    fail("expected a number, a name or a parenthesis");
  }

  Ball number() {
    const size_t begin = at_;
    const bool hex = text_.compare(at_, 2, "0x") == 0;
    const char exponent = hex ? 'p' : 'e';
    if (hex) at_ += 2;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool sign = (c == '+' || c == '-') && at_ > begin && text_[at_ - 1] == exponent;
      const bool digit = hex ? is_hex_digit(c) : is_digit(c);
      if (!sign && !digit && c != '.' && c != exponent) break;
      ++at_;
    }
    const std::string text = text_.substr(begin, at_ - begin);
    try {
      number_ = Rational::parse(text);
    } catch (const std::invalid_argument&) {
      at_ = begin;
      fail("'" + text + "' is not a number");
    }
    return Ball(*number_, p_);
  }

  Ball named() {
    const size_t begin = at_;
    while (at_ < text_.size() && (is_letter_or_digit(text_[at_]) || text_[at_] == '_')) {
      ++at_;
    }
    const std::string name = text_.substr(begin, at_ - begin);
    if (take('(')) return call(name, begin);
    if (variables_ == nullptr) {
      if (name != "pi" && std::find(names_.begin(), names_.end(), name) == names_.end()) {
        names_.push_back(name);
      }
      return Ball::indeterminate(p_);
    }
    const auto found = variables_->find(name);
    if (found != variables_->end()) return found->second.at(wider(p_, found->second.precision()));
    if (name == "pi") return Ball::pi(p_);
    at_ = begin;
    fail("'" + name + "' has no value");
  }

  Ball call(const std::string& name, size_t begin) {
    std::vector<Ball> arguments;
    do {
      arguments.push_back(sum());
    } while (take(','));
    if (!take(')')) fail("the arguments of " + name + " are not closed");
    number_.reset();
    std::string known;
    for (const FormulaFunction& f : formula_functions()) {
      if (f.name == name) {
        if (arguments.size() >= f.least && arguments.size() <= f.most) return f.apply(arguments);
        at_ = begin;
        fail(name + " takes another number of arguments");
      }
      known += (known.empty() ? "" : ", ") + std::string(f.name);
    }
    at_ = begin;
    fail("unknown function '" + name + "'; known: " + known);
  }

  const std::string& text_;
  const Variables* variables_;
  Bits p_;
  size_t at_ = 0;
  int depth_ = 0;
  std::vector<std::string> names_;
  std::optional<Rational> number_;  ///< the last atom, if it was a number
};

}  // namespace

Formula Formula::parse(const std::string& text) {
  Reader reader(text, nullptr, Bits{64});
  reader.all();
  Formula out;
  out.text_ = text;
  out.variables_ = reader.names();
  return out;
}

Ball Formula::evaluate(const std::map<std::string, Ball>& variables, Bits p) const {
  return Reader(text_, &variables, p).all();
}

}  // namespace plumbline
