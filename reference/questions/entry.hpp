/// All that there is to know of a quantity, in one place: every interface reads it here.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/questions/question.hpp"

namespace plumbline {

struct Answer;
class Composition;
struct Divergence;
struct Effort;
class Extended;
class KeptProfiles;
class PrivacyProfile;

/// The subject of a quantity.
enum class Subject {
  none,
  mechanism,
  two_mechanisms,
  open_mechanism,  ///< with one parameter written ?
  steps,           ///< of bounded total variation: a product of total_variation_dp(...)^k
  channel,         ///< a row-stochastic matrix: channel(rows=...), or `rows` among the arguments
  attack,          ///< what an attack counted: trials(...), scores(...)
  attack_and_mechanism,  ///< the same, compared with a mechanism
};

/// Which directions of a pair it may be asked of.
enum class Directions { any, forward, worst, one_way };

/// The relation of a number to a privacy profile delta(epsilon) or its trade-off function f: a
/// statement about it is one about a point of these; claims are decided, witnesses chosen and
/// judged methods queried so.
enum class Reading {
  none,
  delta,     ///< delta at its argument
  tv,        ///< delta(0), the total variation
  epsilon,   ///< the epsilon at which delta is its argument
  type_two,  ///< f(argument)
  type_one,  ///< the alpha with f(alpha) = argument
  power,     ///< 1 - f(argument)
  bayes,     ///< min over alpha of p alpha + (1-p) f(alpha), p the argument
  success,   ///< 1 minus that
  renyi,     ///< the Renyi divergence of an order, the argument
};

/// Where a wrong value promises more privacy than there is: below the truth of what attackers gain
/// (delta, epsilon, power, ...), above the truth of what they fail in (errors).
enum class DangerousSide { below, above, none };

/// Where an argument may lie.
enum class Domain { any, level /* [0, 1] */, inner /* (0, 1) */, positive };

struct ArgumentEntry {
  std::string name;
  Domain domain = Domain::any;
  bool any_real = false;  ///< it may be irrational: log(3)
  bool optional = false;
};

/// A word among the options of a question.
struct OptionEntry {
  std::string name;
  bool optional = false;
  bool written = false;  ///< a certificate also tells how the user wrote it
};

/// The way it is computed, which implies how it can be computed otherwise.
enum class Computed {
  by_engine,     ///< an engine of engine_registry() stands behind it
  by_transform,  ///< the transform of the loss: the same again with more digits
  by_formulas,   ///< `other_path`, and the same again with more digits
};

/// The theorem that the check of its certificates applies.
enum class Proof {
  values,       ///< value_check.hpp
  two_values,   ///< the same, with the prior where a divergence is attained: prior_check.hpp
  comparison,   ///< the same, with comparison_check.hpp
  calibration,  ///< calibration_check.hpp
};

/// Names that a certificate has: those there must be, those there may be, and a stem for those that are
/// numbered 1, 2, ...
struct Members {
  std::vector<std::string> needed{}, allowed{};
  std::string stem{};
};
struct AllMembers {
  Members values{}, findings{};
};

/// The statement of a certificate about it, and its check.
struct CertificateEntry {
  Computed computed = Computed::by_engine;
  Proof proof = Proof::values;
  /// The further values and findings of an answer; null where none exist. `found`: there are
  /// findings at all.
  AllMembers (*members)(const Query&, bool found) = nullptr;
  std::string
      found_at{};  ///< a name for where the value is attained, which stands in place of an argument
  bool budget_explains =
      false;            ///< the error budget is that of the value itself, not of the profile
                        ///< values behind it
  bool bounds = false;  ///< lower and upper are two bounds: their distance is no want of digits
  std::string other_path{};  ///< how a check by formulas is independent
};

/// The proved part of an answer: all that may be repeated.
struct ProvedAnswer {
  Query query;
  bool checked = false;  ///< in this run
  bool proved = false;   ///< both ends are
  std::string lower{}, upper{};
  NamedTexts findings{};  ///< those that are proved

  std::string finding(const std::string& name) const { return text_of(findings, name); }
};

/// How it is written in words for people who read no formulas.
struct QuantityWords {
  /// The meaning of a question; {} is the argument.
  std::string meaning{};
  /// Returns the meaning where a text with one gap is not enough.
  std::string (*explained)(const Query&) = nullptr;
  /// Returns the meaning where it depends on the proof; a whole sentence or several.
  std::string (*proved)(const ProvedAnswer&) = nullptr;
  bool by_direction = false;  ///< what it says of one direction alone is to be marked so
  /// What follows from an upper end of the worst direction, which is what may be written down: {at} and
  /// {upper} stand for the argument and that end; empty where nothing is said.
  std::string safe{};
  /// The meaning of further values, by name or by stem ("crossing_", where {} is the number).
  std::vector<std::pair<std::string, std::string>> values{};
  /// An option of the command line for its example: " --delta 1e-5".
  std::string example{};
  std::string one_sided{};  ///< to be said of an answer in one direction; empty where nothing is
  std::string first{};    ///< the name of the first number among others; empty: the quantity's own
  bool by_value = false;  ///< of several findings each value is answered for programs as well
};

/// How accountants ask for it.
struct AccountantEntry {
  std::string name;                                              ///< theirs
  std::vector<std::pair<std::string, std::string>> arguments{};  ///< theirs to ours
};

/// How claims about it are read.
struct ClaimEntry {
  std::vector<AccountantEntry> names{};  ///< beside the quantity's own
  std::string shown{};                   ///< the name in verdicts; empty: the quantity's own
  /// Why no claim about that composition can be judged; empty where it can. Null: always.
  std::string (*refusal)(const Composition&) = nullptr;
};

/// The quantity of a mechanism of which this is what an attack found at least, and its argument's name there.
struct FoundOf {
  std::string quantity{}, argument{};
};

/// How a computation is to go, and who follows it.
struct OtherPath {
  bool wanted = false;  ///< it is to take another path than usual
  bool taken = false;   ///< there was one
  /// Is told the best so far while there is more to come; may be empty.
  std::function<void(const Answer&)> so_far{};
  /// Profiles that stay for further questions; null where none do.
  KeptProfiles* kept = nullptr;
};

/// A quantity. What has no default must be said.
struct Quantity {
  std::string name;
  std::string summary;
  std::vector<std::string> also{};  ///< other names, which cases have
  Subject subject = Subject::mechanism;
  std::vector<ArgumentEntry> arguments{};
  /// In their place: one of these lists of numbers.
  std::vector<std::vector<std::string>> choices{};
  std::vector<OptionEntry> options{};
  Directions directions = Directions::any;
  Direction usual = Direction::worst;  ///< where a question does not say

  // ---- computation: one of these -------------------------------------------------------------

  /// Computes the quantity of one mechanism, at its argument (0 where it has none). Throws
  /// std::invalid_argument where that is out of its domain.
  Extended (*compute)(PrivacyProfile&, const Real& at, const Effort&) = nullptr;
  /// Computes the quantity of two mechanisms, and where it is attained.
  Divergence (*compute_two)(PrivacyProfile&, PrivacyProfile&, const Effort&) = nullptr;
  /// Answers any question, and with all that a certificate states. Throws std::invalid_argument.
  Answer (*answer)(const Query&, const Effort&, OtherPath&) = nullptr;

  /// Returns what is certain without a computation, in the name of an engine. Null: of a probability that it lies in
  /// [0, 1], of anything else nothing.
  Answer (*certain)(const Query&, const std::string& engine) = nullptr;
  /// A case is about one number: this one, where it is not the first of the answer.
  Answer (*number)(const Query&, const Effort&) = nullptr;
  /// The subject in the form that a certificate has; `vary` names the parameter to open where it does not
  /// say. Throws std::invalid_argument where it cannot be read. Null: as its kind of subject is written.
  std::string (*subject_text)(const std::string& mechanism, const std::string& vary) = nullptr;
  /// Returns the meaning of an option's value, empty where it is clear without it. Null: as it is.
  std::string (*option_text)(const std::string& option, const std::string& text) = nullptr;
  /// Completes the canonical form of a question: a direction that follows, say.
  void (*canonical)(Query&) = nullptr;
  /// Throws std::invalid_argument where numbers and words are invalid for the quantity, or not in
  /// canonical form, beyond what its schema says.
  void (*check)(const Query&) = nullptr;

  // ---- what it is ------------------------------------------------------------------------------

  /// A number of the privacy profile alone: it has a command of its own, may be judged at many
  /// arguments, hunted, and asked through C.
  bool of_profile = false;
  bool probability = false;  ///< it lies in [0, 1]
  /// It bounds the best of several runs of the mechanism: the numbers are no longer those of its pair.
  bool selects = false;
  bool several = false;  ///< there may be several such numbers: two enclosures need not meet
  Reading reading = Reading::none;
  DangerousSide dangerous = DangerousSide::none;
  std::optional<CertificateEntry> certificate{};  ///< where there are certificates of it
  QuantityWords words{};
  FoundOf found_of{};
  std::optional<ClaimEntry> claims{};  ///< where claims about it are judged

  /// The name of its one argument; empty where it has none, or several.
  std::string argument() const;
  bool takes_option(const std::string& option_name) const;
  const ArgumentEntry* find_argument(const std::string& argument_name) const;
  bool has_other() const {
    return subject == Subject::two_mechanisms || subject == Subject::attack_and_mechanism;
  }
  bool of_attack() const {
    return subject == Subject::attack || subject == Subject::attack_and_mechanism;
  }
  bool forward_only() const { return directions == Directions::forward; }
  /// Returns true if a claim or a certificate of it has further values or findings.
  bool has_members() const { return certificate && certificate->members != nullptr; }
};

}  // namespace plumbline
