#include "verify/report/mechanism_numbers.hpp"

#include <cctype>

namespace plumbline {
namespace {

bool in_number(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '/' || c == '-' ||
         c == '+';
}

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The name that ends before position `end`.
std::string name_before(const std::string& text, size_t end) {
  size_t begin = end;
  while (begin > 0 && in_name(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

}  // namespace

MechanismShape shape_of(const std::string& expression) {
  MechanismShape out;
  for (size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    out.shape += c;
    if (c != '=' && c != '^') continue;
    size_t end = i + 1;
    while (end < expression.size() && in_number(expression[end])) ++end;
    if (end == i + 1) continue;  // a list
    out.numbers.push_back(
        {c == '^' ? "N" : name_before(expression, i), expression.substr(i + 1, end - i - 1)});
    out.shape += '#';
    i = end - 1;
  }
  return out;
}

}  // namespace plumbline
