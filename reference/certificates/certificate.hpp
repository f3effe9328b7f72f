/// A certificate: all data that are needed to compute a certified value again, and the results. It is plain text
/// data; verify/certificates/ reads and writes it, check.hpp checks it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/questions/ask.hpp"

namespace plumbline {

struct Answer;

/// A named number in a certificate, with the ends of its enclosure.
struct NamedInterval {
  std::string name, lower, upper;
};

/// The first version of the format that contains hypotheses.
inline constexpr int kStatesHypotheses = 3;

struct Certificate {
  /// The version of the format: version 1 has no witness, versions 1 and 2 have no hypotheses.
  int version = kStatesHypotheses;
  std::string quantity;
  std::string mechanism;  ///< canonical expression
  std::string other;      ///< the second mechanism of a divergence
  std::string direction;
  /// The stated hypotheses of `mechanism` and `other`; null in versions 1 and 2, and if there is no mechanism (a
  /// channel, an attack).
  HypothesesPtr hypotheses, other_hypotheses;
  std::string argument, at;  ///< name and exact number; empty if the quantity has none
  NamedTexts target;         ///< several arguments by name, such as the target of a calibration
  NamedTexts options;        ///< options of the request: `vary`, `hyperprior`
  std::string lower, upper;  ///< decimals; "-inf" and "inf" if nothing is known
  std::string digits;        ///< -log10 of the relative width of [lower, upper], or "exact"
  std::vector<NamedInterval> values;  ///< further numbers, with enclosures
  NamedTexts findings;                ///< see docs/certificates.md
  bool reached = false;
  std::string digits_asked, engine_asked;
  std::string written_mechanism, written_other, written_at;  ///< as the user wrote them
  NamedTexts written_more;  ///< the user's text of target and options, by name
  std::string engine;
  NamedTexts parameters;
  NamedTexts budget;  ///< quadrature, truncation, discretisation, rounding
  NamedTexts versions;
  std::vector<std::pair<std::string, std::vector<std::string>>> witness;  ///< see witness.hpp
};

/// Returns the certificate of an answer; the caller adds the texts as the user wrote them. The hypotheses in it are
/// those of its canonical expressions. Throws std::invalid_argument if the quantity has no certificates.
Certificate certificate_of(const Query& query, const Answer& answer);

/// Returns the certificate in version 2 of the format, which has no hypotheses.
Certificate in_version_2(Certificate certificate);

/// Returns the versions of plumbline and of all libraries that it uses.
NamedTexts versions();

}  // namespace plumbline
