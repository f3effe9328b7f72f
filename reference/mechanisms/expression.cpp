#include "reference/mechanisms/expression.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/batch_product.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/expression_reader.hpp"
#include "reference/mechanisms/expression_words.hpp"
#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "reference/mechanisms/hypotheses/rules.hpp"
#include "reference/mechanisms/irrational_parameters.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"

namespace plumbline {
namespace {

/// Returns the factor without the parameters that have their default value.
WrittenFactor without_defaults(const WrittenFactor& factor) {
  WrittenFactor out{factor.entry, factor.parameters, {}, factor.count};
  for (const char* name : {"sensitivity", "group"}) {
    const auto at = out.parameters.find(name);
    if (at != out.parameters.end() && at->second == Rational(1)) out.parameters.erase(at);
  }
  return out;
}

/// Returns a text of the factor from which its hypotheses follow. The text is empty if `expression` (the expression of
/// its mechanism) already implies them.
std::string written_as(const WrittenFactor& factor, const Hypotheses& hypotheses,
                       const std::string& expression) {
  const std::string text = without_defaults(factor).text();
  if (text == expression || same_statement(hypotheses, hypotheses_of_expression(expression))) {
    return "";
  }
  return text;
}

/// Returns a pair whose two distributions are equal.
Mechanism nothing_released() { return parse_expression("perfectly_private()").front().mechanism; }

/// Returns true if the mechanism samples records with probability 0.
bool is_never_sampled(const WrittenFactor& factor) {
  const auto p = factor.parameters.find("p");
  return factor.entry->subsampled && p != factor.parameters.end() && p->second.is_zero();
}

/// Returns the mechanism of a factor. If no records are sampled, its output does not depend on any record; the other
/// parameters are still checked.
Mechanism mechanism_of(const WrittenFactor& factor) {
  if (!is_never_sampled(factor)) {
    return make_mechanism(*factor.entry, factor.parameters, factor.text());
  }
  WrittenFactor sampled = factor;
  sampled.parameters.insert_or_assign("p", Rational(1, 2));
  (void)make_mechanism(*sampled.entry, sampled.parameters, sampled.text());
  return nothing_released();
}

/// Returns a factor without output for a mechanism that is run 0 times. Its neighbours are those of the mechanism.
Factor made_never(const WrittenFactor& factor) {
  (void)mechanism_of(factor);
  WrittenFactor none = factor;
  none.count = Rational(0);
  const Mechanism nothing = nothing_released();
  Hypotheses stated = hypotheses_of(none);
  stated.written_as = written_as(none, stated, nothing->expression());
  if (stated.written_as.empty()) stated = hypotheses_of_expression(nothing->expression());
  return {nothing, Rational(1), std::make_shared<const Hypotheses>(std::move(stated))};
}

/// Returns the text of a mechanism inside another one, with its hypotheses.
std::string inner_text(const InnerMechanism& inner) {
  const std::string expression = inner.mechanism->expression();
  if (inner.written == nullptr) return expression;
  const std::string own = written_as(*inner.written, hypotheses_of(*inner.written), expression);
  return own.empty() ? expression : own;
}

}  // namespace

// An open parameter may also have a number, as in `sigma=?*1.3`: the parameter is the unknown value times this number.

bool WrittenFactor::is_open(const std::string& name) const { return contains_name(open, name); }

std::string WrittenFactor::number_text(const std::string& name) const {
  if (is_open(name)) return "?";
  const auto at = parameters.find(name);
  return at == parameters.end() ? "1" : at->second.text();
}

void WrittenFactor::check_names() const {
  if (entry->inner != InnerKind::none && parameters.inner.empty()) {
    throw std::invalid_argument(entry->name + " needs a mechanism, written " +
                                written_keys(*entry));
  }
  for (const std::string& key : entry->required) {
    const bool squared = has_parameter(*entry, square_of(key)) && is_given(*this, square_of(key));
    if (squared && is_given(*this, key)) {
      throw std::invalid_argument(entry->name + " takes " + key + "= or its square " +
                                  square_of(key) + "=, not both");
    }
    if (squared || is_given(*this, key)) continue;
    throw std::invalid_argument(entry->name + " needs " + key + "=; its parameters are " +
                                written_keys(*entry));
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

HypothesesPtr WrittenFactor::hypotheses() const {
  return std::make_shared<const Hypotheses>(hypotheses_of(*this));
}

Factor WrittenFactor::made(const Parameters& all, const Rational& runs) const {
  const WrittenFactor once{entry, all, {}, Rational(1)};
  if (runs.is_zero()) return made_never(once);
  const Mechanism mechanism = mechanism_of(once);
  Hypotheses stated = hypotheses_of(once);
  stated.written_as = written_as(once, stated, mechanism->expression());
  return {mechanism, runs, std::make_shared<const Hypotheses>(std::move(stated))};
}

Factor WrittenFactor::with(const std::string& name, const Rational& value) const {
  for (const std::string& other : open) {
    if (other != name) throw std::invalid_argument(entry->name + " needs a number for " + other);
  }
  if (name == "N") {
    if (!value.is_integer() || value.sign() <= 0) {
      throw std::invalid_argument("N must be a positive integer, got " + value.text());
    }
    return made(parameters, value);
  }
  Parameters all = parameters;
  const auto multiple = is_open(name) ? all.find(name) : all.end();
  all.insert_or_assign(name, multiple == all.end() ? value : value * multiple->second);
  return made(all, count);
}

std::string WrittenFactor::text() const {
  std::string out;
  for (const InnerMechanism& x : parameters.inner) {
    const bool weighted = entry->inner == InnerKind::weighted;
    out += (out.empty() ? "" : ",") + (weighted ? x.weight.text() + ":" : std::string()) +
           inner_text(x);
  }
  const auto add = [&](const std::string& key) {
    std::string value;
    if (is_open(key)) {
      const auto multiple = parameters.find(key);
      value = multiple == parameters.end() ? "?" : "?*" + multiple->second.text();
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
  const auto is_square = [&](const std::string& key) {
    return std::any_of(entry->required.begin(), entry->required.end(),
                       [&](const std::string& root) { return key == square_of(root); });
  };
  for (const std::string& key : entry->required) {
    add(is_given(*this, key) ? key : square_of(key));  // sigma2 may stand in place of sigma
  }
  for (const std::string& key : entry->optional) {
    if (!is_square(key)) add(key);
  }
  out = entry->name + "(" + out + ")";
  if (is_open("N")) return out + "^?";
  return count == Rational(1) ? out : out + "^" + count.text();
}

namespace {

// Proof. Given that the record is in the batch, the answers are independent Gaussians with shifts s_i and standard
// deviations sigma_i, also if chosen adaptively. The loss depends only on sum s_i^2/sigma_i^2, which is mu^2 of one
// Gaussian. It is attained if one record changes each answer by its sensitivity.
/// Returns mu^2 of the product if all factors are Gaussians for one record (no group=) and without relation=; nothing
/// otherwise.
std::optional<Rational> one_gaussian(const std::vector<Factor>& factors) {
  Rational out(0);
  for (const Factor& factor : factors) {
    const auto one = gaussian_mu_squared(*factor.mechanism);
    const bool plain = stated_relation(*factor.hypotheses) == PairRelation::any &&
                       stated_group(*factor.hypotheses) == Rational(1);
    if (!one || !plain) return std::nullopt;
    out = out + *one * factor.count;
  }
  return out;
}

/// Returns the expression of a product, from which its hypotheses follow.
std::string batch_text(const std::vector<Factor>& factors) {
  std::string out;
  for (const Factor& x : factors) {
    const std::string own = x.hypotheses == nullptr ? "" : x.hypotheses->written_as;
    out += (out.empty() ? "" : "*") + (own.empty() ? x.mechanism->expression() : own) +
           (x.count == kOne ? "" : "^" + x.count.text());
  }
  return out;
}

}  // namespace

InnerMechanism batch_of(const MechanismEntry& entry, const std::vector<WrittenFactor>& parts,
                        const std::vector<Factor>& made) {
  if (const auto mu_squared = one_gaussian(made)) {
    const std::string text = mu_squared->is_zero()
                                 ? "perfectly_private()"
                                 : "gaussian(sigma2=" + (Rational(1) / *mu_squared).text() + ")";
    return {Rational(1), parse_expression(text).front().mechanism,
            std::make_shared<const WrittenFactor>(read_open_expression(text).front())};
  }
  const std::string text = batch_text(made);
  if (!entry.subsampled) {
    throw std::invalid_argument(
        "inside " + entry.name +
        ", write a single mechanism or a composition of Gaussians without relation=; " + text +
        " is neither");
  }
  (void)sampled_of({text, hypotheses_of(parts)});  // rejects groups and replaced records
  return {Rational(1), batch_product(made, text)};
}

std::vector<WrittenFactor> read_open_expression(std::string_view text) {
  return ExpressionReader(text, true).product();
}

std::vector<Factor> parse_expression(std::string_view text) {
  return ExpressionReader(text, false).made();
}

}  // namespace plumbline
