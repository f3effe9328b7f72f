/// The items for which `certify` creates certificates, and the options for quantities that have their own commands.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/options/common_options.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// An item to certify, and the form in which the user wrote it.
struct CertifyItem {
  Query request;
  std::string written_at{};
  std::string label{};              ///< label for text output, if it differs from the quantity's
                                    ///< name
  std::string written_mechanism{};  ///< the mechanism as typed, if it differs from the requested
                                    ///< one
  NamedTexts written_more{};
};

/// The help text of --timeout.
inline constexpr const char* kCertificateLate =
    "then the certificate contains the enclosures known so far; for one value 60 unless given";

/// Returns the query for a quantity with the common options, without a mechanism.
Query certify_request(const std::string& quantity, const CommonOptions& common);

/// A FinishCertify adds --output and the action to a subcommand of `certify`. The action creates certificates of the
/// items.
using CertifyItems = std::function<std::vector<CertifyItem>()>;
using FinishCertify =
    std::function<void(Command* words, const CommonOptions& common, const CertifyItems& items)>;

/// Adds tpr, dpsgd, federated, gdp, convert, profile, selection, bounded-range, compose-tv, tv-limit, channel and
/// audit.
void add_further_certify_words(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
