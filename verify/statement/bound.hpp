/// A bound on a quantity of a mechanism in the form of a sentence: rounded so that it remains true under the
/// hypotheses of the certificate.
#pragma once

#include <optional>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/questions/entry.hpp"
#include "verify/statement/page_claim.hpp"
#include "verify/statement/short_number.hpp"

namespace plumbline::page {

/// The neighbours for which a number holds.
enum class Quantifier {
  all_neighbours,   ///< upper bound for all neighbours
  some_neighbours,  ///< some neighbours attain the number
  these_data_sets,  ///< the two data sets that the pair describes
  this_pair,        ///< the pair of output distributions, for any mechanism with this pair
  all_inputs,       ///< all inputs of a channel
  what_was_attacked
};
const std::string& quantifier_name(Quantifier quantifier);

struct Bound {
  size_t certificate = 0;
  std::string quantity{};  ///< name of the quantity in the registry
  std::string name{};  ///< the mechanism as the sentence names it; empty if the page has only one
  HypothesesPtr hypotheses = unstated_hypotheses();
  Quantifier quantifier = Quantifier::this_pair;
  std::string direction{};
  bool of_members = false;       ///< the sentence is about members, which the page defines
  bool tells_direction = false;  ///< the sentence states that it is about this direction only
  std::optional<Rational> at{};  ///< the argument as printed, possibly rounded
  std::optional<Rational> lower{}, upper{};
};

/// The dependence of a quantity on its argument: non-decreasing, non-increasing, changing by at most the change of
/// the argument, or unknown.
enum class Moves { up, down, slowly, unknown };
Moves moves_of(const Quantity& quantity);

/// Returns true if the quantity has equal values in both directions of a pair, like the total variation.
bool is_symmetric(const Quantity& quantity);

/// Returns true if larger values of the quantity mean more privacy loss.
bool loses_above(const Quantity& quantity);

/// Returns the bound of the certificate with index `at`, for the data sets that the certificate's hypotheses permit;
/// nothing if the end that a sentence would state is unknown. `name` is the mechanism's name in the sentence.
std::optional<Bound> bound_of(const std::vector<Certificate>& certificates, size_t at,
                              const std::string& name);
/// Returns the neighbours for which a sentence may state the end on the side of more privacy loss.
Quantifier quantifier_of(const Quantity& quantity, const HypothesesPtr& hypotheses);

/// Returns the reason why the evidence does not imply the bound; empty if it does.
std::string fault_of(const Bound& bound, const Evidence& evidence);
/// Returns an error if the stated hypotheses are not those of the certificate, or if the name denotes neither the
/// certificate's mechanism nor a mechanism that is at least as private. Otherwise returns an empty text.
std::string fault_of_subject(const Bound& bound, const Evidence& evidence);
NamedTexts fields_of(const Bound& bound);

/// Returns true if every mechanism satisfies the bound: it states that a probability is at most 1 or that an error is
/// at least 0, or it bounds epsilon at a delta of at least 1.
bool promises_nothing(const Bound& bound);
/// Returns the sentence after a bound that promises nothing; empty for other bounds, and for bounds that are not for
/// all neighbours.
std::string nothing_sentence(const Bound& bound);

/// Returns true if the certificate's number belongs to the largest convex function below the trade-off functions of
/// both directions. Possibly no test attains this number, so only one of its ends is a bound.
bool is_of_hull(const Quantity& quantity, const Certificate& certificate);

/// Returns the side to which an argument may be rounded, so that the upper end remains valid if `upper`, otherwise the
/// lower end.
Rounding argument_rounding(Moves moves, bool upper);

}  // namespace plumbline::page
