/// A certificate: everything needed to compute a certified value again, and what was found. Plain
/// data as text; reading and writing it is verify/certificates/, checking it check.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/questions/ask.hpp"

namespace plumbline {

/// One of several numbers in a certificate.
struct NamedInterval {
  std::string name, lower, upper;
};

struct Certificate {
  int version = 2;  ///< of the format; those of version 1 have no witness
  std::string quantity;
  std::string mechanism;  ///< canonical expression
  std::string other;      ///< of a divergence
  std::string direction;
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

/// The certificate of what was just answered; what the user wrote is added by the caller. Throws
/// std::invalid_argument where there are none of that quantity.
Certificate certificate_of(const Query& query, const Answer& answer);

/// Of plumbline itself and all below.
NamedTexts versions();

}  // namespace plumbline
