/// A certificate: everything needed to compute a certified value again, and what was found. Plain
/// data as text; reading and writing it is verify/certificates/, checking it check.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/quantities.hpp"

namespace plumbline {

/// What is asked: enough to compute it again.
struct CertificateRequest {
  std::string quantity;   ///< see request.hpp
  std::string mechanism;  ///< an expression; of a calibration, with one parameter written ?
  std::string other;      ///< the second mechanism of a divergence or comparison, otherwise empty
  Direction direction = Direction::worst;
  std::optional<Rational> at;  ///< the argument; empty where the quantity has none
  int digits = 15;             ///< relative digits
  std::string engine = "auto";
  std::string other_engine{};  ///< for the second mechanism; empty: the same
  NamedRationals target{};     ///< further exact numbers of the request, by name
  NamedTexts options{};        ///< its words: `vary`, `hyperprior`
};

struct NamedValue {
  std::string name;
  Certified value;
};

/// What an engine gave for it.
struct Derived {
  Certified value;
  NamedTexts parameters;             ///< of the engine, for what it computed last
  std::optional<std::string> prior;  ///< of a divergence: where its maximum is
  std::string explanation;           ///< for --explain
  std::vector<NamedValue> values{};  ///< further numbers, each with its enclosure
  NamedTexts findings{};  ///< what was found that is no enclosure: a verdict, a safe value
  std::optional<Comparison> comparison{};  ///< of a comparison, for printing
  std::optional<Rational> safe{};          ///< of a calibration: the finding as a number
  std::optional<double> safe_double{};     ///< likewise
};

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

/// Computes what is asked, with nothing kept from earlier requests: the same again gives the same.
/// With `vary`, on another path where the engine has one, and `varied` says whether it has. Throws
/// std::invalid_argument when the request makes no sense.
Derived derive(const CertificateRequest& request, const Effort& effort, bool vary = false,
               bool* varied = nullptr);

/// Digits to which a value asked to so many is printed.
inline constexpr int kCertificateSpareDigits = 4;

/// The certificate of a value just derived; what the user wrote is added by the caller.
Certificate certificate_of(const CertificateRequest& request, const Derived& derived);

/// Of plumbline itself and all below.
NamedTexts versions();

}  // namespace plumbline
