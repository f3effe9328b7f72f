#include "reference/mechanisms/loss_edges.hpp"

#include "reference/mechanisms/laplace.hpp"
#include "reference/mechanisms/subsampled_laplace.hpp"
#include "tests/support.hpp"
#include "tests/witness.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

constexpr Edge kEdges[] = {Edge::low, Edge::high};

std::unique_ptr<DominatingPair> random_pair(testing::Random& random, bool plain) {
  const Rational b = number(testing::Random::text(random.log_uniform(0.1, 20)));
  if (plain) return std::make_unique<Laplace>(b, Rational(1));
  return std::make_unique<SubsampledLaplace>(
      b, number(testing::Random::text(random.log_uniform(1e-5, 0.98))), Rational(1));
}

double range(const DominatingPair& pair) {
  return pair.largest_loss()->approximate() - pair.smallest_loss()->approximate();
}

/// E at one point.
ComplexBall value(LossEdges& edges, Edge edge, double x, double y, Bits p) {
  const GaussRule middle{{Ball(p)}, {Ball(p)}};
  return edges.values(edge, {x, y, 0, 1, 0, 0}, middle, -0.69 * static_cast<double>(p.n), p)[0];
}

Ball exact(double x, Bits p) { return Ball::from_binary64(x, p); }

}  // namespace

TEST_CASE("loss_edges: the two ends together are the transform",
          "[mechanisms][loss_edges][EDGE-PATH][EDGE-DENSITY][LAPLACE-EDGES]") {
  testing::Random random(310);
  const Bits p{160};
  for (int i = 0; i < testing::iterations(24); ++i) {
    const auto pair = random_pair(random, i % 4 == 0);
    const auto edges = loss_edges(*pair);
    const double R = range(*pair);
    // Short doubles: their multiples are exact.
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
      for (const Edge edge : kEdges) {
        const ComplexBall E = edges->values(edge, at, middle, -100, p)[0];
        sum = sum + exp(s * ComplexBall(edges->position(edge, p))) *
                        (E + ComplexBall(edges->mass(edge, p)));
      }
      const ComplexBall difference = sum - line.values[static_cast<size_t>(k)];
      CHECK(difference.real().contains_zero());
      CHECK(difference.imag().contains_zero());
      const Ball scale =
          exp(x * edges->position(Edge::low, p)) + exp(x * edges->position(Edge::high, p));
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
    const auto edges = loss_edges(*pair);
    const double R = range(*pair), from = random.log_uniform(0.3, 40) / R;
    CAPTURE(pair->expression(), from);
    const Segment at{1.5 / R, 1 / R, i % 2 == 0 ? 1 : -1, 1, from, 2 * from};
    for (const Edge edge : kEdges) {
      const ComplexVector together = edges->values(edge, at, *rule, -70, p);
      for (const size_t k : {size_t{0}, size_t{4}, size_t{8}}) {
        // The same point in the middle of a segment of its own.
        const ComplexBall s = at.node(rule->nodes[k].at(p));
        const double x = s.real().approximate(), y = s.imag().approximate();
        const ComplexBall alone = value(*edges, edge, x, y, p);
        const ComplexBall difference = alone - together[k];
        CHECK(difference.magnitude().log_approximate() < -30 + alone.magnitude().log_approximate());
      }
    }
    const Segment up{2.25 / R, 0, 0, 1, 1 / R, 3 / R};
    const ComplexVector K = edges->transforms(2.25 / R, 4 / R, up, *rule, -60, p);
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
    const auto edges = loss_edges(*pair);
    const double R = range(*pair), m = random.log_uniform(0.5, 1e4) / R;
    const double left = random.uniform(-20, 20) / R, width = random.uniform(0, 2) * m;
    const double top = m * random.uniform(1, 3);
    CAPTURE(pair->expression(), m, left, width, top);
    for (const Edge edge : kEdges) {
      const Ball bound = edges->bound(edge, m), slope = edges->slope(edge, m);
      const Ball modulus = edges->modulus(edge, left, left + width, m, top);
      const Ball mass = edges->mass(edge, p);
      Ball largest(p);
      for (int j = 0; j < 6; ++j) {
        const double x = left + width * random.uniform(0, 1), y = m + (top - m) * j / 5.0;
        const ComplexBall E = value(*edges, edge, x, y, p);
        const Ball size = E.magnitude().ball(p),
                   whole = (E + ComplexBall(mass)).magnitude().ball(p);
        CHECK(certainly_at_most(size * testing::ball("0.99999"), bound));
        CHECK(
            certainly_at_most(size * testing::ball("0.99999"), edges->density(edge) / exact(y, p)));
        CHECK(certainly_at_most(whole * testing::ball("0.99999"), modulus));
        // The slope against a difference of values.
        const double h = y / 1024;
        const ComplexBall step = value(*edges, edge, x + h, y, p) - E;
        CHECK(certainly_at_most(step.magnitude().ball(p) * testing::ball("0.99999"),
                                slope * exact(h, p)));
        largest = max(largest, whole);
      }
      const Ball straight = value(*edges, edge, 0, m, p).magnitude().ball(p);
      if (m * R > 6) {
        CHECK(certainly_less(bound, straight * 4));
        CHECK(certainly_less(modulus, largest * 2));
      }
    }
    CHECK_FALSE(edges->modulus(Edge::low, 1, 0, 1, 2).is_finite());
    CHECK_FALSE(edges->modulus(Edge::low, 0, 1, -1, 2).is_finite());
  }
}
