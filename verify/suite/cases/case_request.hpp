/// A request about one number (or one verdict), as a case asks it: everything the program's
/// commands can certify, by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/engines/named_texts.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

/// The request in its own words. `at` has the arguments by name, as text.
struct CaseRequest {
  std::string quantity;
  std::string mechanism, other;  ///< empty where the quantity takes none
  Direction direction = Direction::worst;
  NamedTexts at{};

  /// "delta(epsilon=1) of gaussian(sigma=1), forward".
  std::string shown() const;
  /// The argument of that name; nothing where it was not given.
  std::optional<std::string> text(const std::string& name) const;
  /// The same as an exact number; throws std::invalid_argument where it is missing or none, or
  /// where it is irrational and a rational is asked for.
  Real real(const std::string& name) const;
  Rational number(const std::string& name) const;
  /// An integer in [0, 10^9]; throws std::invalid_argument otherwise.
  long whole(const std::string& name) const;
  /// A list of numbers between commas; throws std::invalid_argument where it is none.
  std::vector<Rational> numbers(const std::string& name) const;
};

struct Answer {
  Certified value;
  /// For quantities that end in a word ("cross"); empty for the others.
  std::string word{};
  /// The difference of delta up to which a comparison's word holds; empty where it holds exactly.
  std::string margin{};
};

/// What can be asked. One entry per name; the families are in *_quantities.cpp.
struct CaseQuantityEntry {
  std::string name;
  std::string summary;
  /// "mechanism", "mechanism with ?", "steps", "channel"; empty: the quantity takes none.
  std::string mechanism;
  bool other = false;
  std::vector<std::string> required{}, optional{};  ///< names in `at`
  /// Some of these must be there (the targets of a calibration), whatever they are called.
  bool any_names = false;
  /// Throws std::invalid_argument on texts that are no mechanism or number, or out of range.
  Answer (*answer)(const CaseRequest&, const Effort&);
  Direction usual = Direction::worst;  ///< where the request does not say
};

/// Beyond quantity_registry() and "divergence".
const std::vector<CaseQuantityEntry>& case_quantity_registry();
/// Nothing when there is none of that name.
const CaseQuantityEntry* find_case_quantity(const std::string& name);

/// Reads the request's mechanisms without computing; throws std::invalid_argument on texts that
/// are none. Mechanism "" stands where `rows` describes a channel.
void check_mechanisms(const CaseRequest& request);
/// Answers any request: of case_quantity_registry(), quantity_registry(), or "divergence".
Answer answer(const CaseRequest& request, const Effort& effort);
/// The names of the arguments the quantity needs, also of the older quantities. Throws
/// std::invalid_argument, naming the known ones, on an unknown quantity.
std::vector<std::string> required_arguments(const std::string& quantity);

/// The families of case_quantity_registry().
std::vector<CaseQuantityEntry> moment_quantities();
std::vector<CaseQuantityEntry> comparison_quantities();
std::vector<CaseQuantityEntry> total_variation_quantities();
std::vector<CaseQuantityEntry> channel_quantities();

}  // namespace plumbline
