/// The pages, each from the data alone.
#pragma once

#include <map>

#include "verify/site/data.hpp"
#include "verify/site/page.hpp"
#include "verify/site/site.hpp"

namespace plumbline {

/// Where an accountant's and a family's pages are.
std::string accountant_place(const std::string& tool);
std::string family_place(const std::string& family);

/// Certificates of violations, by the command that prints the same value.
using CertificatePlaces = std::map<std::string, std::string>;

/// Makes certificates of the worst violations of each accountant, and writes them.
CertificatePlaces write_violation_certificates(const SiteData& data, const SiteOptions& options,
                                               SiteFolder* site);

void write_scoreboard_page(const SiteData& data, SiteFolder* site);
void write_accountant_pages(const SiteData& data, const SiteOptions& options,
                            const CertificatePlaces& certificates, SiteFolder* site);
void write_mechanism_pages(const SiteData& data, const SiteOptions& options, SiteFolder* site);
/// What releases of accountants mended and broke.
void write_releases_page(const SiteData& data, SiteFolder* site);
/// nights.html, and a page for each night.
void write_night_pages(const SiteData& data, SiteFolder* site);
/// statements.html, vectors.html, certificates.html and everything below docs/.
void write_documents(const SiteOptions& options, SiteFolder* site);
void write_vector_page(const SiteOptions& options, SiteFolder* site);
void write_certificate_page(const SiteOptions& options, const CertificatePlaces& made,
                            SiteFolder* site);

/// The tables of releases.html for a page at `place`, of one tool alone where it is named; empty where
/// no question was asked of two releases.
std::string releases_html(const SiteData& data, const std::string& place,
                          const std::string& tool = "");

/// The board's rows that `chosen` has, for a page at `place`.
SortableTable board_table(const SiteData& data, const std::string& place,
                          const std::function<bool(const BoardRow&)>& chosen);

}  // namespace plumbline
