/// Comparisons of two privacy profiles.
#include <stdexcept>

#include "reference/quantities/comparison/comparison.hpp"
#include "verify/suite/cases/ask.hpp"

namespace plumbline {
namespace {

struct Pair {
  explicit Pair(const Ask& ask)
      : first(Composition::parse(ask.mechanism), ask.direction),
        second(Composition::parse(ask.other), ask.direction) {}
  PrivacyProfile first, second;
};

/// How many crossings there are, and which mechanism dominates.
Answer comparison(const Ask& ask, const Effort& effort) {
  Pair pair(ask);
  const Comparison c = compare(pair.first, pair.second, effort);
  long crossings = 0;
  for (const ComparedRange& range : c.ranges) {
    crossings += range.kind == ComparedRange::Kind::crossing ? 1 : 0;
  }
  const Bits p = bits_for_digits(effort.digits);
  return {{Ball::integer(crossings, p), pair.first.engine_name(), {}, c.reached},
          dominance_name(c.verdict),
          c.margin.is_zero() ? "" : c.margin.text()};
}

/// The epsilon of the n-th crossing, from below.
Certified crossing(const Ask& ask, const Effort& effort) {
  Pair pair(ask);
  const Comparison c = compare(pair.first, pair.second, effort);
  const long wanted = ask.whole("number");
  long found = 0;
  for (const ComparedRange& range : c.ranges) {
    if (range.kind != ComparedRange::Kind::crossing || ++found != wanted) continue;
    return certified({Ball::hull(range.from, range.to), {}}, pair.first.engine_name(),
                     effort.digits, true);
  }
  throw std::invalid_argument("number: there are " + std::to_string(found) + " crossings");
}

/// Its prior of H0, e^epsilon/(1 + e^epsilon).
Answer crossing_prior(const Ask& ask, const Effort& effort) {
  Certified out = crossing(ask, effort);
  const Bits p = wider(out.value.precision(), bits_for_digits(effort.digits) + 32);
  const Ball one = Ball::integer(1, p);
  out.value = one / (one + exp(-out.value.at(p)));
  return {out};
}

Answer symmetrised(const Ask& ask, const Effort& effort) {
  Pair pair(ask);
  const Certified forth = divergence(pair.first, pair.second, effort).value;
  Certified back = divergence(pair.second, pair.first, effort).value;
  back.value = max(forth.value, back.value);
  back.reached = back.value.relative_digits() >= effort.digits || (forth.reached && back.reached);
  return {back};
}

/// The prior at which Delta(M || M~) is attained, as far as it is known.
Answer divergence_prior(const Ask& ask, const Effort& effort) {
  Pair pair(ask);
  const Divergence d = divergence(pair.first, pair.second, effort);
  return {{d.prior, d.value.engine, {}, d.value.reached}};
}

}  // namespace

std::vector<AskEntry> comparison_asks() {
  const std::string m = "mechanism";
  return {
      {"comparison",
       "number of crossings of two profiles, and which dominates",
       m,
       true,
       {},
       {},
       false,
       comparison},
      {"crossing",
       "epsilon of a crossing of two profiles",
       m,
       true,
       {"number"},
       {},
       false,
       [](const Ask& a, const Effort& e) -> Answer { return {crossing(a, e)}; }},
      {"crossing_prior",
       "prior of H0 at a crossing",
       m,
       true,
       {"number"},
       {},
       false,
       crossing_prior},
      {"symmetrised_divergence",
       "the larger of Delta(M || M~) and Delta(M~ || M)",
       m,
       true,
       {},
       {},
       false,
       symmetrised},
      {"divergence_prior",
       "prior of H0 where Delta(M || M~) is attained",
       m,
       true,
       {},
       {},
       false,
       divergence_prior},
  };
}

}  // namespace plumbline
