#include "app/values.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "verify/base/points.hpp"

namespace plumbline {

std::vector<std::string> protect_negative_numbers(int argc, char** argv) {
  std::vector<std::string> out;
  for (int i = argc - 1; i > 0; --i) {
    std::string text = argv[i];
    const bool negative =
        text.size() > 1 && text[0] == '-' &&
        (std::isdigit(static_cast<unsigned char>(text[1])) != 0 || text[1] == '.');
    out.push_back(negative ? " " + text : text);
  }
  return out;
}

std::vector<Rational> read_values(const std::string& option,
                                  const std::vector<std::string>& texts) {
  std::vector<Rational> out;
  for (const std::string& text : texts) {
    try {
      for (const Rational& x : parse_points(text)) out.push_back(x);
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument("--" + option + ": " + e.what());
    }
  }
  return out;
}

Rational read_value(const std::string& option, const std::string& text) {
  const std::vector<Rational> values = read_values(option, {text});
  if (values.size() != 1) {
    throw std::invalid_argument("--" + option + " takes one number, got '" + text + "'");
  }
  return values.front();
}

}  // namespace plumbline
