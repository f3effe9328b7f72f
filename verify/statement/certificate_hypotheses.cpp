#include "verify/statement/certificate_hypotheses.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/certificates/certificate_hypotheses.hpp"
#include "reference/certificates/request.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"

namespace plumbline {
namespace {

/// Those of the expressions, which a check compares with what a certificate states.
StatedHypotheses stated(const Certificate& c) {
  try {
    return derived_hypotheses(c);
  } catch (const RefusedPair&) {
    throw;
  } catch (const std::invalid_argument&) {  // what was typed stands for nothing: the check says so
    return stated_hypotheses(query_in(c));
  }
}

/// Whether a parameter is left open in an expression.
bool is_open(const std::string& expression) {
  try {
    const std::vector<WrittenFactor> factors = read_open_expression(expression);
    return std::any_of(factors.begin(), factors.end(),
                       [](const WrittenFactor& factor) { return !factor.open.empty(); });
  } catch (const std::invalid_argument&) {  // what cannot be read stands for nothing
    return false;
  }
}

std::string key_of(const std::string& mechanism, const std::optional<Hypotheses>& h) {
  return h ? mechanism + "\n" + relation_name(h->relation) + " " + h->group.text() : mechanism;
}

std::optional<Hypotheses> copied(const std::shared_ptr<const Hypotheses>& from) {
  return from == nullptr ? std::nullopt : std::optional(*from);
}

PairRelation relation_of(Direction direction) {
  switch (direction) {
    case Direction::forward:
      return PairRelation::remove;
    case Direction::reverse:
      return PairRelation::add;
    case Direction::worst:
      return PairRelation::add_remove;
  }
  return PairRelation::any;
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

std::optional<Hypotheses> hypotheses_of(const Certificate& certificate) {
  return copied(stated(certificate).mechanism);
}

std::optional<Hypotheses> other_hypotheses_of(const Certificate& certificate) {
  return copied(stated(certificate).other);
}

std::string mechanism_key(const Certificate& c) { return key_of(c.mechanism, hypotheses_of(c)); }

std::string other_key(const Certificate& c) {
  return c.other.empty() ? "" : key_of(c.other, other_hypotheses_of(c));
}

Hypotheses attacked_hypotheses(const Certificate& attack) {
  Hypotheses out;
  out.relation = relation_of(parse_direction(attack.direction));
  return out;
}

bool covers(const Hypotheses& promise, const Hypotheses& attacked) {
  const bool same =
      promise.relation == PairRelation::any || promise.relation == attacked.relation ||
      (promise.relation == PairRelation::add_remove &&
       (attacked.relation == PairRelation::remove || attacked.relation == PairRelation::add));
  return promise.dominates && same && promise.group == attacked.group;
}

void require_one_relation(const Certificate& certificate) {
  for (const auto& one : {hypotheses_of(certificate), other_hypotheses_of(certificate)}) {
    if (!one || one->relation != PairRelation::mixed) continue;
    throw std::invalid_argument(mixed_warning(*one) +
                                "; a statement is about one relation: write every factor under it");
  }
}

}  // namespace plumbline
