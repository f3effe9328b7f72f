/// The items for which `certify` makes certificates, and the options for those quantities that have
/// commands of their own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/options/common_options.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// Something to certify, and how the user put it.
struct CertifyItem {
  Query request;
  std::string written_at{};
  std::string label{};              ///< for text output, where it is not the quantity's name
  std::string written_mechanism{};  ///< where it is not the one asked
  NamedTexts written_more{};
};

/// The help text of --timeout.
inline constexpr const char* kCertificateLate =
    "then the certificate says what is known; for one value 60 unless given";

/// Returns the query apart from the mechanism.
Query certify_request(const std::string& quantity, const CommonOptions& common);

/// Gives a subcommand of `certify` its --output and what it does: certificates of the items.
using CertifyItems = std::function<std::vector<CertifyItem>()>;
using FinishCertify =
    std::function<void(Command* words, const CommonOptions& common, const CertifyItems& items)>;

/// tpr, dpsgd, gdp, selection, bounded-range, compose-tv, tv-limit, channel.
void add_further_certify_words(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
