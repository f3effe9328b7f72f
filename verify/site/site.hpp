/// A site of static pages: what the runs found of each accountant and each mechanism, how that went
/// over the nights, the documents, vectors and certificates. It works from a disk without network.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace plumbline {

struct SiteOptions {
  std::filesystem::path out;
  std::filesystem::path root = ".";               ///< of a checkout: documents and data
  std::filesystem::path results = "reports/out";  ///< of `verify` and `claims`
  std::filesystem::path history;                  ///< empty: none
  int certificates = 1;                           ///< made of so many violations of each accountant
  double seconds = 20;                            ///< that making one may take
  std::function<void()> poll = [] {};  ///< throws Interrupted when the user wants to stop
  std::function<void(const std::string&)> say = [](const std::string&) {};
};

struct SiteSummary {
  size_t pages = 0, certificates = 0;
};

/// Throws std::invalid_argument where there is nothing to show, or it cannot be written.
SiteSummary write_site(const SiteOptions& options);

}  // namespace plumbline
