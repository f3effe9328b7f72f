#include "reference/mechanisms/irrational_parameters.hpp"

#include <stdexcept>
#include <vector>

#include "reference/arithmetic/numbers/number.hpp"
#include "reference/mechanisms/between_pairs.hpp"
#include "reference/mechanisms/expression_words.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/real_numbers.hpp"

namespace plumbline {

namespace {

/// Returns the names of the irrational numbers and lists, whose texts are in Parameters::words.
std::vector<std::string> irrational_names(const MechanismEntry& entry,
                                          const Parameters& parameters) {
  std::vector<std::string> out;
  for (const auto& [name, text] : parameters.words) {
    if (!contains_name(entry.words, name)) out.push_back(name);
  }
  return out;
}

RealNumbers real_numbers(const MechanismEntry& entry, const Parameters& parameters,
                         const std::vector<std::string>& irrational,
                         const std::string& expression) {
  RealNumbers out{{}, {}, parameters, expression};
  for (const auto& [name, value] : parameters) out.numbers.emplace(name, Real(value));
  for (const auto& [name, values] : parameters.lists) {
    out.lists.emplace(name, std::vector<NumberSum>(values.begin(), values.end()));
  }
  for (const std::string& name : irrational) {
    out.rest.words.erase(name);
    const std::string& text = parameters.words.at(name);
    if (contains_name(entry.lists, name)) {
      out.lists.emplace(name, sums_of_list(text));
    } else {
      out.numbers.emplace(name, read_number(text));
    }
  }
  return out;
}

[[noreturn]] void refuse(const std::string& name, const std::string& text) {
  throw std::invalid_argument(
      name + " must be rational, got " + text +
      ": no monotonicity in it is proved; write a decimal with enough digits");
}

/// Returns the mechanism whose parameter `name` is irrational. Uses the proved order of the mechanism along this
/// parameter (pair_between).
Mechanism by_order(const MechanismEntry& entry, const Parameters& parameters,
                   const std::string& name, const std::string& expression) {
  Parameters others = parameters;
  others.words.erase(name);
  const std::string& text = parameters.words.at(name);
  if (contains_name(entry.lists, name)) refuse(name, text);
  if (const Mechanism own = cut_noise_with(entry.name, name, read_number(text), others)) return own;
  const auto order = entry.order == nullptr ? std::nullopt : entry.order(name, others);
  if (!order || order->integer) refuse(name, text);
  const auto made = [&](const Rational& x) {
    Parameters all = others;
    all.insert_or_assign(name, x);
    return entry.make(all);
  };
  return pair_between(made, read_number(text), order->larger_is_more_private, expression);
}

}  // namespace

Mechanism make_mechanism(const MechanismEntry& entry, const Parameters& parameters,
                         const std::string& expression) {
  const std::vector<std::string> names = irrational_names(entry, parameters);
  if (names.empty()) return entry.make(parameters);
  if (entry.make_real != nullptr) {
    const RealNumbers all = real_numbers(entry, parameters, names, expression);
    if (const Mechanism own = entry.make_real(all)) return own;
  }
  if (names.size() > 1) {
    throw std::invalid_argument("only one parameter of " + entry.name +
                                " may be irrational; write " + names.front() +
                                " as a decimal with enough digits");
  }
  return by_order(entry, parameters, names.front(), expression);
}

}  // namespace plumbline
