#include "reference/channels/channel_values.hpp"

#include "reference/arithmetic/constants.hpp"
#include "reference/regions/tv_steps.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

const Bits kRough{64};  // enough to decide if a divergence is infinite

/// Returns 1, the maximum of the divergence, for the total variation (balls around it may exceed 1); nothing for other
/// functions.
std::optional<Rational> largest_value(const ConvexFunction& f) {
  return f.name == "tv" ? std::optional(kOne) : std::nullopt;
}

/// Calls visit(row, other row) for all pairs of different rows.
template <class Visit>
void for_pairs_of_rows(const Channel& channel, const Visit& visit) {
  for (size_t x = 0; x < channel.inputs(); ++x) {
    for (size_t other = 0; other < channel.inputs(); ++other) {
      if (x != other) visit(channel.row(x), channel.row(other));
    }
  }
}

/// Returns the value of a divergence, a probability or a ratio of these: it is at least 0 and at most `most`.
Certified channel_value(const std::function<Ball(Bits)>& at, int digits,
                        const std::optional<Rational>& most = {}) {
  return limited(certified_at(at, "channel", digits), Rational(0), most);
}

Extended infinite_epsilon() { return Extended::infinity("the channel's epsilon is infinite"); }
Extended infinite_divergence() { return Extended::infinity("this divergence is infinite"); }

std::vector<Rational> rationals(const std::vector<Real>& law) {
  std::vector<Rational> out;
  for (const Real& x : law) out.push_back(*x.rational());
  return out;
}

}  // namespace

Extended certified_epsilon(const LocalPrivacy& local, int digits) {
  if (!local.epsilon) return infinite_epsilon();
  return channel_value([&](Bits p) { return (*local.epsilon)(p); }, digits);
}

Certified certified_eta(const LocalPrivacy& local, int digits) {
  return channel_value([&](Bits p) { return local.eta(p); }, digits, kOne);
}

Certified certified_delta(const Channel& channel, const Real& epsilon, int digits) {
  return channel_value([&](Bits p) { return local_delta(channel, epsilon, p); }, digits, kOne);
}

Certified certified_contraction(const Contraction& contraction, int digits) {
  return channel_value([&](Bits) { return contraction.value; }, digits, kOne);
}

Certified contraction_bound(const LocalPrivacy& local, int digits) {
  return channel_value([&](Bits p) { return largest_contraction(local.epsilon, local.eta, p); },
                       digits, kOne);
}

Extended contraction_bound_by_epsilon(const LocalPrivacy& local, int digits) {
  if (!local.epsilon) return infinite_epsilon();
  const auto at = [&](Bits p) {
    return square(largest_total_variation((*local.epsilon)(p), Ball(p)));
  };
  return channel_value(at, digits, kOne);
}

Extended divergence_of_laws(const ConvexFunction& f, const std::vector<Real>& P,
                            const std::vector<Real>& Q, int digits) {
  if (!f_divergence(f, P, Q, kRough)) return infinite_divergence();
  return channel_value([&](Bits p) { return *f_divergence(f, P, Q, p); }, digits, largest_value(f));
}

Extended largest_between_rows(const Channel& channel, const ConvexFunction& f, int digits) {
  bool finite = true;
  for_pairs_of_rows(channel, [&](const auto& P, const auto& Q) {
    finite = finite && f_divergence(f, P, Q, kRough);
  });
  if (!finite) return infinite_divergence();
  const auto at = [&](Bits p) {
    Ball best(p);
    for_pairs_of_rows(channel, [&](const auto& P, const auto& Q) {
      best = max(best, *f_divergence(f, P, Q, p));
    });
    return best;
  };
  return channel_value(at, digits, largest_value(f));
}

Extended divergence_bound(const LocalPrivacy& local, const ConvexFunction& f, int digits) {
  if (!largest_f_divergence(f, local.epsilon, local.eta, kRough)) return infinite_divergence();
  const auto at = [&](Bits p) { return *largest_f_divergence(f, local.epsilon, local.eta, p); };
  return channel_value(at, digits, largest_value(f));
}

std::optional<InputLaws> binary_outputs(const LocalPrivacy& local, const InputLaws& laws) {
  if (!local.epsilon || is_locally_private(local, Real(Rational(0))).value_or(false)) return {};
  const Channel binary =
      binary_with_erasure(rationals(laws.P0), rationals(laws.P1), *local.epsilon, local.eta);
  InputLaws out{output_law(binary, laws.P0), output_law(binary, laws.P1)};
  out.P0.pop_back();
  out.P1.pop_back();
  return out;
}

Certified chi2_output_bound(const LocalPrivacy& local, const InputLaws& laws, int digits) {
  const ConvexFunction tv = convex_function("tv");
  const auto at = [&](Bits p) {
    return chi2_bound(*local.epsilon, local.eta, *f_divergence(tv, laws.P0, laws.P1, p), p);
  };
  return channel_value(at, digits);
}

Certified certified_erasure_guarantee(const LocalPrivacy& local, int digits) {
  return channel_value([&](Bits p) { return erasure_guarantee(*local.epsilon, local.eta, p); },
                       digits);
}

}  // namespace plumbline
