#include "reference/mechanisms/endpoint_expansion.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <complex>

#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

constexpr Endpoint kEndpoints[] = {Endpoint::low, Endpoint::high};

std::unique_ptr<PairWithTransform> random_pair(testing::Random& random, bool plain) {
  const Rational b = number(testing::Random::text(random.log_uniform(0.1, 20)));
  if (plain) return std::make_unique<Laplace>(b, Rational(1));
  return std::make_unique<SubsampledLaplace>(
      b, number(testing::Random::text(random.log_uniform(1e-5, 0.98))), Rational(1));
}

double range(const DominatingPair& pair) {
  return pair.largest_loss()->approximate() - pair.smallest_loss()->approximate();
}

/// Returns E at one point.
ComplexBall value(EndpointExpansion& expansion, Endpoint endpoint, double x, double y, Bits p) {
  const GaussRule middle{{Ball(p)}, {Ball(p)}};
  return expansion.values(endpoint, {x, y, 0, 1, 0, 0}, middle, -0.69 * static_cast<double>(p.n),
                          p)[0];
}

/// Returns E(s) of the subsampled pair in doubles, by Boost's rules along the vertical line upwards from the
/// endpoint.
std::complex<double> by_boost(double mu, double p, Endpoint endpoint, std::complex<double> s) {
  using Complex = std::complex<double>;
  const double height = std::log1p(p / (1 - p) * std::exp(endpoint == Endpoint::low ? -mu : mu));
  const double scale = std::exp(-mu / 2) / 4 * std::sqrt(p / (1 - p));
  const Complex i(0, 1);
  const auto integrand = [&](double h) {
    const double turns = std::floor(h / (2 * M_PI));
    const Complex H(height, h - 2 * M_PI * turns);
    const Complex g = scale * std::exp(H / 4.0 - 1.5 * std::log(2.0 * std::sinh(H / 2.0)));
    return (std::fmod(turns, 2) == 0 ? 1.0 : -1.0) * g * std::exp(i * s * h);
  };
  using Rule = boost::math::quadrature::gauss<double, 20>;
  Complex sum = 0;
  const auto add = [&](double from, double to) {
    for (size_t k = 0; k < Rule::abscissa().size(); ++k) {
      for (const double sign : {-1.0, 1.0}) {
        const double h = (from + to) / 2 + sign * (to - from) / 2 * Rule::abscissa()[k];
        sum += Rule::weights()[k] * (to - from) / 2 * integrand(h);
      }
    }
  };
  // Panels that grow with the distance from the nearby singularity and end at each period.
  const double longest = std::min(0.5, 2 / std::abs(s)), end = 40 / s.imag();
  double from = 0;
  while (from < end) {
    const double turn = 2 * M_PI * (std::floor(from / (2 * M_PI) + 1e-12) + 1);
    const double left = from - (turn - 2 * M_PI), right = turn - from;
    const double step = std::min(
        {longest, (height + std::max(left, 0.0)) / 2, std::max(right / 2, height / 2), right});
    add(from, from + step);
    from += step;
  }
  return (endpoint == Endpoint::low ? i : -i) * sum;
}

}  // namespace

TEST_CASE("loss_edges: the two ends together are the transform",
          "[mechanisms][loss_edges][EDGE-PATH][EDGE-DENSITY][LAPLACE-EDGES]") {
  testing::Random random(310);
  const Bits p{160};
  for (int i = 0; i < testing::iterations(24); ++i) {
    const auto pair = random_pair(random, i % 4 == 0);
    const auto expansion = pair->offer<EndpointExpansion>();
    const double R = range(*pair);
    // Short doubles, whose multiples are exact.
    const auto rounded = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    const double c = rounded(random.uniform(-8, 8) / R);
    const double D = rounded(random.log_uniform(0.5, 12) / R);
    CAPTURE(pair->expression(), c, D);
    const LineValues line = pair->transform_on_line(c, exact(D, p), 6, p, [] {});
    const Ball K = pair->transform(c, p);
    for (const long k : {1L, 2L, 5L}) {
      const Ball x = exact(c, p);
      const double y = D * static_cast<double>(k);
      const Segment at{c, y, 0, 1, 0, 0};
      const GaussRule middle{{Ball(p)}, {Ball(p)}};
      ComplexBall sum(p);
      const ComplexBall s = at.node(Ball(p));
      for (const Endpoint endpoint : kEndpoints) {
        const ComplexBall E = expansion->values(endpoint, at, middle, -100, p)[0];
        sum = sum + exp(s * ComplexBall(expansion->position(endpoint, p))) *
                        (E + ComplexBall(expansion->mass(endpoint, p)));
      }
      const ComplexBall difference = sum - line.values[static_cast<size_t>(k)];
      CHECK(difference.real().contains_zero());
      CHECK(difference.imag().contains_zero());
      const Ball scale = exp(x * expansion->position(Endpoint::low, p)) +
                         exp(x * expansion->position(Endpoint::high, p));
      CHECK(difference.magnitude().log_approximate() < (K + scale).log_approximate() - 55);
    }
  }
}

TEST_CASE("loss_edges: nodes of a rule, and the transform on a vertical segment",
          "[mechanisms][loss_edges][EDGE-PATH][LAPLACE-EDGES]") {
  testing::Random random(311);
  const Bits p{128};
  const auto rule = gauss_legendre(9, p);
  for (int i = 0; i < testing::iterations(8); ++i) {
    const auto pair = random_pair(random, i % 4 == 0);
    const auto expansion = pair->offer<EndpointExpansion>();
    const double R = range(*pair), from = random.log_uniform(0.3, 40) / R;
    CAPTURE(pair->expression(), from);
    const Segment at{1.5 / R, 1 / R, i % 2 == 0 ? 1 : -1, 1, from, 2 * from};
    for (const Endpoint endpoint : kEndpoints) {
      const ComplexVector together = expansion->values(endpoint, at, *rule, -70, p);
      for (const size_t k : {size_t{0}, size_t{4}, size_t{8}}) {
        // Compares with the node as the midpoint of a separate segment.
        const ComplexBall s = at.node(rule->nodes[k].at(p));
        const double x = s.real().approximate(), y = s.imag().approximate();
        const ComplexBall alone = value(*expansion, endpoint, x, y, p);
        const ComplexBall difference = alone - together[k];
        CHECK(difference.magnitude().log_approximate() < -30 + alone.magnitude().log_approximate());
      }
    }
    const Segment up{2.25 / R, 0, 0, 1, 1 / R, 3 / R};
    const ComplexVector K = expansion->transforms(2.25 / R, 4 / R, up, *rule, -60, p);
    const Ball y = up.node(rule->nodes[2].at(p)).imag();
    const LineValues line = pair->transform_on_line(2.25 / R, y, 2, p, [] {});
    const ComplexBall difference = K[2] - line.values[1];
    CHECK(difference.real().contains_zero());
    CHECK(difference.imag().contains_zero());
    CHECK(difference.magnitude().log_approximate() < -50);
  }
}

TEST_CASE("loss_edges: bounds hold above a height and in rectangles, and are not loose",
          "[mechanisms][loss_edges][EDGE-SIZE][EDGE-MODULUS][LAPLACE-EDGES]") {
  testing::Random random(312);
  const Bits p{96};
  for (int i = 0; i < testing::iterations(16); ++i) {
    const auto pair = random_pair(random, i % 4 == 0);
    const auto expansion = pair->offer<EndpointExpansion>();
    const double R = range(*pair), m = random.log_uniform(0.5, 1e4) / R;
    const double left = random.uniform(-20, 20) / R, width = random.uniform(0, 2) * m;
    const double top = m * random.uniform(1, 3);
    CAPTURE(pair->expression(), m, left, width, top);
    for (const Endpoint endpoint : kEndpoints) {
      const Ball bound = expansion->bound(endpoint, m), slope = expansion->slope(endpoint, m);
      const Ball modulus = expansion->modulus(endpoint, left, left + width, m, top);
      const Ball mass = expansion->mass(endpoint, p);
      Ball largest(p);
      for (int j = 0; j < 6; ++j) {
        const double x = left + width * random.uniform(0, 1), y = m + (top - m) * j / 5.0;
        const ComplexBall E = value(*expansion, endpoint, x, y, p);
        const Ball size = E.magnitude().ball(p),
                   whole = (E + ComplexBall(mass)).magnitude().ball(p);
        CHECK(certainly_at_most(size * testing::ball("0.99999"), bound));
        CHECK(certainly_at_most(size * testing::ball("0.99999"),
                                expansion->density(endpoint) / exact(y, p)));
        CHECK(certainly_at_most(whole * testing::ball("0.99999"), modulus));
        // Compares the slope with a difference of values.
        const double h = y / 1024;
        const ComplexBall step = value(*expansion, endpoint, x + h, y, p) - E;
        CHECK(certainly_at_most(step.magnitude().ball(p) * testing::ball("0.99999"),
                                slope * exact(h, p)));
        largest = max(largest, whole);
      }
      const Ball straight = value(*expansion, endpoint, 0, m, p).magnitude().ball(p);
      if (m * R > 6) {
        CHECK(certainly_less(bound, straight * 4));
        CHECK(certainly_less(modulus, largest * 2));
      }
    }
    CHECK_FALSE(expansion->modulus(Endpoint::low, 1, 0, 1, 2).is_finite());
    CHECK_FALSE(expansion->modulus(Endpoint::low, 0, 1, -1, 2).is_finite());
  }
}

TEST_CASE("loss_edges: coarse values err by no more than their bound says",
          "[loss_edges][faults][EDGE-PATH]") {
  testing::Random random(313);
  const Bits p{128};
  for (int i = 0; i < testing::iterations(12); ++i) {
    const std::string b = testing::Random::text(random.log_uniform(0.3, 5));
    const std::string rate = testing::Random::text(random.log_uniform(0.01, 0.9));
    const SubsampledLaplace pair(number(b), number(rate), Rational(1));
    const double mu = 1 / std::stod(b);
    for (const Endpoint endpoint : kEndpoints) {
      // Close to the real axis the integral covers one period, far from it the integral is truncated; if the
      // tolerance exceeds all sizes every panel is left out.
      const double y = random.log_uniform(0.2, 30), x = random.uniform(-2, 2);
      const auto expansion = pair.offer<EndpointExpansion>();
      const double size = expansion->density(endpoint).log_approximate() - std::log(y);
      const double tolerance = size + (i % 3 == 0 ? 12.0 : i % 3 == 1 ? -2.0 : -5.0);
      CAPTURE(b, rate, endpoint == Endpoint::low, x, y, tolerance);
      const GaussRule middle{{Ball(p)}, {Ball(p)}};
      const ComplexBall found =
          expansion->values(endpoint, {x, y, 0, 1, 0, 0}, middle, tolerance, p)[0];
      const std::complex<double> truth = by_boost(mu, std::stod(rate), endpoint, {x, y});
      const UpperBound slack = UpperBound::of(exact(1e-10 * std::abs(truth), p));
      CAPTURE(truth, found.real().decimal_bounds(12), found.imag().decimal_bounds(12));
      CHECK(overlaps(found.real(), widen(exact(truth.real(), p), slack)));
      CHECK(overlaps(found.imag(), widen(exact(truth.imag(), p), slack)));
      CHECK(found.magnitude().is_finite());
    }
  }
}

TEST_CASE("loss_edges: densities and bounds against a formula of their own",
          "[loss_edges][faults][EDGE-DENSITY][EDGE-SIZE][LAPLACE-EDGES]") {
  testing::Random random(314);
  const Bits p{256};
  for (int i = 0; i < testing::iterations(12); ++i) {
    const auto pair = random_pair(random, i % 3 == 0);
    const auto expansion = pair->offer<EndpointExpansion>();
    CAPTURE(pair->expression());
    // The density at an interior point, from a difference of tails, converges to the density at the endpoint.
    const double R = range(*pair), h = R * 1e-12;
    for (const Endpoint endpoint : kEndpoints) {
      const Ball end = expansion->position(endpoint, p);
      const Ball far = endpoint == Endpoint::low ? end + exact(h, p) : end - exact(h, p);
      const Ball near =
          endpoint == Endpoint::low ? end + exact(h / 1e6, p) : end - exact(h / 1e6, p);
      const auto above = [&](const Ball& t) {
        return pair->tails(plumbline::Real([t](Bits) { return t; }), p).P_above;
      };
      const Ball density = abs(above(far) - above(near)) / abs(far - near);
      CHECK(expansion->density(endpoint).approximate() ==
            Approx(density.approximate()).epsilon(0.02));
      CHECK(certainly_at_most(density * testing::ball("0.98"), expansion->density(endpoint)));
      // At heights of many periods the bound of the density is nearly attained.
      const double m = 1e4 / R;
      const ComplexBall E = value(*expansion, endpoint, 0, m, p),
                        next = value(*expansion, endpoint, 0, 2 * m, p);
      CHECK(certainly_at_most(E.magnitude().ball(p) * testing::ball("0.999"),
                              expansion->bound(endpoint, m)));
      CHECK(certainly_at_most((E - next).magnitude().ball(p) * testing::ball("0.999"),
                              expansion->slope(endpoint, m) * exact(m, p)));
    }
  }
}

TEST_CASE("loss_edges: a modulus between the points that were looked at",
          "[loss_edges][faults][EDGE-MODULUS]") {
  // |E| is largest above 1/2, which is between two midpoints of pieces of the lower side.
  const Laplace pair(Rational(1), Rational(1));
  const auto expansion = pair.offer<EndpointExpansion>();
  const double m = 1.0 / 128;
  const Ball modulus = expansion->modulus(Endpoint::low, 0.5 - 50 * m, 0.5 + 50 * m, m, 2 * m);
  const Bits p{96};
  const Ball truth = sqrt(square(testing::ball("0.5", p)) + square(testing::ball("32", p)));
  CHECK(certainly_at_most(truth.lower(), modulus));
  CHECK(certainly_less(modulus, truth * testing::ball("1.05")));
}

TEST_CASE("loss_edges: two rules of one size are two rules",
          "[loss_edges][EDGE-PATH][EDGE-MODULUS]") {
  const SubsampledLaplace pair(Rational(1), number("0.3"), Rational(1));
  const Bits p{96};
  constexpr long kPoints = 16;
  const auto gauss = gauss_legendre(kPoints, p);
  GaussRule middles;
  for (long k = 0; k < kPoints; ++k) {
    middles.nodes.push_back(Ball(Rational(2 * k + 1 - kPoints, kPoints), p));
    middles.weights.push_back(Ball(p));
  }
  const auto agree = [&](const ComplexVector& a, const ComplexVector& b) {
    for (size_t k = 0; k < a.size(); ++k) {
      const ComplexBall difference = a[k] - b[k];
      CHECK(difference.real().contains_zero());
      CHECK(difference.imag().contains_zero());
    }
  };
  const Segment at{1, 2, 1, 1, 0, 4}, up{1, 0, 0, 1, 0, 4};
  const auto used = pair.offer<EndpointExpansion>(), fresh = pair.offer<EndpointExpansion>();
  used->values(Endpoint::low, at, *gauss, -40, p);
  agree(used->values(Endpoint::low, at, middles, -40, p),
        fresh->values(Endpoint::low, at, middles, -40, p));
  used->transforms(1, 4, up, *gauss, -40, p);
  agree(used->transforms(1, 4, up, middles, -40, p), fresh->transforms(1, 4, up, middles, -40, p));
}

TEST_CASE("loss_edges: what is not asked within its limits is not answered, and all is answered",
          "[loss_edges][EDGE-SIZE][EDGE-PATH][LAPLACE-EDGES]") {
  const Bits p{96};
  const GaussRule middle{{Ball(p)}, {Ball(p)}};
  for (const bool plain : {true, false}) {
    testing::Random random(315);
    const auto pair = random_pair(random, plain);
    const auto expansion = pair->offer<EndpointExpansion>();
    for (const Endpoint endpoint : kEndpoints) {
      CHECK_FALSE(expansion->bound(endpoint, 0).is_finite());
      CHECK_FALSE(expansion->slope(endpoint, -1).is_finite());
      if (!plain) {
        CHECK_FALSE(expansion->values(endpoint, {0, 0, 0, 1, 0, 0}, middle, -20, p)[0]
                        .magnitude()
                        .is_finite());
      }
    }
    if (plain) continue;
    const auto outside = [&](const Segment& at) {
      return !expansion->transforms(1, 2, at, middle, -20, p)[0].magnitude().is_finite();
    };
    CHECK(outside({1, 0, 0, 1, 1, 3}));   // above the line's end
    CHECK(outside({1, 0, 0, 1, -1, 1}));  // below the real axis
    CHECK(outside({2, 0, 0, 1, 0, 1}));   // on another line
    CHECK_FALSE(outside({1, 0, 0, 1, 0, 2}));
  }
  // The smallest loss is e^{-2000} above log(1 - p), which doubles cannot represent.
  const SubsampledLaplace extreme(number("0.0005"), number("0.3"), Rational(1));
  const auto expansion = extreme.offer<EndpointExpansion>();
  for (const Endpoint endpoint : kEndpoints) {
    CHECK(certainly_positive(expansion->bound(endpoint, 3)));
    CHECK(certainly_positive(expansion->slope(endpoint, 3)));
  }
}
