/// The expansion of the Laplace mechanism's transform at its smallest and its largest loss, in closed form.
#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/endpoint_expansion.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"

namespace plumbline {
namespace {

constexpr Bits kBoundBits{64};

// BOUND(LAPLACE-EDGES)
// Statement.  For the Laplace pair g(l) = (e^{-mu/2}/4) e^{-l/2} on [-mu, mu], g(-mu) = 1/4, g(mu) = e^{-mu}/4, and
//                 E_a(s) = -1/(4 (s - 1/2)),   E_b(s) = e^{-mu}/(4 (s - 1/2)).
//             Hence |E| <= g/m and |E'| <= g/m^2 for Im s >= m > 0, where g on the right side denotes the value g(-mu)
//             for E_a and g(mu) for E_b.
// Needs.      m > 0: checked in bound and slope (indeterminate otherwise).
// Proof.      i int_0^inf g(-mu + ih) e^{ish} dh = (i/4) int_0^inf e^{i (s - 1/2) h} dh, where the integral is -1/(i
//             (s - 1/2)). At mu the formula has the other sign and the factor e^{-mu}. The bounds follow from |s -
//             1/2| >= Im s.
// Source.     Elementary.
class LaplaceExpansion final : public EndpointExpansion {
 public:
  explicit LaplaceExpansion(const Laplace& pair) : pair_(pair) {}

  Ball position(Endpoint endpoint, Bits p) const override { return {*exact_position(endpoint), p}; }
  std::optional<Rational> exact_position(Endpoint endpoint) const override {
    return endpoint == Endpoint::low ? -pair_.mu() : pair_.mu();
  }
  Ball mass(Endpoint endpoint, Bits p) const override { return factor(endpoint, p) / 2; }
  Ball density(Endpoint endpoint) const override {
    return plumbline::bound_number<"LAPLACE-EDGES">((factor(endpoint, kBoundBits) / 4).upper());
  }
  Ball bound(Endpoint endpoint, double m) override {
    if (!(m > 0)) return Ball::indeterminate(kBoundBits);
    return (density(endpoint) / exact(m, kBoundBits)).upper();
  }
  Ball slope(Endpoint endpoint, double m) override {
    if (!(m > 0)) return Ball::indeterminate(kBoundBits);
    return (density(endpoint) / square(exact(m, kBoundBits))).upper();
  }
  ComplexVector values(Endpoint endpoint, const Segment& at, const GaussRule& rule, double, Bits p,
                       const Poll&) override {
    const Ball quarter = factor(endpoint, p) / 4;
    const ComplexBall scale(endpoint == Endpoint::low ? -quarter : quarter),
        half(Ball(Rational(1, 2), p));
    ComplexVector out(rule.nodes.size(), p);
    for (size_t k = 0; k < out.size(); ++k) out.set(k, scale / (at.node(rule.nodes[k]) - half));
    return out;
  }
  // K is known in closed form on every segment.
  ComplexVector transforms(double, double, const Segment& at, const GaussRule& rule, double, Bits p,
                           const Poll& poll) override {
    ComplexVector out(rule.nodes.size(), p);
    for (size_t k = 0; k < out.size(); ++k) {
      if (k % 64 == 0) poll();
      out.set(k, pair_.transform_at(at.node(rule.nodes[k]), p));
    }
    return out;
  }

 private:
  Ball factor(Endpoint endpoint, Bits p) const {
    return endpoint == Endpoint::low ? Ball::integer(1, p) : exp(-Ball(pair_.mu(), p));
  }
  const Laplace& pair_;
};
}  // namespace

std::unique_ptr<EndpointExpansion> Laplace::endpoint_expansion() const {
  return std::make_unique<LaplaceExpansion>(*this);
}

}  // namespace plumbline
