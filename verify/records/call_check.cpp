#include <chrono>
#include <nlohmann/json.hpp>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/certificates/check.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/certificates/check_record.hpp"
#include "verify/records/call_verbs.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr long kMostCheckDigits = 10000;
constexpr double kLongestCheck = 1e9;  // longer times would overflow the clock

/// Returns a poll that ends the work if `poll` does, or `seconds` seconds from now; 0 means no limit.
Poll within_seconds(double seconds, const Poll& poll) {
  if (seconds <= 0 || seconds > kLongestCheck) return poll;
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  return [poll, deadline] {
    poll();
    if (Clock::now() > deadline) throw Interrupted{};
  };
}

/// Returns the certificates of an object, or of the text of a file. An invalid member of a bundle is reported and
/// does not prevent the check of the other members.
std::vector<ReadMember> members_of(const Json& given) {
  return read_members(given.is_string() ? given.get<std::string>() : given.dump());
}

Json checked_member(const ReadMember& member, size_t index, size_t count, const CheckOptions& how) {
  if (!member.certificate) {
    return {{"index", index}, {"verdict", "not_a_certificate"}, {"problem", member.problem}};
  }
  const Stopwatch watch;
  const CheckResult result = check(*member.certificate, how);
  Json out = check_json({"", index, count, watch.seconds()}, *member.certificate, result);
  out.erase("file");
  return out;
}

}  // namespace

Json call_check(CallMembers& members, const Poll& poll) {
  const Json& certificate = members.member("certificate");
  CheckOptions options;
  options.digits = static_cast<int>(members.whole_or("digits", options.digits, kMostCheckDigits));
  const double seconds = members.positive_or_none("seconds");
  members.refuse_others();
  const std::vector<ReadMember> all = members_of(certificate);
  Json out = {{"schema", "check/2"}, {"certificates", Json::array()}};
  for (size_t i = 0; i < all.size(); ++i) {
    options.poll = within_seconds(seconds, poll);
    out["certificates"].push_back(checked_member(all[i], i + 1, all.size(), options));
  }
  return out;
}

}  // namespace plumbline
