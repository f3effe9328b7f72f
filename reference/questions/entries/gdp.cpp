/// Gaussian differential privacy. gdp is the smallest mu with f >= G_mu on [floor, 1 - floor], or with f >= G_mu -
/// `within`, or with f >= G_mu at the level `alpha` alone (gaussian_fit()). gaussian_mu is the mu with f = G_mu. f is
/// the trade-off function of the mechanism, and G_mu that of N(0, 1) against N(mu, 1).
#include <stdexcept>

#include "reference/quantities/closed/gaussian_mu.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

Answer answer_gdp(const Query& question, const Effort& effort, OtherPath& path) {
  PrivacyProfile profile = first_profile(question, path);
  const std::string& name = question.at.front().first;
  GaussianRange range;
  (name == "floor"    ? range.floor
   : name == "within" ? range.within
                      : range.level) = question.number(name);
  const auto answered = [&](const GaussianFit& fit) {
    Answer out{.value = fit.mu.value(),
               .parameters = profile.engine().parameters(),
               .explanation = profile.explain()};
    if (certainly_positive(fit.level)) {
      out.place = Mint::value(fit.level, fit.mu->engine(), {}, false);
    }
    return out;
  };
  return answered(refined_fit(profile, range, effort, [&](const GaussianFit& best) {
    if (path.so_far && !best.mu.is_infinite()) path.so_far(answered(best));
  }));
}

Answer certain_gdp(const Query&, const std::string& engine) {
  return {.value = certain_fit(engine)};
}

std::string gdp_meaning(const Query& question) {
  const auto& [name, at] = question.at.front();
  const std::string where = name == "floor"    ? "at type I errors from " + at + " to 1 - " + at
                            : name == "within" ? "up to " + at + " in the type II error"
                                               : "at the type I error " + at;
  return "The smallest mu of Gaussian noise against which attackers do no better, " + where;
}

Certified exact_mu(const Composition& composition, int digits) {
  const auto mu = gaussian_mu(composition, digits);
  if (mu) return *mu;
  throw std::invalid_argument("no number mu has f = G_mu: " + composition.expression() +
                              " is no product of gaussians");
}

Extended compute_gaussian_mu(PrivacyProfile& profile, const Real&, const Effort& effort) {
  return exact_mu(profile.composition(), effort.digits);
}

Answer answer_gaussian_mu(const Query& question, const Effort& effort, OtherPath&) {
  return {exact_mu(Composition::parse(question.mechanism), effort.digits)};
}

std::string why_no_mu(const Composition& composition) {
  if (composition.gaussian_mu_squared()) return "";
  return "mu of a limit theorem: no subsampled mechanism is mu-GDP for it; its epsilon, delta and "
         "trade-off claims are judged instead";
}

}  // namespace

QuantityFamily gaussian_entries() {
  return {{.name = "gdp",
           .summary = "smallest mu with f >= G_mu, on a range of levels",
           .choices = {{"floor"}, {"within"}, {"alpha"}},
           .answer = answer_gdp,
           .certain = certain_gdp,
           .dangerous = DangerousSide::below,
           .certificate = CertificateEntry{},
           .words = {.explained = gdp_meaning}},
          {.name = "gaussian_mu",
           .summary = "mu of a product that is Gaussian itself",
           .also = {"gdp_mu"},
           .compute = compute_gaussian_mu,
           .answer = answer_gaussian_mu,
           .claims = ClaimEntry{.names = {{"gdp_mu"}, {"mu"}, {"gdp"}},
                                .shown = "gdp_mu",
                                .refusal = why_no_mu,
                                .command = {"convert", " --to gdp"}}}};
}

}  // namespace plumbline
