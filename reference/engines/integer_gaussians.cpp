#include "reference/engines/integer_gaussians.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/gaussian_sum.hpp"

namespace plumbline {
namespace {

constexpr double kMostTerms = 3e6;    // some seconds
constexpr double kFewTerms = 2e5;     // half a second
constexpr double kMostPoints = 4e5;   // of a list
constexpr size_t kMostGroups = 16;    // of which the best split is looked for
constexpr double kMostEntries = 3e5;  // of all tables
constexpr double kMostDepth = 6000;   // bits

using Group = GaussianLattices::Group;

/// E e^{i theta X} of one discrete Gaussian, by whichever of its two sums is the shorter; positive.
class CharacteristicFunction {
 public:
  CharacteristicFunction(const Rational& variance, Bits p)
      : p_(p),
        dual_(variance > Rational(1, 6UL)),
        sum_(dual_ ? square(Ball::pi(p)) * Ball(variance * Rational(2), p)
                   : Ball(Rational(1) / (variance * Rational(2)), p),
             p),
        total_(sum_(Ball(p), Ball(p)).real()) {}
  Ball operator()(const Ball& theta) const {
    const Ball zero(p_), turns = theta / (Ball::pi(p_) * 2);
    return (dual_ ? sum_(turns, zero) : sum_(zero, theta)).real() / total_;
  }

 private:
  Bits p_;
  bool dual_;
  GaussianSum sum_;
  Ball total_;
};

std::optional<std::vector<Group>> groups_of(const Composition& composition) {
  constexpr long kMostCopies = 1000000;
  std::vector<Group> out;
  for (const Factor& f : composition.factors()) {
    const auto noise = f.mechanism->offer<DiscreteGaussianNoise>();
    if (!noise || f.count > Rational(kMostCopies)) return std::nullopt;
    const Rational spacing = f.mechanism->lattice().value().spacing;
    out.push_back({noise->variance, spacing, saturated(f.count.approximate())});
  }
  return out;
}

/// Half the mean of the loss under Q: c of the answers, and half the variance of U.
Rational middle_of(const Composition& composition) {
  Rational out(0);
  for (const Factor& f : composition.factors())
    out = out - f.count * f.mechanism->lattice()->offset;
  return out;
}

class IntegerGaussians final : public Engine {
 public:
  explicit IntegerGaussians(const Composition& composition)
      : composition_(composition),
        lattices_(*groups_of(composition)),
        middle_(middle_of(composition)) {}

  std::string name() const override { return "integer_gaussians"; }
  std::string explain() const override {
    std::ostringstream out;
    out << "integer_gaussians: " << composition_.factors().size() << " tables of "
        << lattices_.entries(depth_) << " masses, a sum of " << lattices_.terms(depth_)
        << " terms; depth " << depth_ << " bits";
    return out.str();
  }
  NamedTexts parameters() const override { return {{"depth", exact_text(depth_)}}; }
  bool vary() override { return varied_ = true; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    Ball best = clipped(question, Ball::indeterminate(Bits{64}), t);
    for (double depth = fitting(first_depth(t, effort.digits)); fits(depth); depth *= 2) {
      try {
        depth_ = depth;
        const Ball value = clipped(question, at_depth(question, t, depth, effort.poll), t);
        common(value, best, "an answer by integer_gaussians at two depths");
        if (value.radius() <= best.radius()) best = value;
      } catch (const Interrupted&) {
        break;
      }
      if (effort.suffices(best)) break;
    }
    return {best, {UpperBound(), best.radius(), UpperBound(), UpperBound()}};
  }

 private:
  static constexpr double kGrain = 48;

  bool fits(double depth) const {
    return depth < kMostDepth &&
           (lattices_.terms(depth) < 10 * kMostTerms || lattices_.half(depth) < kMostPoints);
  }
  /// This depth or, where its sums would be too long, the next lower one with sums that are not.
  double fitting(double depth) const {
    while (depth > kGrain && !fits(depth)) depth = kGrain * (std::ceil(depth / kGrain) - 1);
    return depth;
  }

  /// As deep as the answer is likely to be small; tables that will do are taken again.
  double first_depth(const Real& t, int digits) const {
    constexpr double kLikely = 2500;
    const double c = middle_.approximate(), far = std::fabs(t.approximate()) + c;
    const double size = std::min(far * far / (4 * c) / kLn2, kLikely);
    const double needed = 3.33 * digits + 40 + size + (varied_ ? 29 : 0);
    if (depth_ >= needed && depth_ <= 3 * needed + 200) return depth_;
    return kGrain * std::ceil(1.1 * needed / kGrain);
  }

  /// Under P the loss is U - c, under Q U + c, and U is symmetric about 0.
  Ball at_depth(Question question, const Real& t, double depth, const Poll& poll) {
    const Bits p{saturated(depth) + 64};
    const Real c{middle_};
    const auto beyond = [&](const Real& u, bool strict) {
      return lattices_.above(u, strict, depth, p, poll);
    };
    const LossTails tails{beyond(t + c, true), beyond(-(t + c), false), beyond(t - c, true),
                          beyond(c - t, false)};
    return from_tails(question, tails, t(p));
  }

  Composition composition_;
  GaussianLattices lattices_;
  Rational middle_;
  double depth_ = 0;
  bool varied_ = false;
};

}  // namespace

// BOUND(FOLDED-GAUSSIANS)
// Statement.  Let X be the sum of N independent discrete Gaussians of variance parameter v, centred
//             at 0, M = 2w + 1, and F its law modulo M, on -w .. w, or for N = 1 its law on these
//             alone. F(E) differs from P(X in E) for every set E of integers by at most
//             2 e^{-(w+1)^2/(2 N v)}. For several independent X_g the errors of the products of these
//             measures add.
// Needs.      v > 0, N >= 1: the mechanism and its count.
// Proof.      Where X is at most w in modulus, folding changes nothing: F and the law of X agree
//             there, and both are at most probabilities. So they differ by at most the probability
//             that it is not. One step has E e^{sX} <= e^{s^2 v/2}:
//
//                 sum_x e^{-x^2/(2v) + sx} = e^{s^2 v/2} sum_x e^{-(x - sv)^2/(2v)},
//
//             and the last sum is largest at s = 0, for by Poisson summation it is
//             sum_k a_k cos(2 pi k s v) with a_k > 0. So P(X >= w+1) <= e^{-(w+1)^2/(2Nv)}, and the
//             same for X <= -(w+1). A product of measures of mass at most 1 changes by at most what
//             each factor changes.
// Source.     Canonne, Kamath, Steinke 2020 (the moment bound); the folding is this project's.
GaussianLattices::Law GaussianLattices::tabulate(const Group& group, double depth, Bits p,
                                                 const Poll& poll) {
  Law out;
  out.spacing = group.spacing;
  out.reach = std::max(1L, saturated(reach(group, depth)));
  const Ball rate(Rational(1) / (group.variance * Rational(2)), p);
  const std::vector<Ball> half = group.count == 1 ? one_step(group, out.reach, p)
                                                  : many_steps(group, out.reach, depth, p, poll);
  const auto w = static_cast<size_t>(out.reach);
  out.masses.assign(2 * w + 1, Ball(p));
  for (size_t x = 0; x <= w; ++x) out.masses[w + x] = out.masses[w - x] = half[x];
  out.from.assign(out.masses.size() + 1, Ball(p));
  for (size_t i = out.masses.size(); i-- > 0;) out.from[i] = out.from[i + 1] + out.masses[i];
  const Ball beyond = Ball::integer(out.reach + 1, p), N = Ball::integer(group.count, p);
  out.beyond = bound<"FOLDED-GAUSSIANS">(UpperBound::of(exp(-(square(beyond) * rate / N)) * 2));
  return out;
}

/// P(X = x), x = 0 .. reach.
std::vector<Ball> GaussianLattices::one_step(const Group& group, long reach, Bits p) {
  const Rational lambda = Rational(1) / (group.variance * Rational(2));
  const Ball total = gaussian_tail_sum(lambda, Rational(1), p) * 2 + 1, rate(lambda, p);
  std::vector<Ball> out;
  for (long x = 0; x <= reach; ++x) out.push_back(exp(-(rate * x * x)) / total);
  return out;
}

/// As many terms as the depth needs.
std::vector<Ball> GaussianLattices::many_steps(const Group& group, long reach, double depth, Bits p,
                                               const Poll& poll) {
  // N v theta^2/2 = the bits that sums over all of the table may lose.
  const double length = 2 * static_cast<double>(reach) + 1;
  const double lost = (depth + 12) * kLn2 + 2 * std::log(length);
  const double spread = group.variance.approximate() * static_cast<double>(group.count);
  const double last = std::sqrt(2 * lost / spread) * length / (2 * M_PI);
  return folded_series(group, reach, std::min(reach, saturated(last) + 2), p, poll);
}

// BOUND(FOLDED-SERIES)
// Statement.  The law of X modulo M = 2w + 1 has at x the mass
//
//                 (1/M) (1 + 2 sum_{j=1}^{w} phi(2 pi j/M)^N cos(2 pi j x/M)),
//
//             phi the characteristic function of one step; and if only j <= J are summed, the masses
//             change by at most
//
//                 (2/M) sum_{i >= 0, m_i <= w} m_i phi(2 pi m_i/M)^N,   m_i = 2^i (J+1).
//
// Needs.      phi at points of [0, pi]: 2 m_i < M.
// Proof.      The inverse discrete Fourier transform. By Poisson summation phi(theta) is positive, and
//             it decreases on [0, pi] (THETA-DECAY at c = 0), so that the m_i terms from m_i up to
//             2 m_i - 1 are at most that at m_i.
// Source.     Elementary.
std::vector<Ball> GaussianLattices::folded_series(const Group& group, long reach, long J, Bits p,
                                                  const Poll& poll) {
  const Rational N(group.count);
  const Bits work = p + static_cast<long>(std::log2(static_cast<double>(group.count))) + 8;
  const CharacteristicFunction phi(group.variance, work);
  const Ball M = Ball::integer(2 * reach + 1, work), unit = Ball::pi(work) * 2 / M, zero(work);
  const auto terms = static_cast<size_t>(J) + 1;
  ComplexVector weights(terms, work), nodes(terms, work);
  for (long j = 0; j <= J; ++j) {
    if (j % 16 == 0) poll();
    const Ball weight = power(phi(unit * j), N) / M;
    weights.set(static_cast<size_t>(j), ComplexBall(j == 0 ? weight : weight * 2, zero));
    nodes.set(static_cast<size_t>(j), ComplexBall(unit * j, zero));
  }
  const ComplexVector sums = exponential_sums(weights, nodes, Ball::integer(1, work),
                                              static_cast<size_t>(reach) + 1, work, poll);
  Ball rest(work);
  for (long m = J + 1; m <= reach; m *= 2) rest += power(phi(unit * m), N) * m * 2 / M;
  const UpperBound error = bound<"FOLDED-SERIES">(UpperBound::of(rest));
  std::vector<Ball> out;
  for (size_t x = 0; x < sums.size(); ++x) out.push_back(widen(sums[x].real(), error).at(p));
  return out;
}

GaussianLattices::GaussianLattices(std::vector<Group> groups) : groups_(std::move(groups)) {
  std::sort(groups_.begin(), groups_.end(), [](const Group& x, const Group& y) {
    return x.variance * Rational(x.count) < y.variance * Rational(y.count);
  });
}

double GaussianLattices::reach(const Group& group, double depth) {
  const auto N = static_cast<double>(group.count);
  return std::ceil(
      std::sqrt(2 * N * group.variance.approximate() * (depth * kLn2 + std::log(2 * N + 2))));
}

double GaussianLattices::terms(double depth) const {
  double product = 1, longest = 1;
  for (const Group& g : groups_) {
    const double length = 2 * reach(g, depth) + 1;
    product *= length;
    longest = std::max(longest, length);
  }
  return product / longest;
}

double GaussianLattices::entries(double depth) const {
  double sum = 0;
  for (const Group& g : groups_) sum += 2 * reach(g, depth) + 1;
  return sum;
}

const GaussianLattices::Laws& GaussianLattices::laws(double depth, Bits p, const Poll& poll) {
  return laws_.get({depth, p.n}, [&] {
    Laws out;
    for (const Group& g : groups_) out.push_back(tabulate(g, depth, p, poll));
    return out;
  });
}

/// Of the subsets of the groups the one that leaves the two lists most even, as a mask.
std::uint32_t GaussianLattices::best_split(double depth, double* longer) const {
  const size_t n = groups_.size();
  *longer = std::numeric_limits<double>::infinity();
  if (n < 2 || n > kMostGroups) return 1;
  // Points of mass 2^-depth and more: those in an ellipsoid.
  std::vector<double> axes;
  for (const Group& g : groups_) {
    axes.push_back(std::log(std::sqrt(2 * (depth + pruned_) * kLn2 * g.variance.approximate() *
                                      static_cast<double>(g.count)) +
                            1));
  }
  std::uint32_t best = 1;
  for (std::uint32_t mask = 1; mask < (1U << (n - 1)); ++mask) {
    double sizes[2] = {0, 0}, count[2] = {0, 0};
    for (size_t i = 0; i < n; ++i) {
      const size_t side = (mask >> i) & 1U;
      sizes[side] += axes[i];
      count[side] += 1;
    }
    double most = 0;
    for (int side = 0; side < 2; ++side) {
      const double k = count[side], volume = k / 2 * std::log(M_PI) - log_gamma(k / 2 + 1);
      most = std::max(most, std::exp(sizes[side] + volume));
    }
    if (most < *longer) {
      *longer = most;
      best = mask;
    }
  }
  return best;
}

double GaussianLattices::half(double depth) const {
  double longer = 0;
  best_split(depth, &longer);
  return longer;
}

Rational GaussianLattices::Half::loss(const Laws& laws, size_t id) const {
  Rational out(0);
  for (size_t i = 0; i < members.size(); ++i) {
    out = out + laws[members[i]].spacing * Rational(places[id * members.size() + i]);
  }
  return out;
}

GaussianLattices::Half GaussianLattices::half_of(const Laws& laws, std::uint32_t members,
                                                 double depth, Bits p, const Poll& poll) const {
  Half out;
  for (size_t i = 0; i < laws.size(); ++i) {
    if (((members >> i) & 1U) != 0) out.members.push_back(i);
  }
  const double least = -(depth + pruned_);
  std::vector<std::vector<double>> log_masses;  // heuristics
  for (const size_t i : out.members) {
    log_masses.emplace_back();
    for (const Ball& mass : laws[i].masses) {
      log_masses.back().push_back(mass.log_approximate() / kLn2);
    }
  }
  std::vector<SortedLaw::Point> points;
  std::vector<int> at(out.members.size());
  const auto walk = [&](const auto& self, size_t i, const Ball& weight, double log_weight,
                        double place) -> void {
    if (i == out.members.size()) {
      if (points.size() % 4096 == 0) poll();
      if (static_cast<double>(points.size()) > 4 * kMostPoints) throw Interrupted();
      out.places.insert(out.places.end(), at.begin(), at.end());
      points.push_back({place, points.size(), weight});
      return;
    }
    const Law& law = laws[out.members[i]];
    const double spacing = law.spacing.approximate();
    for (long x = -law.reach; x <= law.reach; ++x) {
      const auto j = static_cast<size_t>(x + law.reach);
      const double log_mass = log_weight + log_masses[i][j];
      if (!(log_mass >= least)) continue;
      at[i] = static_cast<int>(x);
      self(self, i + 1, i == 0 ? law.masses[j] : weight * law.masses[j], log_mass,
           place + spacing * static_cast<double>(x));
    }
  };
  walk(walk, 0, Ball::integer(1, p), 0, 0);
  SortedLaw made(std::move(points), p, poll);
  out.law.emplace(std::move(made));
  return out;
}

GaussianLattices::Halves GaussianLattices::split(const Laws& laws, double depth, Bits p,
                                                 const Poll& poll) const {
  double longer = 0;
  const std::uint32_t members = best_split(depth, &longer);
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << laws.size()) - 1);
  Half one = half_of(laws, members, depth, p, poll);
  return {std::move(one), half_of(laws, all & ~members, depth, p, poll)};
}

// BOUND(HALF-REST)
// Statement.  With F = F_1 x F_2 a product of measures of total mass 1 at most, and only points of
//             masses m_1 and m_2 in all taken of each, P(U in E) for every set E exceeds the sum over
//             the pairs taken by no more than (1 - m_1) + (1 - m_2), FOLDED-GAUSSIANS aside.
// Needs.      The points taken are disjoint: half_of takes each once.
// Proof.      What is not taken has a first part or a second part that is not.
// Source.     Elementary.
Ball GaussianLattices::by_halves(const Laws& laws, const Halves& halves, const Real& u, bool strict,
                                 Bits p, const Poll& poll) {
  const auto& [one, two] = halves;
  const Ball level = u(p);
  const auto above = [&, &one = one, &two = two](size_t a, size_t b) -> std::optional<bool> {
    const Rational loss = one.loss(laws, a) + two.loss(laws, b);
    if (u.rational()) return strict ? loss > *u.rational() : loss >= *u.rational();
    const Ball gap = Ball(loss, p) - level;
    if (certainly_positive(gap)) return true;
    if (certainly_negative(gap)) return false;
    return std::nullopt;
  };
  const Ball sum =
      mass_above(*one.law, *two.law, level.approximate(), slack(laws, level), above, p, poll);
  const Ball missing = Ball::integer(2, p) - one.law->total() - two.law->total();
  const UpperBound rest = bound<"HALF-REST">(UpperBound::of(max(missing, Ball(p)).upper()));
  return sum + Ball::zero_to(rest, p);
}

/// How far the places in doubles may be from sums of losses, and the level's from the level: at most
/// kMostGroups products are added, each rounded twice, of numbers that are checked here. Negative where
/// a check fails.
double GaussianLattices::slack(const Laws& laws, const Ball& level) {
  const Bits p{128};
  const double at = level.approximate();
  double size = std::fabs(at);
  for (const Law& law : laws) {
    size += static_cast<double>(law.reach) * law.spacing.approximate();
  }
  const double e = size * 0x1p-40;
  if (!std::isfinite(e) || !(e > 0)) return -1;
  const Ball most = exact(e, p) / 4;
  Ball sizes = abs(exact(at, p)), errors(p);
  for (const Law& law : laws) {
    const Ball spacing(law.spacing, p);
    sizes += spacing * law.reach;
    errors += abs(spacing - exact(law.spacing.approximate(), p)) * law.reach;
  }
  const bool holds = certainly_at_most(abs(level - exact(at, p)), most) &&
                     certainly_at_most(errors, most) && certainly_at_most(sizes / (1L << 46), most);
  return holds ? e : -1;
}

Ball GaussianLattices::above(const Real& u, bool strict, double depth, Bits p, const Poll& poll) {
  const Laws& laws = this->laws(depth, p, poll);
  Ball sum(p);
  if (terms(depth) > kFewTerms && half(depth) < kMostPoints) {
    const Halves& halves = halves_.get({depth, p.n}, [&] { return split(laws, depth, p, poll); });
    sum = by_halves(laws, halves, u, strict, p, poll);
  } else {
    sum = by_sum(laws, u, strict, p, poll);
  }
  UpperBound error;
  for (const Law& law : laws) error = error + law.beyond;
  const Ball width = Ball::zero_to(error, p);
  return sum + Ball::hull(-width, width);
}

Ball GaussianLattices::by_sum(const Laws& all, const Real& u, bool strict, Bits p,
                              const Poll& poll) {
  const Law& last = all.back();
  const Ball level = u(p), spacing(last.spacing, p);
  const auto from = [&](const Rational& integer) -> const Ball& {
    const double x = integer.approximate(), w = static_cast<double>(last.reach);
    return last.from[static_cast<size_t>(std::clamp(x + w, 0.0, 2 * w + 1))];
  };
  // Of integers n with n spacing > u - loss, or >=.
  const auto rest = [&](const Rational& loss) {
    if (u.rational()) {
      const Rational z = (*u.rational() - loss) / last.spacing;
      return from(strict ? floor(z) + Rational(1) : -floor(-z));
    }
    // n > z where n > floor(z); n >= z where n >= -floor(-z).
    const Ball z = (level - Ball(loss, p)) / spacing, turned = strict ? z : -z;
    const auto low = certain_floor(turned.lower()), high = certain_floor(turned.upper());
    if (!low || !high) return Ball::hull(from(Rational(-last.reach)), Ball(p));
    if (strict) return Ball::hull(from(*low + Rational(1)), from(*high + Rational(1)));
    return Ball::hull(from(-*low), from(-*high));
  };
  Ball sum(p);
  long count = 0;
  const auto walk = [&](const auto& self, size_t i, const Ball& weight,
                        const Rational& loss) -> void {
    if (i + 1 == all.size()) {
      if (++count % 4096 == 0) poll();
      sum += weight * rest(loss);
      return;
    }
    for (long x = -all[i].reach; x <= all[i].reach; ++x) {
      self(self, i + 1, weight * all[i].masses[static_cast<size_t>(x + all[i].reach)],
           loss + all[i].spacing * Rational(x));
    }
  };
  walk(walk, 0, Ball::integer(1, p), Rational(0));
  return sum;
}

namespace {

std::string refusal(const Composition& composition) {
  const auto groups = groups_of(composition);
  if (!groups) return "it covers products of discrete gaussians alone";
  constexpr double kUsual = 160;  // bits
  const GaussianLattices lattices(*groups);
  const bool short_sum =
      lattices.terms(kUsual) <= kMostTerms || lattices.half(kUsual) <= kMostPoints;
  if (!short_sum || lattices.entries(kUsual) > kMostEntries) {
    return "its sums would be too long";
  }
  return "";
}

Estimate estimate(const Composition& composition) {
  const Estimate worth{0.1, "one short sum over tables"};
  if (composition.factors().size() < 2)
    return Estimate::not_worth_it("one variance has a short line");
  const auto lattice = composition.lattice();
  if (!lattice) return worth;
  // One period of the line has about so many nodes; it sums them all in the worst case.
  constexpr double kMostNodes = 20000;
  const double range = 26 * std::sqrt(2 * middle_of(composition).approximate());
  if (range / lattice->spacing.approximate() > kMostNodes) return worth;
  return Estimate::not_worth_it("one period of a line is short");
}

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<IntegerGaussians>(composition);
}

}  // namespace

EngineEntry integer_gaussians_entry() {
  return {"integer_gaussians",
          "discrete gaussians without a coarse common lattice: sums over tables", refusal, estimate,
          make};
}

}  // namespace plumbline
