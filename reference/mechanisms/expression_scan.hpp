/// The text of an expression, letter by letter.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// Where in the text one is.
class ExpressionScan {
 public:
  explicit ExpressionScan(std::string_view text) : text_(text) {}

  bool at_end();
  size_t place() const { return pos_; }
  void back_to(size_t place) { pos_ = place; }
  /// Returns true if this character is at the place.
  bool is_at(char c) const { return pos_ < text_.size() && text_[pos_] == c; }
  void skip_space();
  /// Returns true if the character comes next, after space, and reads it.
  bool take(char c);
  bool take_twice(char c);
  /// The letter that stands here, of several bytes in UTF-8.
  std::string letter() const;
  /// Letters, digits and underscores.
  std::string word();
  /// The text up to '=', ',' or ')', without space at its end.
  std::string parameter_name();
  /// The text up to one of the given characters outside parentheses, trimmed.
  std::string token(std::string_view stops);
  /// Returns the message with the text and the place.
  std::string located(const std::string& what) const;
  /// Throws std::invalid_argument with the text and the place.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string_view text_;
  size_t pos_ = 0;
};

}  // namespace plumbline
