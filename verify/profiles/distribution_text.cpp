#include "verify/profiles/distribution_text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic/double_text.hpp"
#include "verify/profiles/mass_collector.hpp"

namespace plumbline {
namespace {

constexpr const char* kMessageName = "pessimistic_pmf";
/// The default of discretization_interval in the definition of the protocol buffer.
constexpr double kMessageStep = 1e-4;

bool is_separator(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';'; }
bool is_mark(char c) {
  return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':';
}

/// Splits a text into words and punctuation; comments from # to the end of their line are omitted.
std::vector<std::string> message_tokens(const std::string& text) {
  std::vector<std::string> out;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '#') {
      i = std::min(text.find('\n', i), text.size());
    } else if (is_separator(text[i])) {
      ++i;
    } else if (is_mark(text[i])) {
      out.emplace_back(1, text[i++]);
    } else {
      const size_t start = i;
      while (i < text.size() && !is_separator(text[i]) && !is_mark(text[i]) && text[i] != '#') {
        ++i;
      }
      out.push_back(text.substr(start, i - start));
    }
  }
  return out;
}

/// Reads the fields of one message.
class MessageReader {
 public:
  explicit MessageReader(const std::string& text) : tokens_(message_tokens(text)) {}

  LossMasses masses() {
    if (next_is(kMessageName)) {
      ++at_;
      if (next_is(":")) ++at_;
      require("{");
      fields();
      require("}");
    } else {
      fields();
    }
    if (at_ != tokens_.size()) throw std::invalid_argument("has " + tokens_[at_] + " at its end");
    return collected();
  }

 private:
  bool next_is(const std::string& token) const {
    return at_ < tokens_.size() && tokens_[at_] == token;
  }
  void require(const std::string& token) {
    if (!next_is(token)) throw std::invalid_argument("lacks a " + token);
    ++at_;
  }

  std::string word(const std::string& field) {
    if (at_ >= tokens_.size()) throw std::invalid_argument("the field " + field + " has no value");
    return tokens_[at_++];
  }
  double number(const std::string& field) {
    const std::string text = word(field);
    size_t rest = 0;
    const double value = parse_double(text, &rest);
    if (rest != text.size() || !std::isfinite(value)) {
      throw std::invalid_argument(field + " is " + text + ", which is no finite number");
    }
    return value;
  }

  void fields() {
    while (at_ < tokens_.size() && !next_is("}")) {
      const std::string name = tokens_[at_++];
      require(":");
      if (name == "min_key") {
        first_ = Rational::parse(word(name));
      } else if (name == "values") {
        values(name);
      } else if (name == "infinity_mass") {
        infinite_ = number(name);
      } else if (name == "discretization_interval") {
        step_ = number(name);
      } else {
        throw std::invalid_argument("has a field " + name +
                                    "; known are min_key, values, infinity_mass and "
                                    "discretization_interval");
      }
      if (next_is(",")) ++at_;
    }
  }

  void values(const std::string& name) {
    if (!next_is("[")) {
      values_.push_back(number(name));
      return;
    }
    ++at_;
    while (!next_is("]")) {
      values_.push_back(number(name));
      if (next_is(",")) ++at_;
    }
    ++at_;
  }

  LossMasses collected() const {
    if (!first_ || !first_->is_integer()) throw std::invalid_argument("min_key must be an integer");
    if (!(step_ > 0)) throw std::invalid_argument("discretization_interval must be above 0");
    MassCollector out;
    out.infinite = Rational::from_binary64(infinite_);
    Rational index = *first_;
    for (const double mass : values_) {
      out.add(index * Rational::from_binary64(step_), Rational::from_binary64(mass));
      index = index + Rational(1);
    }
    return out.masses();
  }

  std::vector<std::string> tokens_;
  size_t at_ = 0;
  std::optional<Rational> first_;
  std::vector<double> values_;
  double infinite_ = 0, step_ = kMessageStep;
};

}  // namespace

bool is_message_text(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return false;
  return text.compare(first, std::string(kMessageName).size(), kMessageName) == 0 ||
         text.compare(first, 8, "min_key:") == 0;
}

LossMasses message_masses(const std::string& text) { return MessageReader(text).masses(); }

}  // namespace plumbline
