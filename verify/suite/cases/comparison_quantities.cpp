/// Comparisons of two privacy profiles.
#include <stdexcept>

#include "reference/quantities/comparison/comparison.hpp"
#include "verify/suite/cases/case_request.hpp"

namespace plumbline {
namespace {

struct Pair {
  explicit Pair(const CaseRequest& request)
      : first(Composition::parse(request.mechanism), request.direction),
        second(Composition::parse(request.other), request.direction) {}
  PrivacyProfile first, second;
};

/// How many crossings there are, and which mechanism dominates.
Answer comparison(const CaseRequest& request, const Effort& effort) {
  Pair pair(request);
  const Comparison c = compare(pair.first, pair.second, effort);
  return {crossing_count(c, pair.first.engine_name(), effort.digits), dominance_name(c.verdict),
          c.margin.is_zero() ? "" : c.margin.text()};
}

/// The epsilon of the n-th crossing, from below.
Certified crossing(const CaseRequest& request, const Effort& effort) {
  Pair pair(request);
  const Comparison c = compare(pair.first, pair.second, effort);
  return certified_crossing(c, request.whole("number"), pair.first.engine_name(), effort.digits);
}

/// Its prior of H0, e^epsilon/(1 + e^epsilon).
Answer crossing_prior(const CaseRequest& request, const Effort& effort) {
  return {plumbline::crossing_prior(crossing(request, effort), effort.digits)};
}

Answer symmetrised(const CaseRequest& request, const Effort& effort) {
  Pair pair(request);
  const Certified forth = divergence(pair.first, pair.second, effort).value;
  const Certified back = divergence(pair.second, pair.first, effort).value;
  return {larger(back, forth, effort.digits)};
}

/// The prior at which Delta(M || M~) is attained, as far as it is known.
Answer divergence_prior(const CaseRequest& request, const Effort& effort) {
  Pair pair(request);
  return {divergence(pair.first, pair.second, effort).prior_answer()};
}

}  // namespace

std::vector<CaseQuantityEntry> comparison_quantities() {
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
       [](const CaseRequest& a, const Effort& e) -> Answer { return {crossing(a, e)}; }},
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
