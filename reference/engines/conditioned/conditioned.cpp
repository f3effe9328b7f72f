#include "reference/engines/conditioned/conditioned.hpp"

#include "reference/engines/conditioned/conditioned_engine.hpp"
#include "reference/engines/conditioned/types.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/periodic/periodic.hpp"

namespace plumbline {
namespace {

using conditioned::parted;
using conditioned::Parted;

std::string refusal(const Composition& composition) {
  const Parted parts = parted(composition);
  if (parts.discrete.empty()) return "it covers compositions with steps of countably many losses";
  const double size = conditioned::size_of_law(parts.discrete, parts.most());
  const bool few = size <= conditioned::kSlack * static_cast<double>(parts.most());
  const bool listed = parts.others.empty() && conditioned::types_can_be_listed(parts.discrete);
  return few || listed || conditioned::halves_will_do(parts)
             ? ""
             : "its discrete steps have too many losses together";
}

/// Returns true if a line integral for all steps should be tried before this engine.
bool is_long(const Composition& composition) {
  constexpr long kFewSteps = 8;
  const std::vector<Factor> others = parted(composition).others;
  if (others.empty()) return false;
  const Composition rest(others);
  return !rest.gaussian_mu_squared() && rest.steps() > Rational(kFewSteps);
}

/// Returns true if lists of types (vectors of multiplicities of the losses) should be tried last, because the common
/// types hardly fit into two lists.
bool too_many_types(const Composition& composition) {
  constexpr long kMostSteps = 48;
  constexpr double kMostCommon = 18.4;
  const Parted parts = parted(composition);
  if (!conditioned::too_many(parts)) return false;
  return composition.steps() > Rational(kMostSteps) ||
         conditioned::log_common_types(parts.discrete, parts.most()) > kMostCommon;
}

Estimate estimate(const Composition& composition) {
  const bool summed = all_finite(composition) && finite_refusal(composition).empty();
  const bool on_a_lattice = has_period(composition) && periodic_refusal(composition).empty();
  if (summed || on_a_lattice) {
    Estimate out = Estimate::not_worth_it(summed ? "finitely many losses are summed directly"
                                                 : "one period of a line is short");
    if (summed) out.checks = "finite";
    return out;
  }
  if (is_long(composition)) return {1.5, "each summand needs a contour integral of its own"};
  if (all_finite(composition) && conditioned::too_many(parted(composition))) {
    return {3, "finitely many losses, but too many types for a sum"};
  }
  if (too_many_types(composition)) return {3, "the list of types of its steps is very long"};
  return {0.5, "the remaining steps after a sum over the discrete losses"};
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<conditioned::Conditioned>(composition, parted(composition));
}

}  // namespace

EngineEntry conditioned_entry() {
  return {"conditioned", "conditions on the discrete steps and sums over them", refusal, estimate,
          make};
}

}  // namespace plumbline
