/// An accountant's answer to one question, parsed from a line of a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/real.hpp"
#include "reference/composition/runs_of_a_class.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "verify/base/exact_number.hpp"
#include "verify/claims/basis.hpp"

namespace plumbline {

/// The promise of the accountant's documentation about its answer.
enum class ClaimKind { upper, lower, estimate };

/// A real number in the grammar of number.hpp, with its exact value. The number may be irrational: an epsilon may be
/// log(3).
struct ExactReal {
  Real value;
  std::string text;
};

struct NamedNumber {
  std::string name;
  ExactReal number;
};

/// The number that the accountant answered.
struct ClaimedValue {
  enum class Form { missing, number, plus_infinity, minus_infinity, not_a_number };
  Form form = Form::missing;
  Rational number;   ///< the number, for Form::number
  std::string text;  ///< the text of the line
  /// True if the text is the decimal of a double. Then `number` is the exact value of the double, not the number that
  /// the decimal denotes.
  bool binary64 = false;
  /// True if the line declares that its texts are exact decimals, even with 16 or 17 digits.
  bool exact = false;
};

/// The maximum error that the accountant states for its estimate; zero if it states none.
struct StatedError {
  Rational epsilon, delta;      ///< options eps_error and delta_error
  Rational absolute, relative;  ///< error of the value itself: the line's tolerance
  bool any() const {
    return !epsilon.is_zero() || !delta.is_zero() || !absolute.is_zero() || !relative.is_zero();
  }
};

/// Private selection: the best of several runs of a base mechanism `base`, where `runs` is the text of the distribution
/// of the number of runs (run_law.hpp).
struct SelectedRuns {
  std::string runs, base;
};

struct ClaimedPair;
struct ClaimedProfile;

struct Claim {
  std::string tool, version, method;
  /// Options of the accountant as JSON text, which is not interpreted; claims with different options are different.
  std::string options;
  std::string adjacency;  ///< relation or direction, in the words of the tool or of this project
  /// Expression of the mechanism with exact numbers (doubles as hex floats). If the claim states a value of sigma,
  /// sigma is written `sigma=?`.
  std::string mechanism;
  /// The second mechanism, if the quantity is about two; otherwise empty.
  std::string other;
  /// If the promise is about several pairs of neighbours, these are the claims about the other pairs. The promise holds
  /// if this claim and all claims in `others` hold.
  std::vector<std::shared_ptr<const Claim>> others;
  /// The pair of `mechanism`, if the pair does not dominate or is not attained (claimed_pair.hpp). Null if the pair
  /// both dominates and is attained; then the verdict for the pair of `mechanism` is the verdict on the claim.
  std::shared_ptr<const ClaimedPair> pair;
  /// Set if the whole claim is about runs of mechanisms with bounded range (`range`), or about steps on batches of
  /// fixed size (`batches`).
  std::optional<RangeRuns> range;
  std::optional<BatchRuns> batches;
  /// Set if the claim is about concentrated privacy. Then `mechanism` is one mechanism with this guarantee; it does not
  /// bound all mechanisms with the guarantee.
  std::optional<ConcentratedRuns> concentrated;
  /// Set if the claim is about private selection; `mechanism` then describes it in prose.
  std::optional<SelectedRuns> selected;
  /// The distribution or trade-off curve, if the claim is about all of it and not about a number. Then `value` is 0,
  /// and the tolerance of the claim is the maximum by which the promise may be violated. Null for other claims.
  std::shared_ptr<const ClaimedProfile> profile;
  Direction direction = Direction::worst;
  std::string quantity;         ///< a name of `plumbline list quantities`, or sigma, rdp, ...
  std::vector<NamedNumber> at;  ///< the arguments of the quantity
  ClaimKind kind = ClaimKind::estimate;
  ClaimedValue value;
  StatedError stated;
  std::optional<double> seconds;       ///< time that the accountant used, in seconds
  std::string failure;                 ///< the accountant's own error message
  std::string unsupported;             ///< the reason why the claim cannot be compared with a
                                       ///< certified value
  std::string rests_on;                ///< an id of promises.toml; empty if the claim names none
  std::string installation;            ///< an id of installations.toml; empty if the claim names
                                       ///< none
  std::shared_ptr<const Basis> basis;  ///< the entry that `rests_on` names; null if the claim names
                                       ///< none

  /// Returns the argument of that name. Throws std::invalid_argument if it is missing.
  const ExactReal& argument(const std::string& name) const;
  /// Returns the basis by which the tool is judged: documented, unless the line states another one.
  BasisKind basis_kind() const { return basis ? basis->kind : BasisKind::documented; }
};

/// Returns a text that identifies the question of a claim, without its answer: tool, method, options, mechanism,
/// direction, quantity, arguments and kind.
std::string question_of(const Claim& claim);

/// Returns "gaussian(sigma=1)", or "gaussian(sigma=1) from laplace(b=1)" for two mechanisms.
std::string mechanisms_text(const Claim& claim);

std::string kind_name(ClaimKind kind);

}  // namespace plumbline
