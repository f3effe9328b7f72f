#include "app/certificates/certify_profile.hpp"

#include <memory>
#include <stdexcept>

#include "app/certificates/certify_words.hpp"
#include "app/running/values.hpp"
#include "verify/profiles/distribution_file.hpp"

namespace plumbline {
namespace {

struct ProfileWords {
  CommonOptions common;
  std::string file, mechanism, from;
};

/// Returns the masses in the form of the options of a question.
std::string distribution_text(const LossMasses& masses) {
  std::string out;
  for (const LossMasses::Atom& one : masses.atoms) {
    out += one.loss.text() + ":" + one.mass.text() + ",";
  }
  return out + "inf:" + masses.infinite.text();
}

/// Returns one item for each direction in the file; for a file with a single distribution, one item in the requested
/// direction.
std::vector<CertifyItem> profile_items(const ProfileWords& a) {
  CertifyItem item{certify_request("profile", a.common)};
  item.request.mechanism = a.mechanism;
  if (!a.from.empty()) item.request.at = {{"from", read_value("from", a.from).text()}};
  const auto parts = read_distributions(a.file, ProfileSide::pessimistic);
  std::vector<CertifyItem> out;
  for (const StoredDistribution& part : parts) {
    if (!part.curve.empty()) {
      throw std::invalid_argument("certificates are of masses; a trade-off curve has none");
    }
    const bool asked = item.request.direction != Direction::worst;
    if (parts.size() > 1 && asked && part.direction != item.request.direction) continue;
    CertifyItem one = item;
    if (parts.size() > 1 && part.direction) one.request.direction = *part.direction;
    one.request.options = {{"distribution", distribution_text(part.masses)}};
    one.label = "profile(" + a.file + ")";
    out.push_back(one);
  }
  return out;
}

}  // namespace

void add_certify_profile(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<ProfileWords>();
  Command* command = certify.add_subcommand(
      "profile", "by how much delta exceeds that of a distribution of another accountant, at most");
  command->add_option("file", a->file, "a distribution, as profile check reads it")->required();
  command->add_option("mechanism", a->mechanism, "mechanism expression")->required();
  command->add_option("--from", a->from,
                      "smallest epsilon of the promise (default: every real epsilon)");
  add_common_options(*command, a->common, true);
  command->footer(
      "Example: plumbline certify profile pld.json 'gaussian(sigma=1)' -o certificate.json");
  finish(command, a->common, [a] { return profile_items(*a); });
}

}  // namespace plumbline
