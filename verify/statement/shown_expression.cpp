#include "verify/statement/shown_expression.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "reference/mechanisms/expression_words.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "verify/statement/number_tokens.hpp"
#include "verify/statement/plain_number.hpp"

namespace plumbline {
namespace {

std::optional<ParameterOrder> order_of(const WrittenFactor& factor, const std::string& name) {
  if (factor.entry->order == nullptr) return std::nullopt;
  Parameters others = factor.parameters;
  others.erase(name);
  try {
    return factor.entry->order(name, others);
  } catch (const std::invalid_argument&) {  // no valid range is left for `name`
    return std::nullopt;
  }
}

bool is_within(const ParameterOrder& order, const Rational& x) {
  return (!order.least || *order.least < x) && (!order.most || x < *order.most);
}

/// A character's position in an expression: the outermost call, and the parameter whose value contains the character.
class ExpressionPlace {
 public:
  explicit ExpressionPlace(const std::string& text) : text_(text) {}

  /// Advances to the character at `to`.
  void advance(size_t to) {
    for (; at_ < to; ++at_) step(text_[at_]);
  }
  /// Returns true if the character is in the value of a parameter of the outermost call, not inside another call.
  bool is_parameter() const { return calls_ == 1 && !parameter_.empty(); }
  size_t call() const { return outermost_ - 1; }
  const std::string& parameter() const { return parameter_; }

 private:
  void step(char c) {
    const bool letter = is_letter_or_digit(c) || c == '_';
    if (c == '(') open();
    if (c == ')') close();
    if (c == '=') parameter_ = word_;
    if (c == ',' && lists_ == 0) parameter_.clear();
    lists_ += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (letter) {
      word_ = ended_ ? std::string(1, c) : word_ + c;
    } else if (c != ' ') {
      if (c != '=') word_.clear();
    }
    ended_ = !letter;
  }
  void open() {
    is_call_.push_back(!word_.empty());
    if (!is_call_.back()) return;
    if (calls_ == 0) ++outermost_;
    ++calls_;
    parameter_.clear();
  }
  void close() {
    if (is_call_.empty()) return;
    if (is_call_.back()) --calls_;
    is_call_.pop_back();
    parameter_.clear();
  }

  const std::string& text_;
  size_t at_ = 0, outermost_ = 0;
  int calls_ = 0, lists_ = 0;
  bool ended_ = true;
  std::vector<bool> is_call_;  ///< for each open parenthesis: true if it belongs to a call
  std::string word_, parameter_;
};

/// Returns true if a typed number need not be shortened, such as 512/60000. A hex float is always replaced.
bool is_short(const std::string& typed) {
  constexpr size_t kShort = 17;
  return typed.size() <= kShort && typed.find('x') == typed.npos;
}

/// Returns true if the parameter `name` of the first factor equals that of the second, or is more private.
bool is_moved_well(const WrittenFactor& first, const WrittenFactor& second,
                   const std::string& name) {
  const Rational &a = first.parameters.at(name), &b = second.parameters.at(name);
  if (a == b) return true;
  const auto order = order_of(second, name);
  return order && is_within(*order, a) && is_within(*order, b) &&
         order->larger_is_more_private == (b < a);
}

bool is_as_private(const WrittenFactor& first, const WrittenFactor& second) {
  const Parameters &p = first.parameters, &q = second.parameters;
  const bool alike = first.entry == second.entry && first.count == second.count &&
                     first.open == second.open && p.lists == q.lists && p.words == q.words &&
                     p.size() == q.size() && p.inner.size() == q.inner.size();
  if (!alike) return false;
  for (size_t i = 0; i < p.inner.size(); ++i) {
    const bool same = p.inner[i].weight == q.inner[i].weight &&
                      p.inner[i].mechanism->expression() == q.inner[i].mechanism->expression();
    if (!same) return false;
  }
  return std::all_of(q.begin(), q.end(), [&](const auto& one) {
    return p.count(one.first) > 0 && is_moved_well(first, second, one.first);
  });
}

}  // namespace

Rational shown_parameter(const WrittenFactor& factor, const std::string& name, bool more_private) {
  const Rational& exact = factor.parameters.at(name);
  const auto order = order_of(factor, name);
  if (!order || order->integer) return exact;
  const Rational out = short_number(
      exact, order->larger_is_more_private == more_private ? Rounding::up : Rounding::down);
  return is_within(*order, out) ? out : exact;
}

std::string shown_expression(const std::string& expression, bool more_private) {
  const std::vector<WrittenFactor> factors = read_open_expression(expression);
  ExpressionPlace place(expression);
  size_t at = 0;
  std::string out;
  for (const NumberToken& token : number_tokens(expression)) {
    place.advance(token.begin);
    const std::string typed = expression.substr(token.begin, token.end - token.begin);
    out += expression.substr(at, token.begin - at);
    at = token.end;
    const bool known = place.is_parameter() && place.call() < factors.size();
    const WrittenFactor* const factor = known ? &factors[place.call()] : nullptr;
    const std::string name = known ? own_name(*factor->entry, place.parameter()) : std::string();
    if (!known || factor->parameters.count(name) == 0) {
      out += typed;
      continue;
    }
    const Rational shown = shown_parameter(*factor, name, more_private);
    const bool exact = shown == factor->parameters.at(name);
    out += exact && is_short(typed) ? typed : plain(shown);
  }
  return out + expression.substr(at);
}

std::string typed_value(const std::string& expression, const std::string& parameter) {
  const std::vector<WrittenFactor> factors = read_open_expression(expression);
  ExpressionPlace place(expression);
  for (const NumberToken& token : number_tokens(expression)) {
    place.advance(token.begin);
    if (factors.size() != 1 || !place.is_parameter()) continue;
    if (own_name(*factors.front().entry, place.parameter()) == parameter) {
      return expression.substr(token.begin, token.end - token.begin);
    }
  }
  return "";
}

bool is_as_private(const std::string& first, const std::string& second) {
  const std::vector<WrittenFactor> a = read_open_expression(first),
                                   b = read_open_expression(second);
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!is_as_private(a[i], b[i])) return false;
  }
  return true;
}

}  // namespace plumbline
