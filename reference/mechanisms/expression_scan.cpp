#include "reference/mechanisms/expression_scan.hpp"

#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"

namespace plumbline {

std::string ExpressionScan::word() {
  const size_t start = pos_;
  while (pos_ < text_.size() && (is_letter_or_digit(text_[pos_]) || text_[pos_] == '_')) {
    ++pos_;
  }
  return std::string(text_.substr(start, pos_ - start));
}

std::string ExpressionScan::parameter_name() {
  const size_t start = pos_;
  while (pos_ < text_.size() &&
         std::string_view("=,)").find(text_[pos_]) == std::string_view::npos) {
    ++pos_;
  }
  std::string out(text_.substr(start, pos_ - start));
  while (!out.empty() && is_space(out.back())) out.pop_back();
  return out;
}

std::string ExpressionScan::letter() const {
  size_t end = pos_ + 1;
  while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
  return std::string(text_.substr(pos_, end - pos_));
}

std::string ExpressionScan::token(std::string_view stops) {
  skip_space();
  const size_t start = pos_;
  int open = 0;
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (open == 0 && stops.find(c) != std::string_view::npos) break;
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    ++pos_;
  }
  std::string out(text_.substr(start, pos_ - start));
  while (!out.empty() && is_space(out.back())) out.pop_back();
  return out;
}

void ExpressionScan::skip_space() {
  while (pos_ < text_.size() && is_space(text_[pos_])) ++pos_;
}

bool ExpressionScan::at_end() {
  skip_space();
  return pos_ == text_.size();
}

bool ExpressionScan::take(char c) {
  skip_space();
  if (pos_ < text_.size() && text_[pos_] == c) {
    ++pos_;
    return true;
  }
  return false;
}

bool ExpressionScan::take_twice(char c) {
  skip_space();
  const bool there = pos_ + 1 < text_.size() && text_[pos_] == c && text_[pos_ + 1] == c;
  if (there) pos_ += 2;
  return there;
}

std::string ExpressionScan::located(const std::string& what) const {
  return what + " (in '" + std::string(text_) + "', column " + std::to_string(pos_ + 1) + ")";
}

void ExpressionScan::fail(const std::string& what) const {
  throw std::invalid_argument(located(what));
}

}  // namespace plumbline
