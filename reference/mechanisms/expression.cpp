#include "reference/mechanisms/expression.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string>

#include "reference/mechanisms/nearest_name.hpp"
#include "reference/mechanisms/registry.hpp"

namespace plumbline {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_parameter(const MechanismEntry& entry, const std::string& key) {
  return contains(entry.required, key) || contains(entry.optional, key);
}

bool is_given(const WrittenFactor& factor, const std::string& key) {
  const Parameters& q = factor.parameters;
  return q.count(key) + q.lists.count(key) + q.words.count(key) > 0 || factor.is_open(key);
}

/// A parameter that may be given by its square has an optional one beside it: sigma and sigma2.
std::string square_of(const std::string& key) { return key + "2"; }

bool is_square(const MechanismEntry& entry, const std::string& key) {
  return std::any_of(entry.required.begin(), entry.required.end(),
                     [&](const std::string& root) { return key == square_of(root); });
}

std::string keys(const MechanismEntry& entry) {
  if (entry.inner == InnerKind::weighted) {
    return entry.name + "(1/2: gaussian(sigma=1), 1/2: laplace(b=1))";
  }
  std::string out = entry.inner == InnerKind::one ? "a mechanism" : "";
  for (const std::string& key : entry.required) {
    const bool either = has_parameter(entry, square_of(key));
    out += (out.empty() ? "" : ", ") + key + (either ? " or " + square_of(key) : std::string());
  }
  for (const std::string& key : entry.optional) {
    if (!is_square(entry, key)) out += ", " + key + " (optional)";
  }
  return out;
}

/// "; write gaussian(sigma=...)": with what it requires, as far as those are numbers.
std::string how_to_write(const MechanismEntry& entry) {
  if (entry.inner == InnerKind::weighted) return "; write " + keys(entry);
  std::string inside = entry.inner == InnerKind::one ? "gaussian(sigma=1)" : "";
  for (const std::string& key : entry.required) {
    inside += (inside.empty() ? "" : ", ") + key + (contains(entry.lists, key) ? "=[...]" : "=...");
  }
  return "; write " + entry.name + "(" + inside + ")";
}

std::string no_parameter(const MechanismEntry& entry, const std::string& key) {
  std::vector<std::string> names = entry.required;
  names.insert(names.end(), entry.optional.begin(), entry.optional.end());
  const std::string meant = key.size() > 2 ? nearest_name(key, names) : "";
  return entry.name + " has no parameter '" + key + "'; " +
         (meant.empty() ? "" : "did you mean '" + meant + "'? ") + "its parameters are " +
         keys(entry);
}

/// A parameter by the name that records and other libraries have for it: `scale` for b,
/// `sampling_rate` for p. Names of the mechanism's own come first.
std::string own_name(const MechanismEntry& entry, const std::string& key) {
  static const std::vector<std::pair<std::string, std::string>> others = {
      {"scale", "b"}, {"sampling_rate", "p"}, {"sample_rate", "p"}, {"noise_multiplier", "sigma"}};
  if (has_parameter(entry, key)) return key;
  for (const auto& [theirs, ours] : others) {
    if (theirs == key && has_parameter(entry, ours)) return ours;
  }
  for (const RecordedForm& form : entry.recorded) {
    for (const RecordedForm::Field& field : form.fields) {
      if (field.theirs == key && has_parameter(entry, field.ours)) return field.ours;
    }
  }
  return key;
}

/// The mechanism of a name, or of the kind that records have for it with the same numbers
/// (`approx_dp`).
const MechanismEntry* entry_called(const std::string& name) {
  if (const MechanismEntry* entry = mechanism_named(name)) return entry;
  const auto recorded = mechanism_recorded_as(name);
  const bool same = recorded && recorded->form.expression == nullptr &&
                    recorded->form.runs == RecordedForm::Runs::plain;
  return same ? &recorded->entry : nullptr;
}

std::string unknown_mechanism(const std::string& name, const std::vector<std::string>& names) {
  if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos) {
    return "'" + name + "' is no mechanism; for " + name + " of one write gaussian(sigma=1)^" +
           name;
  }
  const std::string out = "unknown mechanism '" + name + "'; ", meant = nearest_name(name, names);
  if (!meant.empty()) return out + "did you mean '" + meant + "'?";
  std::string known;
  for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
  return out + "known: " + known;
}

bool is_number(const std::string& text) {
  try {
    Rational::parse(text);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

class Reader {
 public:
  Reader(std::string_view text, bool may_be_open) : text_(text), may_be_open_(may_be_open) {}

  std::vector<WrittenFactor> product() {
    if (at_end()) fail("empty mechanism expression; write for example gaussian(sigma=1)");
    std::vector<WrittenFactor> factors = terms(0);
    if (!at_end()) fail("unexpected '" + letter() + "'; expected '^', '*' or the end");
    return factors;
  }

  /// Those of a product without open parameters.
  std::vector<Factor> made() {
    std::vector<Factor> out;
    for (const WrittenFactor& f : product()) out.push_back({mechanisms_[out.size()], f.count});
    return out;
  }

 private:
  /// Up to where no `*` follows.
  std::vector<WrittenFactor> terms(int depth) {
    std::vector<WrittenFactor> out;
    do {
      for (WrittenFactor& factor : term(depth)) out.push_back(std::move(factor));
    } while (take('*'));
    return out;
  }

  /// A mechanism or a product in parentheses, with a power or without.
  std::vector<WrittenFactor> term(int depth) {
    constexpr int kDeepest = 50;
    std::vector<WrittenFactor> out;
    if (take('(')) {
      if (depth == kDeepest) fail("parentheses are nested too deeply");
      out = terms(depth + 1);
      if (!take(')')) fail("expected '^', '*' or ')'");
    } else {
      out.push_back(mechanism());
    }
    if (take('^') || take_twice('*')) raise(&out);
    return out;
  }

  /// (A^a * B^b)^N is A^(a N) * B^(b N).
  void raise(std::vector<WrittenFactor>* factors) {
    const std::string number = token("*)");
    if (may_be_open_ && number == "?") {
      for (WrittenFactor& factor : *factors) {
        if (factor.is_open("N") || !(factor.count == Rational(1))) {
          fail("of an open power every mechanism in the parentheses is run once; give it a number");
        }
        factor.open.emplace_back("N");
      }
      return;
    }
    const Rational n = count(number);
    for (WrittenFactor& factor : *factors) {
      if (factor.is_open("N")) fail("a power of an open power; give one of them a number");
      factor.count = factor.count * n;
    }
  }

  Rational count(const std::string& number) {
    Rational n;
    try {
      n = Rational::parse(number);
    } catch (const std::invalid_argument&) {
      fail("the power '" + number + "' is not a number; N must be a positive integer");
    }
    if (!n.is_integer() || n.sign() <= 0) {
      fail("N must be a positive integer, got " + number);
    }
    return n;
  }

  WrittenFactor mechanism() {
    skip_space();
    const size_t start = pos_;
    while (pos_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[pos_])) != 0 || text_[pos_] == '_')) {
      ++pos_;
    }
    const std::string name(text_.substr(start, pos_ - start));
    const MechanismEntry& entry = find(name, start);
    if (!take('(')) fail("expected '(' after " + name + how_to_write(entry));
    WrittenFactor out{&entry, {}, {}};
    if (!take(')')) {
      do {
        if (expects_inner(entry, out)) {
          read_inner(entry, &out);
        } else {
          read_parameter(entry, &out);
        }
      } while (take(','));
      if (!take(')')) fail("expected ',' or ')' in the parameters of " + name);
    }
    try {
      out.check_names();
    } catch (const std::invalid_argument& e) {
      fail(e.what());
    }
    if (!out.open.empty()) return out;
    try {
      mechanisms_.push_back(entry.make(out.parameters));
    } catch (const std::invalid_argument& e) {
      fail(name + ": " + e.what());
    }
    return out;
  }

  /// All weighted mechanisms there are; a single one comes first.
  static bool expects_inner(const MechanismEntry& entry, const WrittenFactor& factor) {
    return entry.inner == InnerKind::weighted ||
           (entry.inner == InnerKind::one && factor.parameters.inner.empty() &&
            factor.parameters.empty() && factor.open.empty());
  }

  void read_inner(const MechanismEntry& entry, WrittenFactor* factor) {
    constexpr int kDeepest = 16;
    Rational weight(1);
    if (entry.inner == InnerKind::weighted) {
      weight = number("a weight of " + entry.name, ":,)");
      if (!take(':')) fail("expected ':' after a weight; write " + keys(entry));
    }
    if (++depth_ > kDeepest) fail("mechanisms are nested too deeply");
    const WrittenFactor inner = mechanism();
    --depth_;
    if (!inner.open.empty()) {
      fail("a mechanism inside " + entry.name + " cannot have an open parameter");
    }
    skip_space();
    if (pos_ < text_.size() && (text_[pos_] == '^' || text_[pos_] == '*')) {
      fail("inside " + entry.name + " stands a single mechanism, no composition");
    }
    factor->parameters.inner.push_back({weight, mechanisms_.back()});
    mechanisms_.pop_back();
  }

  std::string parameter_name() {
    const size_t start = pos_;
    while (pos_ < text_.size() &&
           std::string_view("=,)").find(text_[pos_]) == std::string_view::npos) {
      ++pos_;
    }
    std::string out(text_.substr(start, pos_ - start));
    while (!out.empty() && std::isspace(static_cast<unsigned char>(out.back())) != 0)
      out.pop_back();
    return out;
  }

  void read_parameter(const MechanismEntry& entry, WrittenFactor* factor) {
    Parameters* const parameters = &factor->parameters;
    skip_space();
    const size_t start = pos_;
    const std::string key = own_name(entry, parameter_name());
    if (!has_parameter(entry, key)) {
      pos_ = start;
      const bool digits = key.find_first_not_of("0123456789") == std::string::npos;
      if (!key.empty() && digits && !parameters->empty())
        fail("'" + key + "' has no name; write decimals with a point");
      if (is_number(key)) fail("the number " + key + " has no name" + how_to_write(entry));
      fail(no_parameter(entry, key));
    }
    if (!take('=')) fail("expected '=' after " + key);
    if (is_given(*factor, key)) fail(key + " is given twice");
    if (may_be_open_ && take('?')) {
      factor->open.push_back(key);
    } else if (contains(entry.lists, key)) {
      parameters->lists.emplace(key, list(key));
    } else if (contains(entry.words, key)) {
      parameters->words.emplace(key, token(",)"));
    } else {
      parameters->emplace(key, number(key, ",)"));
    }
  }

  Rational number(const std::string& key, std::string_view stops) {
    skip_space();
    const size_t start = pos_;
    if (pos_ < text_.size() && text_[pos_] == '[') fail(key + " is a single number, not a list");
    const std::string value = token(stops);
    try {
      return Rational::parse(value);
    } catch (const std::invalid_argument& e) {
      pos_ = start;
      fail(key + ": " + e.what());
    }
  }

  std::vector<Rational> list(const std::string& key) {
    if (!take('[')) fail(key + " is a list; write " + key + "=[1/4,3/4]");
    std::vector<Rational> values;
    do {
      values.push_back(number(key, ",])"));
    } while (take(','));
    if (!take(']')) fail("expected ',' or ']' in the list " + key);
    return values;
  }

  const MechanismEntry& find(const std::string& name, size_t start) {
    if (const MechanismEntry* entry = entry_called(name)) return *entry;
    std::vector<std::string> names;
    for (const MechanismEntry& entry : mechanism_registry()) names.push_back(entry.name);
    pos_ = start;
    if (name.empty()) fail("a mechanism is missing; write for example gaussian(sigma=1)");
    fail(unknown_mechanism(name, names));
  }

  /// The one that stands here, of several bytes in UTF-8.
  std::string letter() const {
    size_t end = pos_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    return std::string(text_.substr(pos_, end - pos_));
  }

  /// The text up to one of the given characters outside parentheses, trimmed.
  std::string token(std::string_view stops) {
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
    while (!out.empty() && std::isspace(static_cast<unsigned char>(out.back())) != 0)
      out.pop_back();
    return out;
  }

  void skip_space() {
    while (pos_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[pos_])) != 0)
      ++pos_;
  }
  bool at_end() {
    skip_space();
    return pos_ == text_.size();
  }
  bool take(char c) {
    skip_space();
    if (pos_ < text_.size() && text_[pos_] == c) {
      ++pos_;
      return true;
    }
    return false;
  }

  bool take_twice(char c) {
    skip_space();
    const bool there = pos_ + 1 < text_.size() && text_[pos_] == c && text_[pos_ + 1] == c;
    if (there) pos_ += 2;
    return there;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument(what + " (in '" + std::string(text_) + "', column " +
                                std::to_string(pos_ + 1) + ")");
  }

  std::string_view text_;
  bool may_be_open_;
  size_t pos_ = 0;
  int depth_ = 0;                      ///< of mechanisms inside one another
  std::vector<Mechanism> mechanisms_;  ///< of the factors read so far, unless one is open
};

}  // namespace

bool WrittenFactor::is_open(const std::string& name) const { return contains(open, name); }

std::string WrittenFactor::number_text(const std::string& name) const {
  if (is_open(name)) return "?";
  const auto at = parameters.find(name);
  return at == parameters.end() ? "1" : at->second.text();
}

void WrittenFactor::check_names() const {
  if (entry->inner != InnerKind::none && parameters.inner.empty()) {
    throw std::invalid_argument(entry->name + " needs a mechanism, written " + keys(*entry));
  }
  for (const std::string& key : entry->required) {
    const bool squared = has_parameter(*entry, square_of(key)) && is_given(*this, square_of(key));
    if (squared && is_given(*this, key)) {
      throw std::invalid_argument(entry->name + " takes " + key + "= or its square " +
                                  square_of(key) + "=, not both");
    }
    if (squared || is_given(*this, key)) continue;
    throw std::invalid_argument(entry->name + " needs " + key + "=; its parameters are " +
                                keys(*entry));
  }
  for (const auto& [key, value] : parameters) {
    if (!has_parameter(*entry, key)) throw std::invalid_argument(no_parameter(*entry, key));
  }
  for (const auto& [key, value] : parameters.lists) {
    if (!has_parameter(*entry, key)) throw std::invalid_argument(no_parameter(*entry, key));
  }
  for (const auto& [key, value] : parameters.words) {
    if (!has_parameter(*entry, key)) throw std::invalid_argument(no_parameter(*entry, key));
  }
}

Factor WrittenFactor::with(const std::string& name, const Rational& value) const {
  for (const std::string& other : open) {
    if (other != name) throw std::invalid_argument(entry->name + " needs a number for " + other);
  }
  if (name == "N") {
    if (!value.is_integer() || value.sign() <= 0) {
      throw std::invalid_argument("N must be a positive integer, got " + value.text());
    }
    return {entry->make(parameters), value};
  }
  Parameters all = parameters;
  all.insert_or_assign(name, value);
  return {entry->make(all), count};
}

std::string WrittenFactor::text() const {
  std::string out;
  for (const InnerMechanism& x : parameters.inner) {
    const bool weighted = entry->inner == InnerKind::weighted;
    out += (out.empty() ? "" : ",") + (weighted ? x.weight.text() + ":" : std::string()) +
           x.mechanism->expression();
  }
  const auto add = [&](const std::string& key) {
    std::string value;
    if (is_open(key)) {
      value = "?";
    } else if (const auto number = parameters.find(key); number != parameters.end()) {
      value = number->second.text();
    } else if (const auto list = parameters.lists.find(key); list != parameters.lists.end()) {
      for (const Rational& x : list->second) value += (value.empty() ? "[" : ",") + x.text();
      value += "]";
    } else if (const auto word = parameters.words.find(key); word != parameters.words.end()) {
      value = word->second;
    } else {
      return;
    }
    out += (out.empty() ? "" : ",") + key + "=" + value;
  };
  for (const std::string& key : entry->required) add(key);
  for (const std::string& key : entry->optional) add(key);
  out = entry->name + "(" + out + ")";
  if (is_open("N")) return out + "^?";
  return count == Rational(1) ? out : out + "^" + count.text();
}

std::vector<WrittenFactor> read_open_expression(std::string_view text) {
  return Reader(text, true).product();
}

std::vector<Factor> parse_expression(std::string_view text) { return Reader(text, false).made(); }

}  // namespace plumbline
