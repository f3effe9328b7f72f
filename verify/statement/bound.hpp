/// A number that bounds a quantity of a mechanism, as a sentence states it: rounded to the side on which it stays
/// true, under the hypotheses of the certificate.
#pragma once

#include <optional>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/questions/entry.hpp"
#include "verify/statement/page_claim.hpp"
#include "verify/statement/short_number.hpp"

namespace plumbline::page {

/// For whom a number holds.
enum class Quantifier {
  all_neighbours,   ///< no neighbours lose more
  some_neighbours,  ///< some neighbours lose as much
  these_data_sets,  ///< the two data sets that the pair describes
  this_pair,        ///< the pair of output laws, whoever has it
  all_inputs,       ///< of a channel
  what_was_attacked
};
const std::string& quantifier_name(Quantifier quantifier);

struct Bound {
  size_t certificate = 0;
  std::string quantity{};  ///< by its name in the registry
  std::string
      name{};  ///< the mechanism as the sentence shows it; empty where the page has one alone
  HypothesesPtr hypotheses = unstated_hypotheses();
  Quantifier quantifier = Quantifier::this_pair;
  std::string direction{};
  bool of_members = false;       ///< the sentence speaks of members, which the page defines
  bool tells_direction = false;  ///< the sentence is about this direction alone, and says so
  std::optional<Rational> at{};  ///< the argument as shown
  std::optional<Rational> lower{}, upper{};
};

/// How a quantity changes with its argument: a bound for one argument is one for all smaller ones, or for all
/// larger ones; or changes by no more than the argument; otherwise nothing is known.
enum class Moves { up, down, slowly, unknown };
Moves moves_of(const Quantity& quantity);

/// Returns true if a bound from above is the side of more loss.
bool loses_above(const Quantity& quantity);

/// Returns the bound of the certificate at that place, for the data sets that its hypotheses allow;
/// nothing where the end to state is unknown.
std::optional<Bound> bound_of(const std::vector<Certificate>& certificates, size_t at,
                              const std::string& name);
/// For whom the end of more loss may be told.
Quantifier quantifier_of(const Quantity& quantity, const HypothesesPtr& hypotheses);

/// Why the evidence does not imply the bound; empty where it does.
std::string fault_of(const Bound& bound, const Evidence& evidence);
/// Why the hypotheses stated are not those of the certificate, or the name is not of its mechanism, or of one
/// that is at least as private.
std::string fault_of_subject(const Bound& bound, const Evidence& evidence);
NamedTexts fields_of(const Bound& bound);

/// The rounding of an argument with which an upper end (or a lower one) stays true.
Rounding argument_rounding(Moves moves, bool upper);

}  // namespace plumbline::page
