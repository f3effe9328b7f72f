#include "app/certificates/certify_profile.hpp"

#include <memory>
#include <utility>

#include "app/certificates/certify_words.hpp"
#include "app/running/values.hpp"
#include "verify/profiles/distribution_file.hpp"
#include "verify/profiles/excess_question.hpp"

namespace plumbline {
namespace {

struct ProfileWords {
  CommonOptions common;
  std::string file, mechanism, from, side = "pessimistic";
  bool points = false;
};

/// Returns one item for each direction in the file. For a file with a single distribution, returns one item in the
/// requested direction.
std::vector<CertifyItem> profile_items(const ProfileWords& a) {
  const CertifyItem item{certify_request("profile", a.common)};
  Query asked = item.request;
  asked.mechanism = a.mechanism;
  ExcessPromise promise;
  if (a.side == "optimistic") promise.side = ProfileSide::optimistic;
  if (!a.from.empty()) promise.from = read_value("from", a.from);
  promise.points = a.points;
  std::vector<CertifyItem> out;
  for (const Query& question :
       excess_questions(asked, read_distributions(a.file, promise.side), promise)) {
    out.push_back(item);
    out.back().request = question;
    out.back().label = question.quantity + "(" + a.file + ")";
  }
  return out;
}

}  // namespace

void add_certify_profile(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<ProfileWords>();
  Command* command = certify.add_subcommand("profile",
                                            "upper bound on how far another accountant's "
                                            "distribution or trade-off curve is on the wrong side");
  command->add_option("file", a->file, "a distribution in a format that profile check reads")
      ->required();
  command->add_option("mechanism", a->mechanism, "mechanism expression")->required();
  command->add_option("--from", a->from,
                      "smallest epsilon of the promise (default: every real epsilon)");
  command->add_option("--side", a->side, "what the distribution promises")
      ->check(one_of({"pessimistic", "optimistic"}))
      ->capture_default_str();
  command->add_flag("--points", a->points,
                    "a trade-off curve promises only its points, not the lines between them");
  add_common_options(*command, a->common, true);
  command->footer(
      "Example: plumbline certify profile pld.json 'gaussian(sigma=1)' -o certificate.json");
  finish(command, a->common, [a] { return profile_items(*a); });
}

}  // namespace plumbline
