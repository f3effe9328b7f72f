#include "reference/mechanisms/laplace/exponential_mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

/// log(sinh(x)/x), also for small x.
double log_sinhc(double x) {
  const double y = x * x;
  if (y < 0.1) return y / 6 - y * y / 180 + y * y * y / 2835 - y * y * y * y / 37800;
  const double a = std::fabs(x);
  return a + std::log(-std::expm1(-2 * a) / (2 * a));
}

Ball sinhc(const Ball& x) { return sinhc(ComplexBall(x)).real(); }

}  // namespace

BoundedRange::BoundedRange(Rational epsilon)
    : epsilon_(std::move(epsilon)), epsilon_approx_(epsilon_.approximate()) {}

std::string BoundedRange::expression() const {
  return "exponential_mechanism(epsilon=" + epsilon_.text() + ")";
}

// BOUND(RANGE-PAIR)
// Statement.  Let log dQ/dP lie in some interval [t - epsilon, t], 0 <= t <= epsilon. Then
//             Q(E) - e^g P(E) is, for every event E and |g| <= epsilon, at most
//
//                 delta(g) = (1 - e^{(g-epsilon)/2})^2 / (1 - e^{-epsilon}),
//
//             and some such pair attains it; so it does with P and Q exchanged. delta is the profile
//             of the pair with
//
//                 P(L > l) = (e^{-(epsilon+l)/2} - e^{-epsilon}) / (1 - e^{-epsilon}),
//                 Q(L <= l) = (e^{(l-epsilon)/2} - e^{-epsilon}) / (1 - e^{-epsilon}),
//
//             |l| <= epsilon. Compositions of mechanisms of bounded range, chosen adaptively or not,
//             have profiles that are at most those of the compositions of this pair. At thresholds
//             that are not told from an end, END-HULL.
// Needs.      epsilon > 0: the caller, by the registry.
// Proof.      The largest Q(E) - e^g P(E) given the interval is that of two outcomes of losses t and
//             t - epsilon (Dong, Durfee, Rogers 2020, Lemma 3.2), whose Q-mass at t is
//             q = (1 - e^{t-epsilon})/(1 - e^{-epsilon}) and P-mass q e^{-t}: for g <= t it is
//             q (1 - e^{g-t}), else 0. With x = e^{t-g} the product (1 - x e^{g-epsilon}) (1 - 1/x)
//             is largest at x^2 = e^{epsilon-g}, t = (epsilon+g)/2 in [0, epsilon], where it is
//             (1 - e^{(g-epsilon)/2})^2. As a function of y = e^g the derivative of delta is
//             -P(L > g) above, and Q(L > g) = delta(g) + e^g P(L > g). The class is symmetric: the
//             interval of log dP/dQ is [-t, epsilon - t]. A pair whose profile is at least that of
//             each step, whatever came before, dominates adaptive composition (Zhu, Dong, Wang 2022,
//             Theorem 10).
// Source.     Dong, Durfee, Rogers 2020, "Optimal differential privacy composition for exponential
//             mechanisms"; the pair is this project's.
LossTails BoundedRange::tails(const Real& t, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p), epsilon(epsilon_, p), x = t(p);
  const LossTails beyond{zero, one, zero, one}, before{one, zero, one, zero};
  if (t.rational()) {
    if (*t.rational() >= epsilon_) return beyond;
    if (*t.rational() <= -epsilon_) return before;
  }
  if (certainly_at_most(epsilon, x)) return beyond;
  if (certainly_at_most(x, -epsilon)) return before;
  // e^{-epsilon} (e^{(epsilon-l)/2} - 1) / (1 - e^{-epsilon}), and the same with -l.
  const Ball inside = max(min(x, epsilon), -epsilon), scale = expm1(epsilon);
  const Ball P_above = bound<"RANGE-PAIR">(expm1((epsilon - inside) / 2) / scale);
  const Ball Q_below = bound<"RANGE-PAIR">(expm1((epsilon + inside) / 2) / scale);
  LossTails out{P_above, one - P_above, one - Q_below, Q_below};
  if (!certainly_less(x, epsilon)) out = end_hull(out, beyond);
  if (!certainly_less(-epsilon, x)) out = end_hull(out, before);
  return out;
}

namespace {

/// L = epsilon (2u - 1), 0 < u < 1: the density of L is e^{-l/2}/(4 sinh(epsilon/2)) under P and
/// e^{l/2}/(4 sinh(epsilon/2)) under Q.
class RangeNoise final : public NoiseLaw {
 public:
  explicit RangeNoise(Rational epsilon) : epsilon_(std::move(epsilon)) {}

  std::optional<Rational> first() const override { return Rational(0); }
  std::optional<Rational> last() const override { return Rational(1); }
  std::pair<double, double> reach(long) const override { return {0.0, 1.0}; }

  Position position(const Ball& loss) const override {
    const Bits b = loss.precision();
    const Ball u = (loss / epsilon(b) + 1) / 2, one = Ball::integer(1, b);
    if (certainly_at_most(u, Ball(b))) return {-1, Ball(b)};
    if (certainly_at_most(one, u)) return {+1, one};
    return {0, min(one, max(Ball(b), u))};
  }
  ComplexBall loss(const ComplexBall& u, bool) const override {
    const Bits b = u.precision();
    return (u * Ball::integer(2, b) - one(b)) * epsilon(b);
  }
  ComplexBall density(bool of_Q, const ComplexBall& u) const override {
    const Bits b = u.precision();
    const Ball e = epsilon(b);
    const ComplexBall exponent = (of_Q ? u : one(b) - u) * e;
    return exp(exponent) * (e / expm1(e));
  }
  ComplexBall slope(const ComplexBall& u) const override {
    return ComplexBall(epsilon(u.precision()) * 2);
  }
  NoiseMass mass(const std::optional<Ball>& u1, const std::optional<Ball>& u2) const override {
    const Bits b = u1 ? u1->precision() : u2 ? u2->precision() : Bits{128};
    const Ball e = epsilon(b), from = u1 ? *u1 : Ball(b), to = u2 ? *u2 : Ball::integer(1, b);
    const Ball rise = expm1(e * (to - from)) / expm1(e);
    return {exp(e * (Ball::integer(1, b) - to)) * rise, exp(e * from) * rise};
  }
  ComplexBall continued_position(const ComplexBall& loss, bool) const override {
    const Bits b = loss.precision();
    const Ball half(Rational(1, 2), b);
    return loss * (half / epsilon(b)) + ComplexBall(half);
  }
  std::pair<ComplexBall, ComplexBall> continued_mass(
      const std::optional<ComplexBall>& u1, const std::optional<ComplexBall>& u2) const override {
    const Bits b = u1 ? u1->precision() : u2 ? u2->precision() : Bits{128};
    const Ball e = epsilon(b), scale = Ball::integer(1, b) / expm1(e);
    const ComplexBall from = u1 ? *u1 : ComplexBall(b), to = u2 ? *u2 : one(b);
    return {(exp((one(b) - from) * e) - exp((one(b) - to) * e)) * scale,
            (exp(to * e) - exp(from * e)) * scale};
  }
  ComplexBall tail(Tail which, const ComplexBall& s, bool) const override {
    const Bits b = s.precision();
    const bool of_P = which == Tail::P_above || which == Tail::P_below;
    const ComplexBall e(epsilon(b)), exponent = (of_P ? e - s : e + s) * Ball(Rational(1, 2), b);
    const ComplexBall share = expm1(exponent) * (Ball::integer(1, b) / expm1(epsilon(b)));
    return which == Tail::P_above || which == Tail::Q_below ? share : one(b) - share;
  }
  // BOUND(RANGE-TAILS)
  // Statement.  The continued tails at s = x + iy are at most
  //
  //                 1 + (e^{(epsilon+|x|)/2} + 1)/(e^epsilon - 1).
  //
  // Needs.      Nothing: they are entire.
  // Proof.      Each is h or 1 - h with h = (e^{(epsilon -+ s)/2} - 1)/(e^epsilon - 1), and
  //             |e^z| = e^{Re z}.
  // Source.     Elementary.
  UpperBound tail_bound(const ComplexBall& s) const override {
    const Bits b{64};
    const Ball e = epsilon(b), top = exp((e + abs(s.real())) / 2) + 1;
    return bound<"RANGE-TAILS">(UpperBound::of(Ball::integer(1, b) + top / expm1(e)));
  }
  UpperBound strip_bound(const Ball&) const override { return UpperBound::infinite(); }

 private:
  Ball epsilon(Bits b) const { return {epsilon_, b}; }
  static ComplexBall one(Bits b) { return ComplexBall(Ball::integer(1, b)); }
  Rational epsilon_;
};

}  // namespace

LossPieces BoundedRange::loss_pieces() const {
  // L = 2x - epsilon with P-density e^{-x}/(1 - e^{-epsilon}), 0 < x < epsilon: e^{L/2} times that is
  // constant, and its mass K(1/2).
  const Real mass([epsilon = epsilon_](Bits p) {
    const Ball e(epsilon, p);
    return e * exp(-(e / 2)) / -expm1(-e);
  });
  return LossPieces{Real(Rational(0)), {}, {{-epsilon_, epsilon_, mass}}};
}

void BoundedRange::offers(Offers* asked) const {
  asked->give<LossPieces>([this] { return loss_pieces(); });
  asked->give<NoiseLaw>([this] { return std::make_shared<RangeNoise>(epsilon_); });
}

ComplexBall BoundedRange::transform_at(const ComplexBall& s, Bits p) const {
  const Ball epsilon(epsilon_, p), half(Rational(1, 2), p);
  return sinhc((s - ComplexBall(half)) * epsilon) * (Ball::integer(1, p) / sinhc(epsilon / 2));
}

Ball BoundedRange::transform(double c, Bits p) const {
  return transform_at(ComplexBall(exact(c, p)), p).real();
}

LineValues BoundedRange::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                           const Poll& poll) const {
  LineValues out{ComplexVector(count, p), UpperBound()};
  const Ball x = exact(c, p);
  for (size_t k = 0; k < count; ++k) {
    out.values.set(k, transform_at(ComplexBall(x, D.at(p) * static_cast<long>(k)), p));
    if (k % 256 == 0) poll();
  }
  return out;
}

// BOUND(RANGE-DECAY)
// Statement.  With b = epsilon (c - 1/2), S = sinh(b)^2, W = epsilon T, V = 19/10 and
//
//                 g(x) = (S + x - x^2/3 + 2 x^3/45)/(b^2 + x),
//
//             |K(c+iy)|^2/K(c)^2 is for all |y| >= T at most 1, and at most 1/sinhc(b)^2 times
//
//                 max(g(W^2), (S + 1)/(b^2 + V^2))   if W <= V,
//                 (S + 1)/(b^2 + W^2)                if W > V.
//
//             And |K(c+iy)| <= cosh(b)/(epsilon |y| sinhc(epsilon/2)).
// Needs.      T > 0: checked here (1 is returned otherwise).
// Proof.      |K(c+iy)|^2/K(c)^2 = (S + sin^2 w)/((b^2 + w^2) sinhc(b)^2), w = epsilon y, since
//             |sinh(b + iw)|^2 = S + sin^2 w. sin^2 w <= 1 gives the last line and what lies beyond
//             V. Up to V, sin^2 w <= x - x^2/3 + 2 x^3/45 with x = w^2 (its series in x alternates,
//             and the terms from 2 x^3/45 on fall for x < 14, their ratios being at most x/14). The
//             numerator of g' is
//
//                 (b^2 - S) - (2/3) b^2 x (1 - x/5) - (x^2/3)(1 - 4x/15) < 0   for 0 < x < 15/4,
//
//             as S >= b^2, and V^2 = 3.61 < 15/4: g decreases. For the algebraic bound |sinh z| <=
//             cosh(Re z) and |z| >= epsilon |y|.
// Source.     Elementary.
Ball BoundedRange::decay(double c, double T, Bits p) const {
  const Bits work = p + 32;
  const Ball one = Ball::integer(1, work);
  if (!(T > 0)) return one;
  const Ball epsilon(epsilon_, work), V(Rational(19, 10), work);
  const Ball b = epsilon * (exact(c, work) - Ball(Rational(1, 2), work));
  const Ball ratio = sinhc(b), b2 = square(b), S = square(b * ratio), W = epsilon * exact(T, work);
  const auto beyond = [&](const Ball& w) { return (S + 1) / (b2 + square(w)); };
  Ball size = beyond(W);
  if (!certainly_less(V, W)) {
    const Ball x = square(W);
    const Ball series = x - square(x) / 3 + square(x) * x * 2 / 45;
    size = certainly_at_most(W, V) ? max((S + series) / (b2 + x), beyond(V)) : square(ratio);
  }
  return bound_number<"RANGE-DECAY">(min(one, sqrt(size) / ratio).upper().at(p));
}

UpperBound BoundedRange::algebraic_decay(double c) const {
  const Bits p{64};
  const Ball epsilon(epsilon_, p), b = epsilon * (exact(c, p) - Ball(Rational(1, 2), p));
  return bound<"RANGE-DECAY">(UpperBound::of(cosh(b) / (epsilon * sinhc(epsilon / 2))));
}

double BoundedRange::log_transform(double c) const {
  return log_sinhc(epsilon_approx_ * (c - 0.5)) - log_sinhc(epsilon_approx_ / 2);
}

double BoundedRange::log_decay(double c, double T) const {
  return std::min(0.0, decay(c, T, Bits{64}).log_approximate());
}

// Q-mass q = (1 - e^{t-eps})/(1 - e^-eps) and P-mass q e^-t at the loss t, the rest at t - eps.
Mechanism bounded_range_at(const Rational& epsilon, const Rational& t) {
  if (t.sign() < 0 || t > epsilon) {
    throw std::invalid_argument("t must be in [0, epsilon], got " + t.text());
  }
  const std::string name =
      "exponential_mechanism(epsilon=" + epsilon.text() + ",t=" + t.text() + ")";
  if (t.is_zero() || t == epsilon) return perfectly_private();
  const Real high([epsilon, t](Bits p) {
    const Ball rest(t - epsilon, p);
    return exp(-Ball(t, p)) * expm1(rest) / expm1(-Ball(epsilon, p));
  });
  const Real low([epsilon, t](Bits p) { return expm1(-Ball(t, p)) / expm1(-Ball(epsilon, p)); });
  return std::make_shared<FinitePair>(
      std::vector<LossAtom>{{low, Real(t - epsilon)}, {high, Real(t)}}, name, name);
}

namespace {

/// 1/(1 + e^-x).
Ball logistic(const Ball& x) { return Ball::integer(1, x.precision()) / (exp(-x) + 1); }

/// log(1 + (e^epsilon - 1) logistic(x)).
Ball log_gain(const Ball& epsilon, const Ball& x) { return log1p(expm1(epsilon) * logistic(x)); }

}  // namespace

// With a = epsilon lead the log-odds of the candidate are a under Q and b = a - epsilon under P. Its
// loss is log((1 + e^-b)/(1 + e^-a)), that of the other -log((1 + e^a)/(1 + e^b)), and
//     (1 + e^-b)/(1 + e^-a) = 1 + (e^epsilon - 1)/(1 + e^a),
//     (1 + e^a)/(1 + e^b)   = 1 + (e^epsilon - 1)/(1 + e^-b):
// they differ by epsilon, and neither cancels.
Mechanism vote_of_two(const Rational& epsilon, const Rational& lead) {
  const Rational a = epsilon * lead, b = a - epsilon;
  const std::string name =
      "exponential_mechanism(epsilon=" + epsilon.text() + ",lead=" + lead.text() + ")";
  const Real mass([b](Bits p) { return logistic(Ball(b, p)); });
  const Real other([b](Bits p) { return logistic(-Ball(b, p)); });
  const Real high([epsilon, a](Bits p) { return log_gain(Ball(epsilon, p), -Ball(a, p)); });
  const Real low([epsilon, b](Bits p) { return -log_gain(Ball(epsilon, p), Ball(b, p)); });
  return std::make_shared<FinitePair>(std::vector<LossAtom>{{other, low}, {mass, high}}, name,
                                      name);
}

namespace {

Mechanism make_exponential_mechanism(const Parameters& q) {
  const Rational epsilon = positive(q, "epsilon");
  if (q.count("t") > 0 && q.count("lead") > 0) {
    throw std::invalid_argument("give t= or lead=, not both");
  }
  if (q.count("lead") > 0) return vote_of_two(epsilon, q.at("lead"));
  if (q.count("t") > 0) return bounded_range_at(epsilon, q.at("t"));
  return std::make_shared<BoundedRange>(epsilon);
}

// PROOF(PARAMETER-ORDER) epsilon of exponential_mechanism
//             A smaller range is within a larger one, so that the largest profile (RANGE-PAIR)
//             increases with it. At a given t
//
//                 f = max(0, 1 - e^t alpha, e^{t-eps} (1 - alpha)),
//
//             nonincreasing in epsilon.
std::optional<ParameterOrder> order_of_exponential_mechanism(const std::string& parameter,
                                                             const Parameters& others) {
  if (parameter != "epsilon" || others.count("lead") > 0) return std::nullopt;
  const auto t = others.find("t");
  if (t == others.end()) return ParameterOrder::size();
  return ParameterOrder{false, t->second, std::nullopt, t->second.sign() > 0};
}

std::string draw_exponential_mechanism(ParameterDraw& draw) {
  return "exponential_mechanism(epsilon=" + draw.log_uniform(0.01, 3) + ")";
}

// L under P is -L under Q: the densities of RangeNoise mirror each other.
bool is_of_all(const Parameters& q) { return q.count("t") == 0 && q.count("lead") == 0; }

/// n votes for two candidates, m of them for the one that the record votes for.
std::string recorded_count(RecordedFields& record) {
  const Rational m = record.number("m").value, n = record.number("n").value, lead = m + m - n;
  const Rational epsilon = record.number("epsilon").value;
  if (epsilon.sign() <= 0 || !m.is_integer() || !n.is_integer() || m.sign() <= 0 || m > n) {
    throw std::invalid_argument(
        "mechanism: exponential_mechanism_counting needs epsilon > 0 and whole numbers 1 <= m <= "
        "n");
  }
  return "exponential_mechanism(epsilon=" + epsilon.text() + ",lead=" + lead.text() + ")";
}

/// Losses of +-epsilon/2: two outputs of equal odds either way.
std::string half_range(const WrittenFactor& factor) {
  const auto epsilon = factor.parameters.find("epsilon");
  if (epsilon == factor.parameters.end()) return "";
  return "exponential_mechanism(epsilon=" + epsilon->second.text() +
         ",t=" + (epsilon->second / Rational(2)).text() + ")";
}

std::optional<Rational> range_of_all(const Parameters& q) {
  const auto epsilon = q.find("epsilon");
  return q.size() == 1 && epsilon != q.end() ? std::optional(epsilon->second) : std::nullopt;
}

}  // namespace

MechanismEntry exponential_mechanism_entry() {
  return {.name = "exponential_mechanism",
          .required = {"epsilon"},
          .optional = {"t", "lead"},
          .summary =
              "bounded range epsilon: tight for one run, an upper bound for several; with t, "
              "the one of losses t and t-epsilon; with lead, a vote of two candidates",
          .make = make_exponential_mechanism,
          .order = order_of_exponential_mechanism,
          .draw = draw_exponential_mechanism,
          .symmetric = is_of_all,
          .recorded = {{.kind = "exponential_mechanism",
                        .fields = {{"epsilon", "epsilon"}},
                        .runs = RecordedForm::Runs::bounded_range,
                        .any_neighbours = true},
                       {.kind = "exponential_mechanism_counting",
                        .fields = {{"epsilon"}, {"m", "", true}, {"n", "", true}},
                        .expression = recorded_count,
                        .any_neighbours = true}},
          .standing = {PairSide::each_point,
                       "any, of all whose losses lie in an interval of length epsilon",
                       "RANGE-PAIR",
                       {"t", "lead"},
                       half_range},
          .bounded_range = range_of_all};
}

}  // namespace plumbline
