/// Local privacy of row-stochastic matrices. `channel` answers with the Dobrushin coefficient, the smallest epsilon
/// (omitted if none exists) and the contraction coefficient. A check computes these numbers in another way: each pair
/// of rows is a mechanism finite(P=,Q=).
#include "reference/channels/channel_text.hpp"
#include "reference/channels/channel_values.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the privacy profile of the pair P, Q: two rows of a channel.
PrivacyProfile pair_of_rows(const std::vector<Rational>& P, const std::vector<Rational>& Q) {
  return {Composition::parse("finite(P=" + list_text(P) + ",Q=" + list_text(Q) + ")"),
          Direction::forward, "auto"};
}

/// Returns the maximum of `value` over all ordered pairs of different rows; 0 if there is a single row.
template <class Value>
Ball largest_of_pairs(const std::string& text, const Value& value) {
  const std::vector<std::vector<Rational>> rows = channel_rows(text);
  Ball out(Bits{64});
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t j = 0; j < rows.size(); ++j) {
      if (i == j) continue;
      PrivacyProfile profile = pair_of_rows(rows[i], rows[j]);
      out = max(out, value(profile));
    }
  }
  return out;
}

Certified value_of(const Ball& x, int digits) {
  return certified({x, {}}, "closed_form", digits, true);
}

Answer answer_channel(const Query& question, const Effort& effort, OtherPath& path) {
  path.taken = path.wanted;
  const Channel channel = channel_of_text(question.mechanism);
  const LocalPrivacy local = local_privacy(channel);
  const int digits = effort.digits;
  const Bits p = bits_for_digits(digits) + 64;
  const auto eta = [&] {
    if (!path.wanted) return certified_eta(local, digits);
    return value_of(largest_of_pairs(question.mechanism,
                                     [&](PrivacyProfile& profile) {
                                       return total_variation(profile, effort).value();
                                     }),
                    digits);
  };
  Answer out{.value = eta(), .explanation = "the largest over pairs of rows"};
  if (local.epsilon) {
    const Certified epsilon =
        path.wanted ? value_of(largest_of_pairs(question.mechanism,
                                                [&](PrivacyProfile& profile) {
                                                  const auto loss = profile.largest_finite_loss();
                                                  if (!loss) return Ball::indeterminate(p);
                                                  return (*loss)(p);
                                                }),
                               digits)
                    : certified_epsilon(local, digits).value();
    out.values.push_back({"epsilon", epsilon});
  }
  if (channel.inputs() > 1) {
    out.values.push_back(
        {"contraction", certified_contraction(contraction_coefficient(channel, effort), digits)});
  }
  return out;
}

Answer answer_channel_delta(const Query& question, const Effort& effort, OtherPath& path) {
  path.taken = path.wanted;
  const Real epsilon(question.number("epsilon"));
  const auto value = [&] {
    if (!path.wanted)
      return certified_delta(channel_of_text(question.mechanism), epsilon, effort.digits);
    return value_of(largest_of_pairs(question.mechanism,
                                     [&](PrivacyProfile& profile) {
                                       return delta(profile, epsilon, effort).value();
                                     }),
                    effort.digits);
  };
  return {.value = value(), .explanation = "the largest over pairs of rows"};
}

AllMembers members_of_channel(const Query&, bool) {
  return {.values = {.allowed = {"epsilon", "contraction"}}};
}

}  // namespace

namespace {

const char* const kByPairs = "by pairs of rows";

Quantity channel_entry() {
  return {.name = "channel",
          .summary = "local privacy, total variation and contraction of a row-stochastic matrix",
          .subject = Subject::channel,
          .choices = {{}},
          .directions = Directions::worst,
          .answer = answer_channel,
          .certificate = CertificateEntry{.computed = Computed::by_formulas,
                                          .members = members_of_channel,
                                          .other_path = kByPairs},
          .words = {.meaning = "The largest total variation between two rows of the channel "
                               "(Dobrushin coefficient)",
                    .values = {{"epsilon", "The smallest epsilon of local differential privacy"},
                               {"contraction", "The contraction coefficient of kl and chi2"}}}};
}

Quantity channel_delta_entry() {
  return {
      .name = "channel_delta",
      .summary = "smallest delta of local differential privacy at epsilon",
      .subject = Subject::channel,
      .choices = {{"epsilon"}},
      .directions = Directions::worst,
      .answer = answer_channel_delta,
      .certificate = CertificateEntry{.computed = Computed::by_formulas, .other_path = kByPairs},
      .words = {.meaning = "The smallest delta of (epsilon, delta)-local differential privacy of "
                           "the channel, at epsilon = {}"}};
}

}  // namespace

QuantityFamily channel_entries() { return {channel_entry(), channel_delta_entry()}; }

}  // namespace plumbline
