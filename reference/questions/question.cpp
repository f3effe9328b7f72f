#include "reference/questions/question.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plumbline {
namespace {

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

}  // namespace

std::string Query::shown() const {
  std::string arguments;
  for (const auto& [name, value] : at) {
    arguments += (arguments.empty() ? "" : ", ") + name + "=" + value;
  }
  std::string out = quantity + (arguments.empty() ? "" : "(" + arguments + ")");
  if (!mechanism.empty()) out += " of " + mechanism;
  if (!other.empty()) out += " against " + other;
  if (!mechanism.empty() && direction != Direction::worst) out += ", " + direction_name(direction);
  return out;
}

std::optional<std::string> Query::text(const std::string& name) const {
  for (const auto& [key, value] : at) {
    if (key == name) return value;
  }
  return std::nullopt;
}

Real Query::real(const std::string& name) const {
  const auto found = text(name);
  if (!found) throw std::invalid_argument(quantity + " needs " + name);
  try {
    return read_number(*found);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(name + ": " + e.what());
  }
}

Rational Query::number(const std::string& name) const {
  const Real x = real(name);
  try {
    return x.as_rational();
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(name + ": " + e.what());
  }
}

long Query::whole(const std::string& name) const {
  const Rational x = number(name);
  if (!x.is_integer() || x.sign() < 0 || x > Rational(1000000000)) {
    throw std::invalid_argument(name + " must be an integer in [0, 10^9], got " + x.text());
  }
  return std::lround(x.approximate());
}

std::vector<Rational> Query::numbers(const std::string& name) const {
  const auto found = text(name);
  if (!found) throw std::invalid_argument(quantity + " needs " + name);
  std::vector<Rational> out;
  for (size_t begin = 0; begin <= found->size();) {
    const size_t end = std::min(found->find(',', begin), found->size());
    try {
      out.push_back(Rational::parse(without_blanks(found->substr(begin, end - begin))));
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument(name + ": " + e.what());
    }
    begin = end + 1;
  }
  return out;
}

std::string Query::option(const std::string& name) const { return text_of(options, name); }

std::string text_of(const NamedTexts& texts, const std::string& name) {
  for (const auto& [key, value] : texts) {
    if (key == name) return value;
  }
  return "";
}

}  // namespace plumbline
