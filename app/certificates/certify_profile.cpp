#include "app/certificates/certify_profile.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include "app/certificates/certify_words.hpp"
#include "app/running/values.hpp"
#include "reference/questions/whole_texts.hpp"
#include "verify/profiles/distribution_parts.hpp"

namespace plumbline {
namespace {

struct ProfileWords {
  CommonOptions common;
  std::string file, mechanism, from, side = "pessimistic";
  bool points = false;
};

void set_distribution(const ProfileWords& a, const StoredDistribution& part, Query* question) {
  const bool curve = !part.curve.empty();
  if (curve && !a.from.empty()) {
    throw std::invalid_argument(
        "--from is about epsilons; a trade-off curve is judged between its points");
  }
  if (!curve && a.points) throw std::invalid_argument("--points is about trade-off curves");
  if (curve) question->quantity = "tradeoff_curve";
  question->options = curve ? NamedTexts{{"points", points_text(part.curve)}}
                            : NamedTexts{{"distribution", masses_text(part.masses)}};
  if (a.side == "optimistic") question->options.emplace_back("side", a.side);
  if (a.points) question->options.emplace_back("between", "nothing");
}

/// Returns one item for each direction in the file; for a file with a single distribution, one item in the requested
/// direction.
std::vector<CertifyItem> profile_items(const ProfileWords& a) {
  CertifyItem item{certify_request("profile", a.common)};
  item.request.mechanism = a.mechanism;
  if (!a.from.empty()) item.request.at = {{"from", read_value("from", a.from).text()}};
  const Direction asked = item.request.direction;
  const ProfileSide side =
      a.side == "optimistic" ? ProfileSide::optimistic : ProfileSide::pessimistic;
  const auto parts = parts_for(read_distributions(a.file, side), asked);
  std::vector<CertifyItem> out;
  for (const StoredDistribution& part : parts) {
    CertifyItem one = item;
    one.request.direction = part_direction(parts, part, asked);
    set_distribution(a, part, &one.request);
    one.label = one.request.quantity + "(" + a.file + ")";
    out.push_back(one);
  }
  return out;
}

}  // namespace

void add_certify_profile(Command& certify, const FinishCertify& finish) {
  const auto a = std::make_shared<ProfileWords>();
  Command* command = certify.add_subcommand("profile",
                                            "by how much the distribution, or trade-off curve, of "
                                            "another accountant is on the wrong side, "
                                            "at most");
  command->add_option("file", a->file, "a distribution, as profile check reads it")->required();
  command->add_option("mechanism", a->mechanism, "mechanism expression")->required();
  command->add_option("--from", a->from,
                      "smallest epsilon of the promise (default: every real epsilon)");
  command->add_option("--side", a->side, "what the distribution promises")
      ->check(one_of({"pessimistic", "optimistic"}))
      ->capture_default_str();
  command->add_flag("--points", a->points,
                    "a trade-off curve promises its points alone, and no lines between them");
  add_common_options(*command, a->common, true);
  command->footer(
      "Example: plumbline certify profile pld.json 'gaussian(sigma=1)' -o certificate.json");
  finish(command, a->common, [a] { return profile_items(*a); });
}

}  // namespace plumbline
