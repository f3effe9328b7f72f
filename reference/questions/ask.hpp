/// Answers to questions.
#pragma once

#include <map>

#include "reference/engines/effort.hpp"
#include "reference/quantities/refined/turns.hpp"
#include "reference/questions/canonical.hpp"

namespace plumbline {

/// Computes what is asked, with nothing kept from earlier questions: the same again gives the same. Throws
/// std::invalid_argument where the question makes no sense, or its answer is no number.
Answer answer(const Query& question, const Effort& effort);
/// On another path, where one is wanted and there is one.
Answer answer(const Query& question, const Effort& effort, OtherPath& path);

/// Profiles kept for further questions about the same composition by the same engine: a later answer may
/// take node values of an earlier one, and never its enclosure. For one thread.
class KeptProfiles {
 public:
  /// Throws std::invalid_argument.
  PrivacyProfile of(const std::string& mechanism, Direction direction, const std::string& engine);

 private:
  std::map<std::pair<std::string, std::string>, PrivacyProfile> profiles_;
};
/// As answer(), with what is kept; a number that is infinite is an infinite_answer(), which says why.
Answer answer(const Query& question, const Effort& effort, KeptProfiles& kept);
/// Whether that takes a profile kept.
bool keeps_profile(const Quantity& entry);

/// The one number that a case is about, to the digits of the effort.
Answer number_asked(Query question, const Effort& effort);

/// Certainly infinite.
Answer infinite_answer(const std::string& engine);

/// Throws std::invalid_argument where the numbers and words of a question are none for the quantity, or
/// not in canonical form.
void check_question(const Query& question);
/// The names among the choices of the quantity that are all in `given`, and no others; throws
/// std::invalid_argument.
std::vector<std::string> chosen_arguments(const Quantity& entry,
                                          const std::vector<std::string>& given);

/// A profile for the first, or the second, mechanism of a question.
PrivacyProfile first_profile(const Query& question, OtherPath& path);
PrivacyProfile second_profile(const Query& question, OtherPath& path);

/// What is certain of a quantity without a computation.
Certified certain_before(const Quantity& quantity, const std::string& engine);
/// A quantity of one mechanism at an argument, refined. Throws what its `compute` throws.
Extended refined(const Quantity& quantity, PrivacyProfile& profile, const Real& at,
                 const Effort& effort, SoFar<Extended> so_far = {});

}  // namespace plumbline
