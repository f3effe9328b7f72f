#include "reference/mechanisms/mechanism_entry.hpp"

#include "reference/mechanisms/hypotheses/pair_facts.hpp"

namespace plumbline {

StatedFacts::StatedFacts(const PairFacts& facts)
    : facts_(std::make_shared<const PairFacts>(facts)) {}

const PairFacts& StatedFacts::operator*() const {
  static const PairFacts none;
  return facts_ == nullptr ? none : *facts_;
}

}  // namespace plumbline
