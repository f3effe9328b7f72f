#include "reference/mechanisms/irrational_parameters.hpp"

#include <stdexcept>

#include "reference/arithmetic/numbers/number.hpp"
#include "reference/mechanisms/between_pairs.hpp"
#include "reference/mechanisms/expression_words.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

std::optional<std::string> irrational_parameter(const MechanismEntry& entry,
                                                const Parameters& parameters) {
  std::optional<std::string> out;
  for (const auto& [name, text] : parameters.words) {
    if (contains_name(entry.words, name)) continue;
    if (out) {
      throw std::invalid_argument("one parameter of a mechanism may be irrational; write " + name +
                                  " with as many digits as matter");
    }
    out = name;
  }
  return out;
}

Mechanism make_mechanism(const MechanismEntry& entry, const Parameters& parameters,
                         const std::string& expression) {
  const auto name = irrational_parameter(entry, parameters);
  if (!name) return entry.make(parameters);
  Parameters others = parameters;
  others.words.erase(*name);
  const std::string& text = parameters.words.at(*name);
  if (const Mechanism own = cut_noise_with(entry.name, *name, read_number(text), others))
    return own;
  const auto order = entry.order == nullptr ? std::nullopt : entry.order(*name, others);
  if (!order || order->integer) {
    throw std::invalid_argument(*name + " must be rational, got " + text +
                                ": no order along it is proved; write as many digits as matter");
  }
  const auto made = [&](const Rational& x) {
    Parameters all = others;
    all.insert_or_assign(*name, x);
    return entry.make(all);
  };
  return pair_between(made, read_number(text), order->larger_is_more_private, expression);
}

}  // namespace plumbline
