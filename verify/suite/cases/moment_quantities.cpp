/// Moments of the loss, Renyi divergences, Theorem 3, weighted divergences, calibrations, and what
/// (epsilon, delta) alone implies.
#include <stdexcept>

#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/quantities/gaussian_mu.hpp"
#include "reference/quantities/hyperprior.hpp"
#include "reference/quantities/membership.hpp"
#include "reference/quantities/moments.hpp"
#include "verify/suite/cases/case_request.hpp"

namespace plumbline {
namespace {

/// Of the whole composition, forward unless reverse is asked for.
Moments moments_of(const CaseRequest& request, const Effort& effort) {
  return moments(Composition::parse(request.mechanism), request.direction == Direction::reverse,
                 effort);
}

Answer cumulant(const CaseRequest& request, const Effort& effort) {
  const Moments m = moments_of(request, effort);
  const long order = request.whole("order");
  if (order < 1 || order > 6) throw std::invalid_argument("order must be 1 to 6");
  return {m.cumulants.at(static_cast<size_t>(order) - 1).value()};
}

Answer renyi_answer(const CaseRequest& request, const Effort& effort) {
  return {renyi(Composition::parse(request.mechanism), request.number("order"), request.direction,
                effort)
              .value()};
}

Answer gaussian_parameter(const CaseRequest& request, const Effort& effort) {
  const auto mu = gaussian_mu(Composition::parse(request.mechanism), effort.digits);
  if (!mu) {
    throw std::invalid_argument("no number mu has f = G_mu: " + request.mechanism +
                                " is no product of gaussians");
  }
  return {*mu};
}

/// Theorem 3 rests on the trade-off function of one direction; forward unless reverse is asked for.
BerryEsseenBound berry_esseen_of(const CaseRequest& request, const Effort& effort) {
  const Direction direction =
      request.direction == Direction::reverse ? Direction::reverse : Direction::forward;
  return berry_esseen_bound(Composition::parse(request.mechanism),
                            Composition::parse(request.other), direction, effort);
}

template <Ball BerryEsseenBound::*part>
Answer of_berry_esseen(const CaseRequest& request, const Effort& effort) {
  return {berry_esseen_of(request, effort).certified_part(part, effort.digits)};
}

Answer weighted_divergence(const CaseRequest& request, const Effort& effort) {
  PrivacyProfile first(Composition::parse(request.mechanism), request.direction);
  PrivacyProfile second(Composition::parse(request.other), request.direction);
  const auto weight = Hyperprior::parse(request.text("hyperprior").value_or("none"));
  return {divergence(first, second, weight.get(), effort).value};
}

/// The target's numbers in the order in which they are named there; TOML keeps none.
NamedTexts target_numbers(const NamedTexts& at) {
  const CaseRequest request{"calibrated", "", "", Direction::worst, at};
  for (const TargetWords& words : target_words()) {
    const size_t count = words.at.empty() ? 1 : 2;
    if (at.size() != count || !request.text(words.bound)) continue;
    if (words.at.empty()) return at;
    if (const auto first = request.text(words.at)) {
      return {{words.at, *first}, {words.bound, *request.text(words.bound)}};
    }
  }
  return at;
}

Answer calibrated(const CaseRequest& request, const Effort& effort) {
  const PrivacyTarget target = target_of(reals_of(target_numbers(request.at)));
  return {
      calibrate(Family(request.mechanism, ""), target, request.direction, "auto", effort).value};
}

template <Certified CertifiedReroBound::*line>
Answer rero_line(const CaseRequest& request, const Effort& effort) {
  const CertifiedReroBound both = certified_rero_bound(
      request.real("epsilon"), request.number("delta"), request.number("kappa"), effort.digits);
  return {both.*line};
}

}  // namespace

std::vector<CaseQuantityEntry> moment_quantities() {
  const std::string m = "mechanism";
  const std::vector<std::string> none;
  return {
      {"v1", "KL divergence: minus the mean of log|f'|", m, false, none, none, false,
       [](const CaseRequest& a, const Effort& e) -> Answer {
         return {moments_of(a, e).v1.value()};
       },
       Direction::forward},
      {"v2", "second moment of the loss", m, false, none, none, false,
       [](const CaseRequest& a, const Effort& e) -> Answer {
         return {moments_of(a, e).v2.value()};
       },
       Direction::forward},
      {"v3", "sum over steps of the absolute third central moment", m, false, none, none, false,
       [](const CaseRequest& a, const Effort& e) -> Answer {
         return {moments_of(a, e).v3.value()};
       },
       Direction::forward},
      {"v4", "sum over steps of the absolute third moment", m, false, none, none, false,
       [](const CaseRequest& a, const Effort& e) -> Answer {
         return {moments_of(a, e).v4.value()};
       },
       Direction::forward},
      {"eta", "v1 over the standard deviation of the loss", m, false, none, none, false,
       [](const CaseRequest& a, const Effort& e) -> Answer {
         return {moments_of(a, e).eta.value()};
       },
       Direction::forward},
      {"cumulant",
       "cumulant of the loss, order 1 to 6",
       m,
       false,
       {"order"},
       none,
       false,
       cumulant,
       Direction::forward},
      {"renyi", "Renyi divergence of an order", m, false, {"order"}, none, false, renyi_answer},
      {"gdp_mu", "mu of a product that is Gaussian itself", m, false, none, none, false,
       gaussian_parameter},
      {"theorem3_bound", "bound of Theorem 3", m, true, none, none, false,
       of_berry_esseen<&BerryEsseenBound::bound>, Direction::forward},
      {"theorem3_first", "its first term", m, true, none, none, false,
       of_berry_esseen<&BerryEsseenBound::first>, Direction::forward},
      {"theorem3_second", "its second term", m, true, none, none, false,
       of_berry_esseen<&BerryEsseenBound::second>, Direction::forward},
      {"theorem3_ratio", "N/N~, left side of its condition", m, true, none, none, false,
       of_berry_esseen<&BerryEsseenBound::ratio>, Direction::forward},
      {"theorem3_needed", "eta~^2/eta^2, right side of its condition", m, true, none, none, false,
       of_berry_esseen<&BerryEsseenBound::needed>, Direction::forward},
      {"weighted_divergence",
       "Delta-divergence under a hyper-prior",
       m,
       true,
       {"hyperprior"},
       none,
       false,
       weighted_divergence},
      {"calibrated", "value of the parameter ? that just meets a target", "mechanism with ?", false,
       none, none, true, calibrated},
      {"rero_bound",
       "what (epsilon, delta)-DP alone implies for gamma(kappa)",
       "",
       false,
       {"epsilon", "delta", "kappa"},
       none,
       false,
       rero_line<&CertifiedReroBound::two_lines>},
      {"rero_line",
       "min(e^epsilon kappa + delta, 1)",
       "",
       false,
       {"epsilon", "delta", "kappa"},
       none,
       false,
       rero_line<&CertifiedReroBound::one_line>},
  };
}

}  // namespace plumbline
