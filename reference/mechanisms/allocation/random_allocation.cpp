#include "reference/mechanisms/allocation/random_allocation.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/mechanisms/allocation/allocation_convex.hpp"
#include "reference/mechanisms/allocation/allocation_large.hpp"
#include "reference/mechanisms/allocation/allocation_moments.hpp"
#include "reference/mechanisms/allocation/allocation_plan.hpp"
#include "reference/mechanisms/allocation/allocation_sketch.hpp"
#include "reference/mechanisms/allocation/block_allocation.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/third_moment_line.hpp"
#include "reference/mechanisms/transform_range.hpp"

namespace plumbline {
namespace {

/// For c below this limit, quadratures compute the transform K on lines and at real numbers. Above it only bounds of
/// K(c) are available.
constexpr double kReach = allocation::kMostOrder - 0.75;
/// If log K(c), c < 0, exceeds this limit, quadratures are slow.
constexpr double kSteepest = 3e4;

}  // namespace

RandomAllocation::RandomAllocation(Rational sigma, Rational t, Rational sensitivity)
    : sigma_(std::move(sigma)),
      sensitivity_(std::move(sensitivity)),
      law_(allocation::law_of(sensitivity_ / sigma_, t)) {}

std::string RandomAllocation::expression() const {
  return "random_allocation(sigma=" + sigma_.text() + ",t=" + law_.t.text() +
         sensitivity_text(sensitivity_) + ")";
}

std::string RandomAllocation::identity() const {
  return "random_allocation mu=" + law_.mu.text() + " t=" + law_.t.text();
}

void RandomAllocation::offers(Offers* asked) const {
  asked->give<ShownSteps>([this] { return shown_steps(); });
  asked->give<TransformRange>([this] {
    return TransformRange{[this](const Ball& c) {
      const Ball all = log_transform_range(c), large = allocation::log_large_range(law_, c);
      return large.is_finite() ? common(all, large, "log K(c) of random allocation by two bounds")
                               : all;
    }};
  });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange&, Bits p) {
      return third_moment_by_line(*this, tilt, t, p);
    }};
  });
}

ShownSteps RandomAllocation::shown_steps() const {
  return {std::make_shared<Gaussian>(sigma_, sensitivity_),
          Rational(1),
          log_ratio(Real(law_.t), Real(Rational(1))),
          law_.mu * law_.mu / law_.t,
          {{law_.mu, law_.t, Rational(1)}},
          law_.t};
}

Ball RandomAllocation::log_transform_range(const Ball& c) const {
  return allocation::log_convex_range(law_, c);
}

Ball RandomAllocation::transform(double c, Bits p) const {
  return transform_polled(c, p, [] {});
}

Ball RandomAllocation::transform_polled(double c, Bits p, const Poll& poll) const {
  const Ball range = exp(log_transform_range(exact(c, p)));
  if (c < 0 && std::pow(c * law_.mu_approx, 2) / (2 * law_.t_approx) > kSteepest) return range;
  const Ball found = c <= kReach ? allocation::transform(law_, c, p, poll)
                                 : allocation::transform_range(law_, c, p);
  if (found.relative_digits() > 1) return found;
  return found.is_finite() ? common(range, found, "K(c) of random allocation by two bounds")
                           : range;
}

LineValues RandomAllocation::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                               const Poll& poll) const {
  allocation::LinePlan plan;  // an empty plan gives an indeterminate result
  if (c <= kReach) plan = allocation::plan_line(law_, c, D.approximate(), count, p);
  return allocation::transform_on_line(law_, c, plan, D, count, p, poll);
}

// BOUND(ALLOCATION-DECAY)
// Statement.  |K(c+iy)| <= K(c) e^{-mu^2 T^2/(2t)} for |y| >= T >= 0, and |K(c+iy)| <= K(c) sqrt(t)/(mu |y|) for y !=
//             0.
// Needs.      mu > 0, t >= 1: the caller, by the registry. T is an exact number; its sign does not matter.
// Proof.      The mean m of the t normal variables is N(0, 1/t) and independent of the differences of the variables
//             from m. So S/t = e^{mu m} X, where X > 0 is independent of m, and
//
//                 K(c+iy) = e^{(c+iy)^2 mu^2/(2t)} E[X^{c+iy}],
//
//             where |E[X^{c+iy}]| <= E[X^c], and the modulus of the first factor is e^{(c^2 - y^2) mu^2/(2t)}. The
//             second bound holds because y e^{-mu^2 y^2/(2t)} has its maximum e^{-1/2} sqrt(t)/mu at y = sqrt(t)/mu.
// Source.     This project's.
Ball RandomAllocation::decay(double, double T, Bits p) const {
  const Ball y = exact(T, p), rate = square(Ball(law_.mu, p)) / Ball(law_.t, p);
  return bound_number<"ALLOCATION-DECAY">(exp(-(square(y) * rate / 2)).upper());
}

UpperBound RandomAllocation::algebraic_decay(double c) const {
  return algebraic_decay_polled(c, [] {});
}

UpperBound RandomAllocation::algebraic_decay_polled(double c, const Poll& poll) const {
  const Bits p{64};
  return bound<"ALLOCATION-DECAY">(
      UpperBound::of(transform_polled(c, p, poll) * sqrt(Ball(law_.t, p)) / Ball(law_.mu, p)));
}

double RandomAllocation::log_transform(double c) const {
  return allocation::sketch_of(law_).log_transform(c);
}

double RandomAllocation::log_decay(double c, double T) const {
  // Returns 0 if K cannot be computed on the line at c, or if this needs too many nodes. The number of nodes grows
  // like T/(n - c), n = kMostOrder. For c < 0, n - c may be large, so that lines with larger T are possible.
  const double steepest = c < 0 ? 250 : 30;
  if (c > kReach || T > steepest * (allocation::kMostOrder - c)) return 0;
  return -T * T * law_.mu_approx * law_.mu_approx / (2 * law_.t_approx);
}

namespace {

Rational whole(const Parameters& q, const std::string& name) {
  const Rational& n = q.at(name);
  static const Rational most = Rational::parse("1e9");
  if (!n.is_integer() || n.sign() <= 0 || n > most) {
    throw std::invalid_argument(name + " must be a whole number from 1 to 10^9, got " + n.text());
  }
  return n;
}

/// Returns the pair of a random allocation to one of t steps. For t = 1 this is the Gaussian pair, with the given
/// expression.
Mechanism epoch(const Rational& sigma, const Rational& t, const Rational& s,
                const std::string& expression) {
  if (t == Rational(1)) return std::make_shared<Gaussian>(sigma, s, expression);
  return std::make_shared<RandomAllocation>(sigma, t, s);
}

Mechanism make_random_allocation(const Parameters& q) {
  const Rational sigma = positive(q, "sigma"), t = whole(q, "t"), s = sensitivity(q);
  const Rational k = q.count("k") > 0 ? whole(q, "k") : Rational(1);
  const bool several = Rational(1) < k;
  const std::string expression = "random_allocation(sigma=" + sigma.text() + ",t=" + t.text() +
                                 (several ? ",k=" + k.text() : "") + sensitivity_text(s) + ")";
  if (!several) return epoch(sigma, t, s, expression);
  if (t < k) throw std::invalid_argument("k must be at most t = " + t.text() + ", got " + k.text());
  const Rational shorter = floor(t / k), longer = t - shorter * k;
  std::vector<BlockAllocation::Blocks> blocks{{epoch(sigma, shorter, s, expression), k - longer}};
  if (longer.sign() > 0) {
    blocks.push_back({epoch(sigma, shorter + Rational(1), s, expression), longer});
  }
  return std::make_shared<BlockAllocation>(
      std::move(blocks), expression,
      "random_allocation mu=" + (s / sigma).text() + " t=" + t.text() + " k=" + k.text());
}

// PROOF(PARAMETER-ORDER) sigma and the sensitivity of random_allocation
//             Adding the independent noise N(0, S^2 - s^2) of the proof for gaussian to each of the t outputs changes
//             every part of the mixture from sigma = s to sigma = S. The pair depends only on t and on the quotient of
//             the sensitivity and sigma.
std::optional<ParameterOrder> order_of_random_allocation(const std::string& parameter,
                                                         const Parameters&) {
  if (parameter == "sigma") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  return std::nullopt;
}

/// Returns true if the pair is only an upper bound by k blocks, that is, 1 < k < t. For k = t each block is a single
/// step, and the pair is exact.
bool is_of_blocks(const WrittenFactor& factor) {
  const auto k = factor.parameters.find("k"), t = factor.parameters.find("t");
  if (factor.is_open("k")) return true;
  if (k == factor.parameters.end() || !(Rational(1) < k->second)) return false;
  return t == factor.parameters.end() || k->second < t->second;
}

/// Returns the dominance. For k of t steps, 1 < k < t, the pair describes one step in each of k blocks. It dominates
/// the pair of a uniform choice of k steps (Feldman, Shenfeld 2025). No neighbours are known to attain this pair: a
/// uniform choice of 2 of 3 steps at sigma = 0.7 has delta(0.5) = 0.518, and the blocks have 0.547.
PairDominance dominance_of_allocation(const WrittenFactor& factor) {
  return is_of_blocks(factor) ? PairDominance::dominating : PairDominance::both;
}

/// Returns the expression of the pair of the sum of all outputs for a uniform choice of k of t steps: N(0, t sigma^2)
/// without the record, N(k s, t sigma^2) with it. All other records contribute 0. Returns an empty text if
/// is_of_blocks() is false or a parameter is open.
std::string sum_of_outputs(const WrittenFactor& factor) {
  const Parameters& q = factor.parameters;
  if (!is_of_blocks(factor) || !factor.open.empty()) return "";
  const auto s = q.find("sensitivity");
  const Rational moved = q.at("k") * (s == q.end() ? Rational(1) : s->second);
  const Rational& sigma = q.at("sigma");
  if (moved.sign() <= 0) return "";  // rejected when the pair is created
  return "gaussian(sigma2=" + (q.at("t") * sigma * sigma / (moved * moved)).text() + ")";
}

PairFacts allocation_facts() {
  PairFacts out = sampled_facts(
      "one record that takes part in one of t steps, or in none; k of t: bounded by k blocks",
      "it dominates: Chua and others 2024, Feldman, Shenfeld 2025; k of t: dominating only");
  out.public_parameters = {"t"};
  out.dominance_of = dominance_of_allocation;
  out.member = sum_of_outputs;
  return out;
}

}  // namespace

MechanismEntry random_allocation_entry() {
  return {.name = "random_allocation",
          .required = {"sigma", "t"},
          .optional = {"k", "sensitivity"},
          .summary = "gaussian, each record in one of t steps (k of t: bounded by k epochs)",
          .make = make_random_allocation,
          .order = order_of_random_allocation,
          .recorded = {{.kind = "random_allocation",
                        .fields = {{"sigma", "sigma"},
                                   {"num_steps", "t", true},
                                   {"num_selected", "k", true}},
                        .reading = 5}},
          .subsampled = true,
          .whole = {"t", "k"},
          .facts = allocation_facts()};
}

}  // namespace plumbline
