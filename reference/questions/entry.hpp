/// The registry entry of a quantity. Every interface reads the properties of a quantity from its entry.
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
  open_mechanism,  ///< one mechanism with one unknown parameter, written as ?
  steps,           ///< steps of bounded total variation: a product of total_variation_dp(...)^k
  channel,         ///< a row-stochastic matrix: channel(rows=...), or `rows` among the arguments
  attack,          ///< counts of an attack: trials(...), scores(...)
  attack_and_mechanism,  ///< counts of an attack, compared with a mechanism
};

/// The directions of a pair for which a quantity is defined; `one_way` means forward or reverse, but not worst.
enum class Directions { any, forward, worst, one_way };

/// The relation of a number to a privacy profile delta(epsilon) or to its trade-off function f. A statement about the
/// number is a statement about a point of the profile or of f. This relation determines how claims are decided, how
/// witnesses are chosen, and how judged methods are queried.
enum class Reading {
  none,
  delta,     ///< delta at its argument
  tv,        ///< delta(0), the total variation
  epsilon,   ///< the epsilon at which delta is its argument
  type_two,  ///< f(argument)
  type_one,  ///< the alpha with f(alpha) = argument
  power,     ///< 1 - f(argument)
  bayes,     ///< min over alpha of p alpha + (1-p) f(alpha), p the argument
  success,   ///< 1 minus the Bayes error
  renyi,     ///< the Renyi divergence whose order is the argument
};

/// The side on which a wrong value promises more privacy than the mechanism has: below the true value for gains of
/// attackers (delta, epsilon, power, ...), above it for errors of attackers.
enum class DangerousSide { below, above, none };

/// The domain of an argument.
enum class Domain { any, level /* [0, 1] */, inner /* (0, 1) */, positive };

struct ArgumentEntry {
  std::string name;
  Domain domain = Domain::any;
  bool any_real = false;  ///< true if the number may be irrational: log(3)
  bool optional = false;
};

/// An option of a question, with a word as its value.
struct OptionEntry {
  std::string name;
  bool optional = false;
  bool written = false;  ///< true if a certificate also records the text of the user
};

/// The method that computes the quantity. It determines how a check computes the quantity again.
enum class Computed {
  by_engine,     ///< computed by an engine of engine_registry()
  by_transform,  ///< computed by the transform of the loss; a check uses more digits
  by_formulas,   ///< computed by formulas; a check uses more digits (`other_path`)
};

/// The theorem that a check of the quantity's certificates applies.
enum class Proof {
  values,       ///< value_check.hpp
  two_values,   ///< two values and the prior at which a divergence is attained: prior_check.hpp
  comparison,   ///< two values and a comparison: comparison_check.hpp
  calibration,  ///< calibration_check.hpp
};

/// The names of members of a certificate: required names, optional names, and the stem of names that are numbered 1,
/// 2, ...
struct Members {
  std::vector<std::string> needed{}, allowed{};
  std::string stem{};
};
struct AllMembers {
  Members values{}, findings{};
};

/// The statements of a certificate about the quantity, and how they are checked.
struct CertificateEntry {
  Computed computed = Computed::by_engine;
  Proof proof = Proof::values;
  /// Returns the names of further values and findings of an answer; `found` is true if the answer has findings. Null if
  /// answers have no such members.
  AllMembers (*members)(const Query&, bool found) = nullptr;
  /// Name of the computed point at which the value is attained ("prior"); certificates state it in place of an
  /// argument.
  std::string found_at{};
  /// True if the error budget of an answer bounds the errors of the value itself. Otherwise it bounds the errors of the
  /// profile values from which the value is computed.
  bool budget_explains = false;
  /// True if `lower` and `upper` are bounds for a class of mechanisms. Their distance is then a property of the class
  /// and does not mean that digits are missing.
  bool bounds = false;
  std::string other_path{};  ///< for checks by formulas: the reason why the check is independent
};

/// The part of an answer that is proved. Texts for readers may state only this part.
struct ProvedAnswer {
  Query query;
  bool checked = false;  ///< true if the check was done in this run
  bool proved = false;   ///< true if both ends are proved
  std::string lower{}, upper{};
  NamedTexts findings{};  ///< the findings that are proved

  std::string finding(const std::string& name) const { return text_of(findings, name); }
};

/// The explanation of the quantity in prose, for readers who do not read formulas.
struct QuantityWords {
  /// The meaning of a question; {} is the placeholder of the argument.
  std::string meaning{};
  /// Returns the meaning of a question, if a text with one placeholder is not sufficient. Null: `meaning`.
  std::string (*explained)(const Query&) = nullptr;
  /// Returns the meaning of an answer as one or more complete sentences, if it depends on what is proved.
  std::string (*proved)(const ProvedAnswer&) = nullptr;
  bool by_direction = false;  ///< true if statements about one direction must be marked as such
  /// A sentence that states the guarantee that follows from the upper end in the worst direction. This guarantee is
  /// safe to publish. {at} and {upper} are the placeholders of the argument and the upper end. Empty if there is no
  /// conclusion.
  std::string safe{};
  /// The meanings of further values, by name or by stem ("crossing_"; then {} is the placeholder of its number).
  std::vector<std::pair<std::string, std::string>> values{};
  /// The command-line option in an example of its command: " --delta 1e-5".
  std::string example{};
  std::string one_sided{};  ///< a remark for answers in one direction; can be empty
  std::string first{};      ///< name of the first number, if there are others; if empty, the
                            ///< quantity's own name
  /// If an answer has several values, each value is also a separate record in the output for programs.
  bool by_value = false;
};

/// The name and arguments of the quantity in the API of an accountant.
struct AccountantEntry {
  std::string name;                                              ///< the accountant's name of the
                                                                 ///< quantity
  std::vector<std::pair<std::string, std::string>> arguments{};  ///< pairs of the accountant's
                                                                 ///< option name and this project's
};

/// The format of claims about the quantity.
struct ClaimEntry {
  std::vector<AccountantEntry> names{};  ///< further names, in addition to the quantity's own
  std::string shown{};  ///< the name in verdicts; empty for the quantity's own name
  /// Returns the reason why claims about the composition cannot be judged; empty if they can be. Null: claims about
  /// every composition can be judged.
  std::string (*refusal)(const Composition&) = nullptr;
  /// The command and options that answer the quantity, if there is no command of its name: {"convert", " --to zcdp"}.
  std::pair<std::string, std::string> command{};
};

/// For lower bounds that attacks prove: the quantity of the mechanism that is bounded from below, and the name of its
/// argument.
struct FoundOf {
  std::string quantity{}, argument{};
};

/// Options and callbacks of a computation.
struct OtherPath {
  bool wanted = false;  ///< true if the computation must not use the usual method
  bool taken = false;   ///< set to true if an alternative method was used
  /// Called with the best answer so far while the computation continues; may be empty.
  std::function<void(const Answer&)> so_far{};
  /// Cached profiles for further questions; can be null.
  KeptProfiles* kept = nullptr;
};

/// A quantity. Members without a default are required.
struct Quantity {
  std::string name;
  std::string summary;
  std::vector<std::string> also{};  ///< other names, used in case files
  Subject subject = Subject::mechanism;
  std::vector<ArgumentEntry> arguments{};
  /// In place of `arguments`: alternative sets of argument names, of which a question has one.
  std::vector<std::vector<std::string>> choices{};
  std::vector<OptionEntry> options{};
  Directions directions = Directions::any;
  Direction usual = Direction::worst;  ///< the direction of a question that names none

  // ---- computation: at least one of `compute` and `answer` -------------------------------------

  /// Computes the quantity of one mechanism at its argument (0 if it has none). Throws std::invalid_argument if the
  /// argument is outside of its domain.
  Extended (*compute)(PrivacyProfile&, const Real& at, const Effort&) = nullptr;
  /// Computes the quantity of two mechanisms, and the prior at which it is attained.
  Divergence (*compute_two)(PrivacyProfile&, PrivacyProfile&, const Effort&) = nullptr;
  /// Answers a question, with all members that a certificate contains. Throws std::invalid_argument if the question is
  /// invalid. Null: the answer is computed by `compute`.
  Answer (*answer)(const Query&, const Effort&, OtherPath&) = nullptr;

  /// Returns bounds that need no computation, with the name of an engine. Null: [0, 1] for a probability, no bounds
  /// for other quantities.
  Answer (*certain)(const Query&, const std::string& engine) = nullptr;
  /// Returns the number that a case file judges. Null: the first number of the answer.
  Answer (*number)(const Query&, const Effort&) = nullptr;
  /// Returns the subject in the form of a certificate. `vary` names the unknown parameter if the subject does not
  /// contain ?. Throws std::invalid_argument if the subject cannot be parsed. Null: the usual form for its kind of
  /// subject.
  std::string (*subject_text)(const std::string& mechanism, const std::string& vary) = nullptr;
  /// Returns the meaning of an option's value; empty if the value is clear without it. Null: the value itself.
  std::string (*option_text)(const std::string& option, const std::string& text) = nullptr;
  /// Completes the canonical form of a question, for example by an implied direction.
  void (*canonical)(Query&) = nullptr;
  /// Throws std::invalid_argument if numbers or options are invalid for the quantity or not in canonical form. These
  /// checks are in addition to the schema of the quantity.
  void (*check)(const Query&) = nullptr;

  // ---- properties ------------------------------------------------------------------------------

  /// True if the privacy profile alone determines the number. Such a quantity has its own command and is part of the C
  /// interface. Approximations of it can be judged, and searched for errors, at many arguments.
  bool of_profile = false;
  bool probability = false;  ///< its values lie in [0, 1]
  /// True if the quantity is about a class of mechanisms built from the pair (for example the best of several runs), so
  /// that its numbers are not those of the pair.
  bool selects = false;
  /// True if more than one number can be a correct answer (for example a maximiser that is not unique). Two correct
  /// enclosures may then be disjoint.
  bool several = false;
  Reading reading = Reading::none;
  DangerousSide dangerous = DangerousSide::none;
  std::optional<CertificateEntry> certificate{};  ///< present if there are certificates of the
                                                  ///< quantity
  QuantityWords words{};
  FoundOf found_of{};
  std::optional<ClaimEntry> claims{};  ///< present if claims about the quantity are judged

  /// Returns the name of the only argument; empty if there is none or several.
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
  /// Returns true if claims or certificates of the quantity have further values or findings.
  bool has_members() const { return certificate && certificate->members != nullptr; }
};

}  // namespace plumbline
