#include "verify/statement/member_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/roles.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/neighbour_words.hpp"

namespace plumbline::page {

MemberWords::MemberWords(const std::vector<Certificate>& certificates) {
  std::set<Rational> groups;
  for (const Certificate& c : certificates) {
    if (!role_of(c).empty()) continue;
    const bool attack = is_attack_text(c.mechanism);
    trials_ = trials_ || (attack && AttackText::parse(c.mechanism).kind() == AttackKind::trials);
    const auto h = attack ? attacked_hypotheses(c) : hypotheses_of(c);
    if (h && is_about_presence(*h)) groups.insert(stated_group(*h));
  }
  if (groups.size() == 1) group_ = *groups.begin();
}

bool MemberWords::fit(const Hypotheses& hypotheses) const {
  return is_about_presence(hypotheses) && is_about_all_records(hypotheses) && group_ &&
         *group_ == stated_group(hypotheses);
}

std::vector<std::string> MemberWords::definitions(const std::vector<std::string>& lines) const {
  const bool spoken = std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("member") != line.npos;
  });
  if (!spoken) return {};
  if (group_ && !(*group_ == Rational(1))) {
    return {
        fmt::format("Members are persons whose records, at most {} each, were in the data, "
                    "non-members are persons whose records were not.",
                    group_->text())};
  }
  return {std::string("Members are records that were in the data, non-members are records that "
                      "were not") +
          (trials_ ? "; in trials a member is a run with the record, a non-member a run without it."
                   : ".")};
}

}  // namespace plumbline::page
