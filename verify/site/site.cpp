#include "verify/site/site.hpp"

#include "verify/site/pages.hpp"

namespace plumbline {

SiteSummary write_site(const SiteOptions& options) {
  const SiteData data = read_site_data(options.results, options.history);
  SiteFolder site(options.out);
  const CertificatePlaces certificates = write_violation_certificates(data, options, &site);
  write_scoreboard_page(data, &site);
  write_accountant_pages(data, options, certificates, &site);
  write_mechanism_pages(data, options, &site);
  write_releases_page(data, &site);
  write_night_pages(data, &site);
  options.say("documents");
  write_documents(options, &site);
  write_vector_page(options, &site);
  write_certificate_page(options, certificates, &site);
  return {site.pages(), certificates.size()};
}

}  // namespace plumbline
