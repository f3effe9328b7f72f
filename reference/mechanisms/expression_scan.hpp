/// Scans the text of an expression, character by character.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// Text with a current position.
class ExpressionScan {
 public:
  explicit ExpressionScan(std::string_view text) : text_(text) {}

  bool at_end();
  size_t place() const { return pos_; }
  void back_to(size_t place) { pos_ = place; }
  /// Returns true if this character is at the position.
  bool is_at(char c) const { return pos_ < text_.size() && text_[pos_] == c; }
  void skip_space();
  /// Skips white space. If this character comes next, reads it and returns true.
  bool take(char c);
  bool take_twice(char c);
  /// Returns the character at the position, which may have several bytes in UTF-8.
  std::string letter() const;
  /// Reads letters, digits and underscores.
  std::string word();
  /// Reads the text up to '=', ',' or ')', without trailing white space.
  std::string parameter_name();
  /// Reads the text up to one of the given characters outside parentheses, trimmed.
  std::string token(std::string_view stops);
  /// Returns the message `what` followed by the text of the expression and the position.
  std::string located(const std::string& what) const;
  /// Throws std::invalid_argument with this message, the text and the position.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string_view text_;
  size_t pos_ = 0;
};

}  // namespace plumbline
