#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/between_pairs.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/convolved_line.hpp"
#include "reference/mechanisms/edge_density.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/gaussian_mixture.hpp"
#include "reference/mechanisms/gaussian/machine_law.hpp"
#include "reference/mechanisms/gaussian/mixture_mellin.hpp"
#include "reference/mechanisms/gaussian/mixture_order.hpp"
#include "reference/mechanisms/group.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {
namespace {

mixture::MixtureLaw law_of(const Rational& mu, const Rational& p) {
  return {mu, p, mu.approximate(), p.approximate()};
}

struct NormalSides {
  Ball above, below;
};

/// Returns both tails of N(0,1) at u from one evaluation: 1 minus the smaller tail is a tight enclosure of the larger.
NormalSides normal_sides(const Ball& u) {
  const Ball one = Ball::integer(1, u.precision());
  if (u.approximate() >= 0) {
    const Ball above = normal_survival(u);
    return {above, one - above};
  }
  const Ball below = normal_cdf(u);
  return {one - below, below};
}

}  // namespace

SubsampledGaussian::SubsampledGaussian(Rational sigma, Rational p, Rational sensitivity)
    : sigma_(std::move(sigma)),
      sensitivity_(std::move(sensitivity)),
      law_(law_of(sensitivity_ / sigma_, p)),
      whole_(law_) {}

std::string SubsampledGaussian::expression() const {
  return "subsampled_gaussian(sigma=" + sigma_.text() + ",p=" + law_.p.text() +
         sensitivity_text(sensitivity_) + ")";
}

std::string SubsampledGaussian::identity() const {
  return "subsampled_gaussian mu=" + law_.mu.text() + " p=" + law_.p.text();
}

std::optional<Real> SubsampledGaussian::smallest_loss() const {
  const Rational rest = Rational(1) - law_.p;
  return Real([rest](Bits p) { return log(Ball(rest, p)); });
}

// BOUND(MIXTURE-FLOOR)
// Statement.  If e^t - (1-p) <= top and top > 0, each tail at t lies between its value at thresholds below the
//             smallest loss log(1-p) and its value at log(1-p + top). The former is 1 for upper tails and 0 for lower
//             tails.
// Needs.      top > 0: holds here, because e^t - (1-p) is not certainly at most 0.
// Proof.      L > t is equivalent to w > e^t, and the tails are monotone in t.
// Source.     Elementary.
LossTails SubsampledGaussian::tails(const Real& t, Bits p) const {
  // L > t is equivalent to p e^z > e^t - (1-p). L has no mass at or below log(1-p).
  const Ball zero(p), one = Ball::integer(1, p);
  const Ball mu(law_.mu, p), rate(law_.p, p);
  // e^t - (1-p) = expm1(t) + p
  const Ball excess = expm1(t(p)) + rate;
  const LossTails all_above{one, zero, one, zero};
  if (!certainly_positive(excess)) {
    if (certainly_at_most(excess, zero)) return all_above;
    const Ball top = excess.upper();
    const Ball u = log(top / rate) / mu + mu / 2;
    const Ball P_below = normal_cdf(u);
    const Ball Q_below = P_below * (one - rate) + rate * normal_cdf(u - mu);
    const auto between = [](const Ball& x, const Ball& y) {
      return bound<"MIXTURE-FLOOR">(Ball::hull(x, y));
    };
    return {between(one, one - P_below), between(zero, P_below), between(one, one - Q_below),
            between(zero, Q_below)};
  }
  const Ball u = log(excess / rate) / mu + mu / 2;  // u = (z + mu^2/2)/mu
  const NormalSides P = normal_sides(u), R = normal_sides(u - mu);
  return {P.above, P.below, P.above * (one - rate) + rate * R.above,
          P.below * (one - rate) + rate * R.below};
}

Ball SubsampledGaussian::transform(double c, Bits p) const {
  const Ball sharp = whole_.transform(c, p);
  const bool says_something = sharp.is_finite() && certainly_positive(sharp);
  const bool bounded = c < 0 || c > 1;
  return says_something || !bounded ? sharp : mixture::transform_of_large_order(law_, c, p);
}

void SubsampledGaussian::offers(Offers* asked) const {
  asked->give<NoiseLaw>([this] { return mixture_noise(law_.mu * law_.mu, law_.p); });
  asked->give<HiddenCoin>([this] { return coin(); });
  asked->give<EdgeDensity>([this] { return edge_density(); });
  asked->give<ConvolvedLine>([this] {
    return ConvolvedLine{[law = law_](double c, double nats) {
      return mixture::heuristic::mellin_period(law, c, nats);
    }};
  });
  asked->give<GaussianPairAbove>([this] { return GaussianPairAbove{law_.mu}; });
  asked->give<mixture::MachineMixture>([this] { return mixture::MachineMixture{law_}; });
  asked->give<mixture::MachineSteps>(
      [this] { return mixture::MachineSteps{mixture::machine_law(law_)}; });
  asked->give<Sampling>([this] {
    return Sampling{[this](const Real& p, const std::string&) -> Mechanism {
      if (!p.rational()) return nullptr;
      return std::make_shared<SubsampledGaussian>(sigma_, law_.p * *p.rational(), sensitivity_);
    }};
  });
  asked->give<LawByScales>([this] {
    return LawByScales{largest_scale(),
                       [this](std::optional<double> low, std::optional<double> high,
                              int sharpness) { return part(low, high, sharpness); }};
  });
}

// BOUND(EDGE-GAUSSIAN)
// Statement.  Write the loss of a sampled Gaussian as log(1-p) + x. For x > 0 its density under P, as a function of x,
//             is
//                 g(x) = phi((Z - m)/mu)/(mu (1 - e^-x)),  Z = x + log(1 - e^-x),  m = log(p/(1-p)) - mu^2/2.
//             g is analytic in Re x > 0 with the principal logarithm. For 0 < r <= 1/16 with log r <= m - r, the
//             integral of |g| over 0 < |x| <= r along a ray with |arg x| <= pi/3 is at most
//                 11/10 e^((pi/3 + r)^2/(2 mu^2)) P(N > (m - r - log r)/mu).
// Needs.      log r <= m - r: checked here (infinite otherwise).
// Proof.      Let z' = mu u - mu^2/2 + log(p/(1-p)), where u is N(0,1) under P. Then L = log(1-p) + log(1 + e^z'), so
//             that z' = log(e^x - 1) = Z and dz'/dx = 1/(1 - e^-x). The logarithm in Z is analytic because |1 - (1 -
//             e^-x)| < 1. Let y = x/2, so that Z - log x = y + log(sinh(y)/y). Because |y| <= 1/32, |log(sinh(y)/y)|
//             <= |y|^2/5. Hence |Z - log x| <= |x| <= r, and |x/(1 - e^-x)| = |e^y y/sinh y| <= 11/10. Let v = log |x|
//             <= m - r. Then Re (Z - m)^2 >= (m - r - v)^2 - (pi/3 + r)^2. Integration over v gives the bound.
// Source.     Elementary.
EdgeDensity SubsampledGaussian::edge_density() const {
  const auto centre = [law = law_](Bits p) {
    return log(Ball(law.p / (Rational(1) - law.p), p)) - square(Ball(law.mu, p)) / 2;
  };
  const auto density = [law = law_, centre](const ComplexBall& x, Bits p) {
    const Ball mu(law.mu, p);
    const ComplexBall E = -expm1(-x),
                      u = (x + log(E, true) - ComplexBall(centre(p))) * (Ball::integer(1, p) / mu);
    const Ball scale = Ball::integer(1, p) / (mu * sqrt(Ball::pi(p) * 2));
    return exp(-(u * u * Ball(Rational(1, 2UL), p))) / E * scale;
  };
  const auto near = [law = law_, centre](const Ball& r) {
    const Bits p = r.precision();
    const Ball mu(law.mu, p), room = centre(p) - r - log(r);
    if (!certainly_positive(room)) return Ball::indeterminate(p);
    const Ball turn = square(Ball::pi(p) / 3 + r) / (square(mu) * 2);
    return bound_number<"EDGE-GAUSSIAN">(exp(turn) * normal_survival(room / mu) * 11 / 10);
  };
  return {*smallest_loss(), Real(Rational(0)), density, near, std::nullopt};
}

/// Returns the pair as a HiddenCoin: the coin selects R = N(sensitivity, sigma^2) instead of P with probability p. The
/// test decides for R if the output exceeds the threshold `where` times the sensitivity.
HiddenCoin SubsampledGaussian::coin() const {
  const auto errors = [mu = law_.mu](const Rational& where, Bits p) {
    return CoinErrors{normal_survival(Ball(where * mu, p)),
                      normal_survival(Ball((Rational(1) - where) * mu, p))};
  };
  return {law_.p, errors};
}

LineValues SubsampledGaussian::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                                 const Poll& poll) const {
  return whole_.transform_on_line(c, D, count, p, poll);
}

Ball SubsampledGaussian::decay(double c, double T, Bits p) const { return whole_.decay(c, T, p); }

UpperBound SubsampledGaussian::algebraic_decay(double c) const { return whole_.algebraic_decay(c); }

double SubsampledGaussian::log_transform(double c) const { return whole_.log_transform(c); }

double SubsampledGaussian::log_decay(double c, double T) const { return whole_.log_decay(c, T); }

double SubsampledGaussian::largest_scale() const {
  // Returns the scale (defined at part()) of the loss at kDeviations standard deviations above the mean under Q.
  constexpr double kDeviations = 11;
  const double mu = law_.mu_approx;
  return mu * mu / 2 + kDeviations * mu + std::log(law_.p_approx) - std::log1p(-law_.p_approx);
}

// The loss minus its infimum is log(1 + e^scale) with e^scale = p e^z / (1-p). Hence a scale corresponds to a value of
// the output.
std::shared_ptr<const LossMeasure> SubsampledGaussian::part(std::optional<double> low,
                                                            std::optional<double> high,
                                                            int sharpness) const {
  // The cutoff of the window X lies near z = edge + log k.
  const auto edge = [&](double scale) {
    return scale + std::log1p(-law_.p_approx) - std::log(law_.p_approx) - std::log(sharpness);
  };
  mixture::MixtureLaw law = law_;
  law.window.k = sharpness;
  if (low) law.window.low = edge(*low);
  if (high) law.window.high = edge(*high);
  law.table = mixture::heuristic::table(law);
  return std::make_shared<MixtureMeasure>(std::move(law));
}

namespace {

constexpr long kMostSampledGroup = 50;  ///< maximum number of records of a group

// BOUND(GROUP-VECTORS)
// Statement.  Let a user have k records. Each record changes the sum by a vector of norm at most s, and is in the
//             batch with probability p, independently of the others. The noise is N(0, sigma^2 I). Then the pair of
//             N(0, sigma^2) and the mixture of N(j s, sigma^2) with weights Bin(k, p)(j) dominates the pair of output
//             laws without and with the k records, in both directions.
// Needs.      Records are added or removed, not exchanged: checked by the caller.
// Proof.      The number j of the k records in the batch is Bin(k, p). These records change the sum by a vector v of
//             norm at most j s. Let w_j = Bin(k, p)(j). At level alpha no test has more power against the mixture than
//
//                 sum_j w_j Phi(Phi^{-1}(alpha) + j s/sigma).
//
//             Indeed, for a single shift v the best test is a half-space, with power Phi(Phi^{-1}(alpha) + |v|/sigma).
//             The sum is the power of a half-line against the mixture with shifts 0, s, .., k s. For this mixture the
//             half-line is the best test, because the loss increases with the output. Hence this pair dominates. Equal
//             records, with all other records 0, attain it. The other records of the batch do not depend on the group.
//             Conditional on them, both laws are shifted equally. With p = 1 the shift is k s.
// Source.     The proof is this project's; the mixture is that of dp_accounting.

// The expression of the result contains group=, because gaussian_mixture(...) denotes a mechanism for one record.
Mechanism sampled_group(const Rational& sigma, const Rational& p, const Rational& s,
                        const Rational& k, const std::string& expression) {
  const std::vector<Rational> weights = group_weights(k, p);
  const Ball one = bound_number<"GROUP-VECTORS">(Ball::integer(1, Bits{64}));
  const Rational step = s * one.decimal_ends(2).second.value_or(Rational(0));
  std::vector<Rational> shifts;
  for (size_t j = 0; j < weights.size(); ++j) {
    shifts.push_back(step * Rational(static_cast<long>(j)));
  }
  const Mechanism mixture = gaussian_mixture(sigma, shifts, weights);
  const auto* mixtures = dynamic_cast<const GaussianMixtures*>(mixture.get());
  if (mixtures == nullptr) throw std::logic_error("a sampled group has no mixture");
  return std::make_shared<GaussianMixtures>(mixtures->law(), expression, mixtures->identity());
}

Mechanism make_subsampled_gaussian(const Parameters& q);

/// Returns the pair for the parameter sigma2. If sigma is rational, this is the pair with this sigma. Otherwise its
/// values are enclosed between those of two pairs with rational sigma (between_pairs.hpp).
Mechanism make_by_variance(const Parameters& q) {
  const Rational variance = positive(q, "sigma2");
  Parameters others = q;
  others.erase("sigma2");
  const auto of_sigma = [&](const Rational& sigma) {
    Parameters all = others;
    all.insert_or_assign("sigma", sigma);
    return make_subsampled_gaussian(all);
  };
  if (const auto root = rational_root(variance)) return of_sigma(*root);
  const auto end = [&](const std::string& name, const Rational& usual) {
    const auto at = q.find(name);
    return at == q.end() || at->second == usual ? "" : "," + name + "=" + at->second.text();
  };
  return pair_between(of_sigma, Real([variance](Bits p) { return sqrt(Ball(variance, p)); }), true,
                      "subsampled_gaussian(sigma2=" + variance.text() + ",p=" + q.at("p").text() +
                          sensitivity_text(sensitivity(q)) +
                          relation_text(relation(q, noise_relations()), noise_relations()) +
                          end("group", Rational(1)) + ")");
}

Mechanism make_subsampled_gaussian(const Parameters& q) {
  if (q.count("sigma2") > 0) return make_by_variance(q);
  const Rational sigma = positive(q, "sigma"), p = sampling_rate(q), s = sensitivity(q);
  const std::string which = relation(q, noise_relations());
  const Rational k = group_of(q, kMostSampledGroup);
  const std::string expression = "subsampled_gaussian(sigma=" + sigma.text() + ",p=" + p.text() +
                                 sensitivity_text(s) + relation_text(which, noise_relations()) +
                                 group_text(k) + ")";
  const bool replace = which == "replace";
  if (!(k == Rational(1))) {
    if (replace) {
      throw std::invalid_argument(
          std::string("group is proved for records added or removed, not exchanged") +
          (p == Rational(1) ? "; without sampling (p=1) write gaussian(relation=replace,group=)"
                            : ""));
    }
    if (p == Rational(1)) return std::make_shared<Gaussian>(sigma, s * k, expression);
    return sampled_group(sigma, p, s, k, expression);
  }
  if (p == Rational(1)) {  // no subsampling: the Gaussian pair, with its closed forms
    return std::make_shared<Gaussian>(sigma, replace ? s * Rational(2) : s, expression);
  }
  if (replace) return replaced_gaussian(sigma, Real(p), s, expression);
  return std::make_shared<SubsampledGaussian>(sigma, p, s);
}

std::string draw_subsampled_gaussian(ParameterDraw& draw) {
  const std::string sigma = draw.log_uniform(0.3, 20);
  return "subsampled_gaussian(sigma=" + sigma + ",p=" + draw.log_uniform(1e-4, 0.95) + ")";
}

// PROOF(PARAMETER-ORDER) sigma, its square, the sensitivity and p of subsampled_gaussian
//             sigma and the sensitivity: adding the independent noise N(0, S^2 - s^2) of the proof for gaussian to the
//             output changes both parts of the mixture from sigma = s to sigma = S, and the pair depends only on p and
//             on the quotient of the sensitivity and sigma. p: for p' < p, Q_p' = (1 - p'/p) P + (p'/p) Q_p. Hence
//             every test of P against Q_p' has the power (1 - p'/p) alpha + (p'/p) times its power against Q_p, so
//             that
//
//                 f_p' = (1 - p'/p)(1 - alpha) + (p'/p) f_p >= f_p.
//
//             With relation=replace, the pair of p' results from the pair of p if the output is replaced by a new
//             sample of N(0, sigma^2) with probability 1 - p'/p. For a group, noise acts equally on all parts. At
//             every level the power of a half-line, sum_j w_j Phi(Phi^{-1}(alpha) + j s/sigma), increases with s, and
//             with p because Bin(k, p) increases stochastically with p.
std::optional<ParameterOrder> order_of_subsampled_gaussian(const std::string& parameter,
                                                           const Parameters&) {
  if (parameter == "sigma" || parameter == "sigma2") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  if (parameter == "p") return ParameterOrder::share();
  return std::nullopt;  // no order is proved for group
}

// MechanismEntry::symmetric: P and Q are mirror images if one record replaces another, and also if p = 1.
bool exchanges_or_is_whole(const Parameters& q) {
  return is_whole(q) || relation(q, noise_relations()) == "replace";
}

/// Typical parameters for hunts (recorded_form.hpp).
const char* const kUsual = R"(weight = 4
relations = ["add_remove", "add_remove", "remove", "add"]
sigma = [{from = 0.4, to = 10, scale = "log", weight = 3}, {from = 0.1, to = 1000, scale = "log"}]
sampling_rate = [{from = 1e-4, to = 0.5, scale = "log", weight = 4}, {from = 1e-9, to = 1e-4, scale = "log"}, {from = 0.5, to = 1}, {list = [0.99, 0.999, 0.999999]}]
steps = [{list = [1], weight = 1}, {from = 1, to = 100000, scale = "log", integer = true}])";

/// Converts a record of amplified BandMF (banded matrix factorization). Each band is a separate subsampled Gaussian
/// that runs once in `num_bands` iterations. `steps` counts repetitions of all iterations.
std::string amplified_bandmf(RecordedFields& record) {
  const Rational bands = record.number("num_bands").value,
                 iterations = record.number("iterations").value;
  for (const Rational& count : {bands, iterations}) {
    if (count.is_integer() && count.sign() > 0) continue;
    throw std::invalid_argument(
        "mechanism: amplified_bandmf needs iterations and num_bands, whole numbers of at least 1");
  }
  const Rational rounds = iterations / bands, below = floor(rounds);
  Rational whole = below == rounds ? below : below + Rational(1);
  if (record.has("steps")) whole = whole * record.number("steps").value;
  return "subsampled_gaussian(sigma=" + record.text("sigma") +
         ",p=" + record.text("sampling_prob") + ")^" + whole.text();
}

}  // namespace

MechanismEntry subsampled_gaussian_entry() {
  return {.name = "subsampled_gaussian",
          .required = {"sigma", "p"},
          .optional = {"sigma2", "sensitivity", "relation", "group"},
          .summary =
              "gaussian with Poisson subsampling at rate p; relation=replace: one record exchanged",
          .make = make_subsampled_gaussian,
          .order = order_of_subsampled_gaussian,
          .words = {"relation"},
          .draw = draw_subsampled_gaussian,
          .symmetric = exchanges_or_is_whole,
          .recorded = {{.kind = "subsampled_gaussian",
                        .fields = {{"sigma", "sigma"}, {"sampling_rate", "p"}},
                        .usual = kUsual,
                        .reading = 5,
                        .samples = "gaussian"},
                       {.kind = "amplified_bandmf",
                        .fields = {{"sigma"},
                                   {"iterations", "", true},
                                   {"num_bands", "", true},
                                   {"sampling_prob"}},
                        .expression = amplified_bandmf,
                        .has_power = true}},
          .subsampled = true,
          .whole = {"group"},
          .facts = sampled_facts(
              "one record added or removed; with relation=replace exchanged for another",
              "it dominates: Zhu, Dong, Wang 2022; of replace: docs/mechanisms.md")};
}

}  // namespace plumbline
