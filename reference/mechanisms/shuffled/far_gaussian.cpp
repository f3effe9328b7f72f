#include "reference/mechanisms/shuffled/far_gaussian.hpp"

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {
namespace {

LossTails hull_of(const LossTails& a, const LossTails& b) {
  return {Ball::hull(a.P_above, b.P_above), Ball::hull(a.P_below, b.P_below),
          Ball::hull(a.Q_above, b.Q_above), Ball::hull(a.Q_below, b.Q_below)};
}

/// Returns true if x < y; nothing if undecided.
std::optional<bool> is_less(const Real& x, const Rational& y, Bits p) {
  if (x.rational()) return *x.rational() < y;
  const Ball a = x(p), b(y, p);
  if (certainly_less(a, b)) return true;
  return certainly_at_most(b, a) ? std::optional(false) : std::nullopt;
}

/// Returns E[(mu Z + d)^3; Z > z] for a standard normal Z.
Ball cube_above(const Ball& mu, const Ball& d, const Ball& z) {
  const Ball phi = normal_density(z), tail = normal_survival(z);
  const Ball first = phi, second = z * phi + tail, third = (square(z) + 2) * phi;
  return mu * square(mu) * third + square(mu) * d * second * 3 + mu * square(d) * first * 3 +
         d * square(d) * tail;
}

ComplexBall survival(const ComplexBall& z, const Ball& root_two) {
  const Ball half(Rational(1, 2UL), z.precision());
  return erfc(z * (Ball::integer(1, z.precision()) / root_two)) * half;
}

}  // namespace

// Returns the mass of |L| >= T under P. The part with L >= T is rho P(L > T) plus the atom at T. By symmetry, the part
// with L <= -T is the mass of L >= T under Q.
Ball far_mass(const FarGaussianLaw& law, Bits p) {
  const LossTails at = gaussian_tails(law.mu_squared, Real(law.start), p);
  const Ball above = law.weight(p) * at.P_above + law.atom(p);
  return above + law.weight(p) * at.Q_above + law.atom(p) * exp(Ball(law.start, p));
}

FarGaussian::FarGaussian(FarGaussianLaw law, std::string expression)
    : law_(std::move(law)), expression_(std::move(expression)) {}

LossTails FarGaussian::beyond(const Real& t, Bits p) const {
  const LossTails at = gaussian_tails(law_.mu_squared, t, p);
  const Ball weight = law_.weight(p), all = far_mass(law_, p);
  const Ball P = weight * at.P_above, Q = weight * at.Q_above;
  return {P, all - P, Q, all - Q};
}

// Exchanging P and Q reflects the loss about 0: P(L < -T) is Q(L > T), and the same holds for the atoms.
LossTails FarGaussian::between(Bits p) const {
  const LossTails at = gaussian_tails(law_.mu_squared, Real(law_.start), p);
  const Ball weight = law_.weight(p), atom = law_.atom(p);
  const Ball P = weight * at.P_above + atom,
             Q = weight * at.Q_above + atom * exp(Ball(law_.start, p));
  return {P, Q, Q, P};
}

LossTails FarGaussian::before(const Real& t, Bits p) const {
  const LossTails at = gaussian_tails(law_.mu_squared, t, p);
  const Ball weight = law_.weight(p), all = far_mass(law_, p);
  const Ball P = weight * at.P_below, Q = weight * at.Q_below;
  return {all - P, P, all - Q, Q};
}

LossTails FarGaussian::tails(const Real& t, Bits p) const {
  const auto below_start = is_less(t, law_.start, p), below_mirror = is_less(t, -law_.start, p);
  LossTails out = !below_start    ? hull_of(between(p), beyond(t, p))
                  : !*below_start ? beyond(t, p)
                  : !below_mirror ? hull_of(before(t, p), between(p))
                  : *below_mirror ? before(t, p)
                                  : between(p);
  const Ball mass = far_mass(law_, p);
  for (Ball* x : {&out.P_above, &out.P_below, &out.Q_above, &out.Q_below}) *x = *x / mass;
  return out;
}

// Under the distribution tilted by s, L of the Gaussian pair is normal with mean (s - 1/2) mu^2 and variance mu^2.
// The total mass is e^{s(s-1) mu^2/2}.
Ball FarGaussian::transform(double c, Bits p) const {
  const Bits work = p + 32;
  const Ball s = Ball::from_binary64(c, work), mu2(law_.mu_squared, work), mu = sqrt(mu2),
             T(law_.start, work), half(Rational(1, 2UL), work);
  const Ball mean = (s - half) * mu2;
  const Ball both = normal_survival((T - mean) / mu) + normal_survival((T + mean) / mu);
  const Ball atoms = law_.atom(work) * (exp(s * T) + exp((Ball::integer(1, work) - s) * T));
  const Ball whole = law_.weight(work) * exp(s * (s - 1) * mu2 / 2) * both + atoms;
  return (whole / far_mass(law_, work)).at(p);
}

LineValues FarGaussian::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                          const Poll& poll) const {
  const Bits work = p + 32;
  const Ball one = Ball::integer(1, work), mu2(law_.mu_squared, work), mu = sqrt(mu2),
             T(law_.start, work), half(Rational(1, 2UL), work), root_two = sqrt(one * 2);
  const Ball weight = law_.weight(work), atom = law_.atom(work), mass = far_mass(law_, work);
  const ComplexBall unit(one), start(T), middle(half);
  LineValues out{ComplexVector(count, p), UpperBound()};
  for (size_t k = 0; k < count; ++k) {
    const ComplexBall s(Ball::from_binary64(c, work), D.at(work) * static_cast<long>(k));
    const ComplexBall mean = (s - middle) * mu2;
    const ComplexBall both = survival((start - mean) * (one / mu), root_two) +
                             survival((start + mean) * (one / mu), root_two);
    const ComplexBall atoms = (exp(s * T) + exp((unit - s) * T)) * atom;
    const ComplexBall normal = exp(s * (s - unit) * (mu2 / 2)) * both * weight;
    out.values.set(k, (normal + atoms) * (one / mass));
    poll();
  }
  return out;
}

void FarGaussian::offers(Offers* asked) const {
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange&, Bits p) {
      return third_moment(tilt, t, p);
    }};
  });
}

// L = mu Z + m with m = -mu^2/2 under P and m = mu^2/2 under Q. Losses beyond max(t, T) contribute. If t < -T, those
// between t and -T contribute, too.
Ball FarGaussian::third_moment(int tilt, const Ball& t, Bits p) const {
  const Bits work = p + 64;
  const Ball mu2(law_.mu_squared, work), mu = sqrt(mu2), T(law_.start, work);
  const Ball mean = tilt == 0 ? -(mu2 / 2) : mu2 / 2, place = t.at(work), d = mean - place;
  const auto above = [&](const Ball& from) { return cube_above(mu, d, (from - mean) / mu); };
  const Ball more = law_.atom(work) * exp(T);
  const Ball upper = tilt == 0 ? law_.atom(work) : more, lower = tilt == 0 ? more : law_.atom(work);
  Ball sum =
      law_.weight(work) * above(max(place, T)) + upper * third_moment::positive_cube(T - place);
  if (!certainly_at_most(-T, place)) {
    sum += law_.weight(work) * (above(min(place, -T)) - above(-T)) +
           lower * third_moment::positive_cube(-T - place);
  }
  return (sum / far_mass(law_, work)).at(p);
}

}  // namespace plumbline
