#include "verify/claims/judging/two_mechanisms.hpp"

#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/values/larger.hpp"
#include "verify/claims/claim_quantity.hpp"

namespace plumbline {
namespace {

Certified asked(const Query& question, const Effort& effort, TwoPaths paths) {
  constexpr int kMoreDigits = 12;
  OtherPath path;
  path.wanted = paths == TwoPaths::others;
  const Certified found = answer(question, effort, path).value;
  if (!path.wanted || path.taken) return found;
  // Closed forms have a single computation path: the check evaluates the same formulas at another precision.
  Query sharper = question;
  sharper.digits += kMoreDigits;
  return answer(sharper, effort).value;
}

Query question_about(const Claim& claim, const std::string& quantity, const Effort& effort) {
  Query out;
  out.quantity = quantity;
  out.mechanism = claim.mechanism;
  out.direction = claim.direction;
  out.digits = effort.digits;
  return out;
}

/// Returns R(prior) of one of the two mechanisms.
Certified bayes_error_of(const std::string& mechanism, const Claim& claim, const Effort& effort,
                         TwoPaths paths) {
  Query question = question_about(claim, "bayes", effort);
  question.mechanism = mechanism;
  question.at = {{"prior", claim.argument("prior").value.as_rational().text()}};
  return asked(question, effort, paths);
}

/// Returns the Delta-divergence of the first mechanism from the second.
Certified divergence_between(const std::string& first, const std::string& second,
                             const Claim& claim, const Effort& effort, TwoPaths paths) {
  Query question = question_about(claim, "divergence", effort);
  question.mechanism = first;
  question.other = second;
  return asked(question, effort, paths);
}

std::string command_of(const Claim& claim, const std::string& words) {
  return "plumbline " + words + " --direction " + direction_name(claim.direction) + " --digits 20";
}

}  // namespace

Truth truth_of_two(const Claim& claim, const Effort& effort, TwoPaths paths) {
  if (!claim.at.empty()) {
    return {difference(bayes_error_of(claim.mechanism, claim, effort, paths),
                       bayes_error_of(claim.other, claim, effort, paths))};
  }
  const Certified there = divergence_between(claim.mechanism, claim.other, claim, effort, paths);
  if (claim.quantity == "divergence") return {there};
  const Certified back = divergence_between(claim.other, claim.mechanism, claim, effort, paths);
  return {larger(there, back, effort.digits)};
}

std::string two_commands(const Claim& claim) {
  const std::string first = "'" + claim.mechanism + "'", second = "'" + claim.other + "'";
  if (claim.at.empty()) return command_of(claim, "divergence " + first + " " + second);
  const std::string at = " --prior " + claim.at.front().number.text;
  return command_of(claim, "bayes " + first + at) + "; " +
         command_of(claim, "bayes " + second + at);
}

}  // namespace plumbline
