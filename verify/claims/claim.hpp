/// An accountant's answer to one question, as read from a line of a file.
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

/// A real number (number.hpp) that means exactly what it says: an epsilon may be log(3).
struct ExactReal {
  Real value;
  std::string text;
};

struct NamedNumber {
  std::string name;
  ExactReal number;
};

/// The answer itself.
struct ClaimedValue {
  enum class Form { missing, number, plus_infinity, minus_infinity, not_a_number };
  Form form = Form::missing;
  Rational number;   ///< of Form::number
  std::string text;  ///< as written
  /// The text is that of a double: `number` is exactly the double, not the decimal.
  bool binary64 = false;
  /// The line says that its texts are exact: decimals, however many digits they have.
  bool exact = false;
};

/// By how much the accountant says its estimate may be off. Zero where it says nothing.
struct StatedError {
  Rational epsilon, delta;      ///< options eps_error and delta_error
  Rational absolute, relative;  ///< of the value itself: the line's tolerance
  bool any() const {
    return !epsilon.is_zero() || !delta.is_zero() || !absolute.is_zero() || !relative.is_zero();
  }
};

/// The best of several runs of a base, their number by a law (run_law.hpp).
struct SelectedRuns {
  std::string runs, base;
};

struct ClaimedPair;

struct Claim {
  std::string tool, version, method;
  std::string options;    ///< as JSON text; part of what distinguishes claims, otherwise unread
  std::string adjacency;  ///< the tool's word, or the direction's name
  /// Expression with exact numbers (doubles as hex floats); `sigma=?` where sigma is claimed.
  std::string mechanism;
  /// The second mechanism, where the quantity is about two; empty elsewhere.
  std::string other;
  /// Claims about other neighbours, where a promise is about several pairs: it holds where all hold.
  std::vector<std::shared_ptr<const Claim>> others;
  /// The pair of `mechanism` where it does not dominate or is not attained (claimed_pair.hpp); null where the
  /// verdict against it is the verdict on the claim.
  std::shared_ptr<const ClaimedPair> pair;
  /// The runs that these are, where it is about runs of bounded range, or steps on batches of fixed
  /// size, and nothing else.
  std::optional<RangeRuns> range;
  std::optional<BatchRuns> batches;
  /// Where it is about concentrated privacy: `mechanism` is one that has it, no bound of all.
  std::optional<ConcentratedRuns> concentrated;
  /// Where it is about private selection; `mechanism` says so in words then.
  std::optional<SelectedRuns> selected;
  Direction direction = Direction::worst;
  std::string quantity;         ///< in the words of `plumbline list quantities`, or sigma, rdp, ...
  std::vector<NamedNumber> at;  ///< its arguments
  ClaimKind kind = ClaimKind::estimate;
  ClaimedValue value;
  StatedError stated;
  std::optional<double> seconds;       ///< that the accountant took
  std::string failure;                 ///< the accountant's own error message
  std::string unsupported;             ///< why it cannot be compared with a certified value
  std::string rests_on;                ///< an id of promises.toml; empty where it names none
  std::string installation;            ///< an id of installations.toml; the same
  std::shared_ptr<const Basis> basis;  ///< what `rests_on` names; null where it names none

  /// The argument of that name. Throws std::invalid_argument where it is missing.
  const ExactReal& argument(const std::string& name) const;
  /// Returns the basis by which the tool is judged: documented, where the line does not state one.
  BasisKind basis_kind() const { return basis ? basis->kind : BasisKind::documented; }
};

/// Returns the question, apart from the answer: tool, method, options, mechanism, direction,
/// quantity, arguments and kind.
std::string question_of(const Claim& claim);

/// "gaussian(sigma=1)"; of two mechanisms "gaussian(sigma=1) from laplace(b=1)".
std::string mechanisms_text(const Claim& claim);

std::string kind_name(ClaimKind kind);

}  // namespace plumbline
