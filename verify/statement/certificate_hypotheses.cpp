#include "verify/statement/certificate_hypotheses.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/certificates/certificate_hypotheses.hpp"
#include "reference/certificates/request.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "verify/certificates/roles.hpp"

namespace plumbline {
namespace {

/// Returns the hypotheses that follow from the certificate's expressions. A check compares them with the stated ones.
StatedHypotheses stated(const Certificate& c) {
  try {
    return derived_hypotheses(c);
  } catch (const RefusedPair&) {
    throw;
  } catch (const std::invalid_argument&) {  // the check reports that the typed text is invalid
    return stated_hypotheses(query_in(c));
  }
}

/// Returns true if an expression has an open parameter, written `?`.
bool is_open(const std::string& expression) {
  try {
    const std::vector<WrittenFactor> factors = read_open_expression(expression);
    return std::any_of(factors.begin(), factors.end(),
                       [](const WrittenFactor& factor) { return !factor.open.empty(); });
  } catch (const std::invalid_argument&) {  // an invalid text has no parameter
    return false;
  }
}

std::string key_of(const std::string& mechanism, const HypothesesPtr& h) {
  return h ? mechanism + "\n" + relation_name(stated_relation(*h)) + " " + stated_group(*h).text()
           : mechanism;
}

}  // namespace

std::string typed_mechanism(const Certificate& c) {
  const bool calibrated = !text_of(c.options, "vary").empty();
  const bool own = !c.written_mechanism.empty() && (!calibrated || is_open(c.written_mechanism));
  return own ? c.written_mechanism : c.mechanism;
}

std::string typed_other(const Certificate& c) {
  return c.written_other.empty() ? c.other : c.written_other;
}

HypothesesPtr hypotheses_of(const Certificate& certificate) {
  const HypothesesPtr own = stated(certificate).mechanism;
  if (own == nullptr || !is_bound_of_run(certificate)) return own;
  Hypotheses of_run = *own;
  of_run.attained = Attained::no;
  of_run.family.clear();
  return std::make_shared<const Hypotheses>(std::move(of_run));
}

HypothesesPtr other_hypotheses_of(const Certificate& certificate) {
  return stated(certificate).other;
}

std::string mechanism_key(const Certificate& c) { return key_of(c.mechanism, hypotheses_of(c)); }

std::string other_key(const Certificate& c) {
  return c.other.empty() ? "" : key_of(c.other, other_hypotheses_of(c));
}

HypothesesPtr attacked_hypotheses(const Certificate& attack) {
  return attacked_hypotheses(parse_direction(attack.direction));
}

void require_one_relation(const Certificate& certificate) {
  for (const auto& one : {hypotheses_of(certificate), other_hypotheses_of(certificate)}) {
    if (!one || stated_relation(*one) != PairRelation::mixed) continue;
    throw std::invalid_argument(
        mixed_warning(*one) +
        "; a statement is about one relation and one size of groups, which all factors must have");
  }
}

}  // namespace plumbline
