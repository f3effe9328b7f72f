/// The mechanism that --claim names, and the text that states what an attack on this claim refutes.
#include "app/audits/claim_word.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "app/audits/audit_words.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/values.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/mechanisms/hypotheses/attacked.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {

Composition claimed_mechanism(const std::string& claim) {
  const std::string promised = "a promised epsilon is tested by --claim-epsilon E --claim-delta D";
  refuse_file("--claim", claim,
              "plumbline statement " + claim +
                  " attack.json -o page.html` compares "
                  "its certificates with an attack's (of `certify audit`); " +
                  promised);
  if (number_or_none(claim)) {
    throw std::invalid_argument(
        "--claim takes a mechanism, such as gaussian(sigma=2), not the "
        "number " +
        claim + ": " + promised);
  }
  return Composition::parse(claim);
}

std::string refuted_words(const std::string& mechanism, bool promised) {
  if (promised) return mechanism;
  return "outputs with and without the record as private as the pair of " + mechanism +
         " alone, which says nothing about the mechanism";
}

std::string claimed_text(const Composition& claimed, const std::string& direction) {
  const std::string warning = mixed_warning(claimed.hypotheses());
  if (!warning.empty()) fmt::print(stderr, "plumbline: warning: {}\n", one_line(warning));
  return refuted_words(claimed.expression(),
                       covers(claimed.hypotheses(), *attacked_hypotheses(direction_of(direction))));
}

}  // namespace plumbline
