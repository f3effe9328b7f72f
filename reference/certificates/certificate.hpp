/// A certificate: everything needed to compute a certified value again, and what was found. Plain
/// data as text; reading and writing it is verify/certificates/, checking it check.hpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/questions/ask.hpp"

namespace plumbline {

struct Answer;

/// One of several numbers in a certificate.
struct NamedInterval {
  std::string name, lower, upper;
};

/// The first version of the format that states hypotheses.
inline constexpr int kStatesHypotheses = 3;

struct Certificate {
  /// The version of the format: version 1 has no witness, versions 1 and 2 have no hypotheses.
  int version = kStatesHypotheses;
  std::string quantity;
  std::string mechanism;  ///< canonical expression
  std::string other;      ///< of a divergence
  std::string direction;
  /// The hypotheses of `mechanism` and `other` as they are stated; null in versions 1 and 2, and where
  /// there is no mechanism: a channel, an attack.
  HypothesesPtr hypotheses, other_hypotheses;
  std::string argument, at;  ///< name and exact number; empty where the quantity has none
  NamedTexts target;         ///< several such: what a calibration is to meet
  NamedTexts options;        ///< words of the request: `vary`, `hyperprior`
  std::string lower, upper;  ///< decimals; "-inf" and "inf" where nothing is known
  std::string digits;        ///< -log10 of the relative width of [lower, upper], or "exact"
  std::vector<NamedInterval> values;  ///< further numbers, enclosed as the first one is
  NamedTexts findings;                ///< see docs/certificates.md
  bool reached = false;
  std::string digits_asked, engine_asked;
  std::string written_mechanism, written_other, written_at;  ///< as the user wrote them
  NamedTexts written_more;  ///< the same for target and options, by name
  std::string engine;
  NamedTexts parameters;
  NamedTexts budget;  ///< quadrature, truncation, discretisation, rounding
  NamedTexts versions;
  std::vector<std::pair<std::string, std::vector<std::string>>> witness;  ///< see witness.hpp
};

/// The certificate of what was just answered; what the user wrote is added by the caller. Its hypotheses are
/// those of its canonical expressions. Throws std::invalid_argument where there are no that quantity.
Certificate certificate_of(const Query& query, const Answer& answer);

/// The certificate in an earlier version of the format, which states no hypotheses.
Certificate in_version_2(Certificate certificate);

/// Returns the versions of plumbline and all libraries below.
NamedTexts versions();

}  // namespace plumbline
