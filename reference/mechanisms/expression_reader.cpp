#include "reference/mechanisms/expression_reader.hpp"

#include <stdexcept>
#include <string>

#include "reference/arithmetic/input_errors.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/expression_words.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/real_numbers.hpp"
#include "reference/mechanisms/registry.hpp"

namespace plumbline {
namespace {

bool is_number(const std::string& text) {
  try {
    Rational::parse(text);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

}  // namespace

std::vector<WrittenFactor> ExpressionReader::product() {
  if (at_end()) fail("empty mechanism expression; write for example gaussian(sigma=1)");
  std::vector<WrittenFactor> factors = terms(0);
  if (!at_end()) fail("unexpected '" + letter() + "'; expected '^', '*' or the end");
  return factors;
}

std::vector<Factor> ExpressionReader::made() {
  std::vector<Factor> out;
  for (const WrittenFactor& f : product()) {
    Factor once = made_[out.size()];
    once.count = f.count;
    out.push_back(f.count.is_zero() ? f.made(f.parameters, f.count) : std::move(once));
  }
  return out;
}

std::vector<WrittenFactor> ExpressionReader::terms(int depth) {
  std::vector<WrittenFactor> out;
  do {
    for (WrittenFactor& factor : term(depth)) out.push_back(std::move(factor));
  } while (take('*'));
  return out;
}

std::vector<WrittenFactor> ExpressionReader::term(int depth) {
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

/// Returns the error message for a `?` in an expression in which every number must be known.
std::string ExpressionReader::unknown(const std::string& written) {
  return written + " is an unknown number, which calibrate finds; write a number here";
}

void ExpressionReader::raise(std::vector<WrittenFactor>* factors) {
  const std::string number = token("*),");
  if (!may_be_open_ && number == "?") fail(unknown("^?"));
  if (number == "?") {
    for (WrittenFactor& factor : *factors) {
      if (factor.is_open("N") || !(factor.count == Rational(1))) {
        fail(
            "in an open power every mechanism in the parentheses runs once; write a number as the "
            "power");
      }
      factor.open.emplace_back("N");
    }
    return;
  }
  const Rational n = count(number);
  for (WrittenFactor& factor : *factors) {
    if (factor.is_open("N"))
      fail("an open power inside an open power; write a number for one of them");
    factor.count = factor.count * n;
  }
}

Rational ExpressionReader::count(const std::string& number) {
  Rational n;
  try {
    n = Rational::parse(number);
  } catch (const std::invalid_argument&) {
    fail("the power '" + number + "' is not a number; N must be a positive integer, or 0");
  }
  if (!n.is_integer() || n.sign() < 0) {
    fail("N must be a positive integer, or 0, got " + number);
  }
  return n;
}

WrittenFactor ExpressionReader::mechanism() {
  skip_space();
  const size_t start = place();
  const std::string name = word();
  const MechanismEntry& entry = find(name, start);
  if (!take('(')) fail("expected '(' after " + name + how_to_write(entry));
  WrittenFactor out{&entry, {}, {}};
  if (!take(')')) read_inside(name, &out);
  try {
    out.check_names();
  } catch (const std::invalid_argument& e) {
    fail(e.what());
  }
  try {
    if (out.open.empty()) {
      made_.push_back(out.made(out.parameters, Rational(1)));
    } else {
      // Throws if a rule refuses the mechanism for every value of the unknown parameter.
      (void)out.hypotheses();
    }
  } catch (const RefusedPair& e) {
    throw RefusedPair(located(name + ": " + e.what()));
  } catch (const std::invalid_argument& e) {
    throw OutOfDomain(located(name + ": " + e.what()), name);
  }
  return out;
}

void ExpressionReader::read_inside(const std::string& name, WrittenFactor* factor) {
  const MechanismEntry& entry = *factor->entry;
  do {
    if (expects_inner(entry, *factor)) {
      read_inner(entry, factor);
    } else {
      read_parameter(entry, factor);
    }
  } while (take(','));
  if (!take(')')) fail("expected ',' or ')' in the parameters of " + name);
}

bool ExpressionReader::expects_inner(const MechanismEntry& entry, const WrittenFactor& factor) {
  return entry.inner == InnerKind::weighted ||
         (entry.inner == InnerKind::one && factor.parameters.inner.empty() &&
          factor.parameters.empty() && factor.open.empty());
}

void ExpressionReader::read_inner(const MechanismEntry& entry, WrittenFactor* factor) {
  constexpr int kDeepest = 16;
  Rational weight(1);
  if (entry.inner == InnerKind::weighted) {
    weight = number("a weight of " + entry.name, ":,)");
    if (!take(':')) fail("expected ':' after a weight; write " + written_keys(entry));
  }
  if (++depth_ > kDeepest) fail("mechanisms are nested too deeply");
  WrittenFactor inner = mechanism();
  --depth_;
  if (!inner.open.empty()) {
    fail("a mechanism inside " + entry.name + " cannot have an open parameter");
  }
  Factor first = made_.back();
  made_.pop_back();
  skip_space();
  if (!is_at('^') && !is_at('*')) {
    factor->parameters.inner.push_back(
        {weight, first.mechanism, std::make_shared<const WrittenFactor>(std::move(inner))});
    return;
  }
  if (entry.inner != InnerKind::one) {
    fail("inside " + entry.name + ", write a single mechanism, no composition");
  }
  factor->parameters.inner.push_back(read_batch(entry, inner, first));
}

InnerMechanism ExpressionReader::read_batch(const MechanismEntry& entry, const WrittenFactor& inner,
                                            const Factor& first) {
  std::vector<WrittenFactor> parts{inner};
  std::vector<Factor> made{first};
  if (take('^') || take_twice('*')) raise(&parts);
  while (take('*')) {
    std::vector<WrittenFactor> last{mechanism()};
    if (!last.front().open.empty()) {
      fail("a mechanism inside " + entry.name + " cannot have an open parameter");
    }
    made.push_back(made_.back());
    made_.pop_back();
    if (take('^') || take_twice('*')) raise(&last);
    parts.push_back(last.front());
  }
  if (!parts.front().open.empty()) {
    fail("a mechanism inside " + entry.name + " cannot have an open parameter");
  }
  for (size_t i = 0; i < parts.size(); ++i) made[i].count = parts[i].count;
  try {
    return batch_of(entry, parts, made);
  } catch (const RefusedPair& e) {
    throw RefusedPair(located(e.what()));
  } catch (const std::invalid_argument& e) {
    fail(e.what());
  }
}

void ExpressionReader::read_parameter(const MechanismEntry& entry, WrittenFactor* factor) {
  Parameters* const parameters = &factor->parameters;
  skip_space();
  const size_t start = place();
  const std::string key = own_name(entry, parameter_name());
  if (!has_parameter(entry, key)) {
    back_to(start);
    const bool digits = key.find_first_not_of("0123456789") == std::string::npos;
    if (!key.empty() && digits && !parameters->empty())
      fail("'" + key + "' has no name; write decimals with a point");
    if (is_number(key)) fail("the number " + key + " has no name" + how_to_write(entry));
    fail(no_parameter(entry, key));
  }
  if (!take('=')) fail("expected '=' after " + key);
  if (is_given(*factor, key)) fail(key + " is given twice");
  if (!may_be_open_ && take('?')) fail(unknown(key + "=?"));
  if (take('?')) {
    factor->open.push_back(key);
    if (take('*')) read_multiple(key, parameters);
  } else if (contains_name(entry.lists, key)) {
    read_list_of(key, parameters);
  } else if (contains_name(entry.words, key)) {
    parameters->words.emplace(key, token(",)"));
  } else {
    read_number_of(entry, key, parameters);
  }
}

/// Reads the number that multiplies an unknown parameter: `sigma=?*1.3`.
void ExpressionReader::read_multiple(const std::string& key, Parameters* parameters) {
  const Rational multiple = number("the multiple of " + key, ",)");
  if (multiple.sign() <= 0) {
    fail("? is multiplied by a positive number, as in " + key + "=?*1.3, not by " +
         multiple.text());
  }
  if (multiple != Rational(1)) parameters->emplace(key, multiple);
}

void ExpressionReader::read_number_of(const MechanismEntry& entry, const std::string& key,
                                      Parameters* parameters) {
  skip_space();
  const size_t start = place();
  const std::string text = is_at('[') ? "" : token(",)");
  const auto real = number_or_none(text);
  const bool whole = contains_name(entry.whole, key);
  if (real && !real->rational() && !whole) {
    parameters->words.emplace(key, real->text());
    return;
  }
  back_to(start);
  parameters->emplace(key, number(key, ",)"));
}

Rational ExpressionReader::number(const std::string& key, std::string_view stops) {
  skip_space();
  const size_t start = place();
  if (is_at('[')) fail(key + " is a single number, not a list");
  const std::string value = token(stops);
  try {
    return Rational::parse(value);
  } catch (const std::invalid_argument& e) {
    back_to(start);
    fail(key + ": " + e.what());
  }
}

/// Reads a list. A list with an irrational number remains a text until make_mechanism reads it.
void ExpressionReader::read_list_of(const std::string& key, Parameters* parameters) {
  if (!take('[')) fail(key + " is a list; write " + key + "=[1/4,3/4]");
  std::vector<NumberSum> sums;
  std::vector<Rational> values;
  do {
    sums.push_back(sum(key));
    if (sums.back().is_rational()) values.push_back(sums.back().value().as_rational());
  } while (take(','));
  if (!take(']')) fail("expected ',' or ']' in the list " + key);
  if (values.size() == sums.size()) {
    parameters->lists.emplace(key, values);
  } else {
    parameters->words.emplace(key, text_of_list(sums));
  }
}

NumberSum ExpressionReader::sum(const std::string& key) {
  skip_space();
  const size_t start = place();
  if (is_at('[')) fail(key + " is a list of numbers, not of lists");
  const std::string value = token(",])");
  try {
    return NumberSum::read(value);
  } catch (const std::invalid_argument& e) {
    back_to(start);
    fail(key + ": " + e.what());
  }
}

const MechanismEntry& ExpressionReader::find(const std::string& name, size_t start) {
  if (const MechanismEntry* entry = entry_called(name)) return *entry;
  std::vector<std::string> names;
  for (const MechanismEntry& entry : mechanism_registry()) names.push_back(entry.name);
  back_to(start);
  if (name.empty()) fail("a mechanism is missing; write for example gaussian(sigma=1)");
  throw UnknownName(located(unknown_mechanism(name, names)), "mechanism", names);
}

}  // namespace plumbline
