#include "verify/claims/judging/promise.hpp"

#include <fmt/format.h>

#include "verify/claims/claim_quantity.hpp"

namespace plumbline {
namespace {

void add(std::optional<Inequality> inequality, Promise* promise) {
  if (inequality) promise->inequalities.push_back(std::move(*inequality));
}

/// Returns the size of an error in a readable form such as "2.5e-1". The inequalities contain the exact number.
std::string rough(const Rational& x) { return fmt::format("{:.6g}", x.approximate()); }

Promise shifted_profile(const Claim& claim) {
  const Rational &v = claim.value.number, &e = claim.stated.epsilon, &d = claim.stated.delta;
  Promise out;
  out.text = "eps_error " + rough(e) + " and delta_error " + rough(d);
  if (is_epsilon(claim)) {
    add(inequality_for(claim, Sense::at_most, v + e, d), &out);
    add(inequality_for(claim, Sense::at_least, v - e, d), &out);
    return out;
  }
  const Real& x = claim.argument("epsilon").value;
  for (const Sense sense : {Sense::at_most, Sense::at_least}) {
    const bool most = sense == Sense::at_most;
    Claim moved = claim;
    const Real at = most ? x + e : x - e;
    moved.at = {{"epsilon", {at, at.text()}}};
    add(inequality_for(moved, sense, most ? v + d : v - d), &out);
  }
  return out;
}

Promise tolerance(const Claim& claim) {
  const Rational& v = claim.value.number;
  const Rational t = claim.stated.absolute + claim.stated.relative * (v.sign() < 0 ? -v : v);
  Promise out;
  out.text = "within " + rough(t);
  // If the claim is about an open parameter, v - t and v + t are parameters of two different compositions. They cannot
  // be judged by inequalities for one composition.
  if (is_open(claim)) return out;
  add(inequality_for(claim, Sense::at_most, v + t), &out);
  add(inequality_for(claim, Sense::at_least, v - t), &out);
  return out;
}

}  // namespace

std::optional<Promise> promise_of(const Claim& claim) {
  if (claim.kind != ClaimKind::estimate || !claim.stated.any()) return std::nullopt;
  if (!claim.stated.absolute.is_zero() || !claim.stated.relative.is_zero()) {
    return tolerance(claim);
  }
  const bool profile = is_epsilon(claim) || is_delta(claim);
  return profile ? std::optional(shifted_profile(claim)) : std::nullopt;
}

}  // namespace plumbline
