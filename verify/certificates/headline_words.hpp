/// The words of headlines: of one number, of a promise and what was found against it.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/check.hpp"
#include "reference/questions/registry.hpp"

namespace plumbline::headline {

bool is_confirmed(const CheckResult& result);
/// The text of a finding that the check proved.
std::string proved_finding(const CheckResult& result, const std::string& name);

/// What the certificate is about, as one names it: "epsilon at delta = 0.00001". Empty of quantities that have no
/// sentence here.
std::string name_in_short(const Quantity& quantity, const Certificate& c);
/// Of a quantity whose upper end is the careful one; empty of others.
std::string sentence(const Quantity& quantity, const Certificate& c, const Rational& upper);
/// Whether an upper end says nothing: infinity, or a probability of 1, while the lower end is far below.
bool says_nothing(const Quantity& quantity, const Certificate& c);
/// What is known of one direction alone is no guarantee, and what is not known is said.
std::vector<std::string> missing_words(const std::vector<std::string>& unknown,
                                       const std::vector<std::string>& one_sided,
                                       const std::string& direction);

/// What is promised, what was found against it, and the latter as a sentence of its own.
struct Told {
  std::string promise, proof, found;
};
/// Of a quantity that attacks bound from below and mechanisms from above.
Told told(const Quantity& promised, const std::string& at, const std::string& most,
          const std::string& least);

/// What members are, where these lines speak of them; empty otherwise.
std::string members_defined(const std::vector<std::string>& lines);
/// What a double is, likewise.
std::string doubles_defined(const std::vector<std::string>& lines);

std::string capital(std::string text);
std::string typed_or(const std::string& typed, const std::string& canonical);
std::string rounded_up(const std::string& number);
std::string rounded_down(const std::string& number);

}  // namespace plumbline::headline
