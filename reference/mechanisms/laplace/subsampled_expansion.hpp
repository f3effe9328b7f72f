/// Expands the transform of the subsampled Laplace mechanism at its smallest and its largest loss, by quadrature along
/// vertical paths from these two points.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "reference/mechanisms/endpoint_expansion.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"

namespace plumbline {

/// The subsampled Laplace pair. Between its atoms, the loss l has the density g(l) = (e^{-mu/2}/4) sqrt(p/q) e^h (e^h -
/// 1)^{-3/2} with h = l - log q and q = 1 - p.
class SubsampledExpansion final : public EndpointExpansion {
 public:
  static constexpr Bits kBits{64};      ///< precision of bounds
  static constexpr size_t kPolled = 8;  ///< nodes between two polls

  explicit SubsampledExpansion(const SubsampledLaplace& pair) : law_(pair.law()) {
    for (const Endpoint endpoint : {Endpoint::low, Endpoint::high}) {
      height_[index(endpoint)] = height(endpoint, kBits);
      distance_[index(endpoint)] = height_[index(endpoint)].approximate();
    }
    scale_ = scale(kBits);
  }

  Ball position(Endpoint endpoint, Bits p) const override {
    return endpoint == Endpoint::low ? laplace::lowest_loss(law_, p)
                                     : laplace::highest_loss(law_, p);
  }
  Ball mass(Endpoint endpoint, Bits p) const override {
    const Ball half(Rational(1, 2), p);
    return endpoint == Endpoint::low ? half : half * exp(-Ball(law_.mu, p));
  }
  Ball density(Endpoint endpoint) const override {
    return size(endpoint, Ball(kBits), Ball(kBits), Ball(kBits)).upper();
  }

  Ball bound(Endpoint endpoint, double m) override { return damped_integral(endpoint, m, false); }

  Ball slope(Endpoint endpoint, double m) override { return damped_integral(endpoint, m, true); }
  ComplexVector values(Endpoint endpoint, const Segment& at, const GaussRule& rule,
                       double log_tolerance, Bits p, const Poll& poll) override;
  ComplexVector transforms(double c, double Y, const Segment& at, const GaussRule& rule,
                           double log_tolerance, Bits p, const Poll& poll) override;

 private:
  Ball damped_integral(Endpoint endpoint, double m, bool with_factor);

  /// A panel of the path of integration: h runs from 2 pi `left` to 2 pi `right`. Both are dyadic fractions, exact in
  /// doubles.
  struct Panel {
    double left, right;
    double middle() const { return (left + right) / 2; }
  };
  /// The region of s: Im s in [bottom, top], |Re s| <= reach.
  struct Region {
    Ball bottom, top, reach;
  };

  /// Returns at.to - at.from, which is the key of cached tables of exponentials; nan if it is not an exact double.
  static double exact_length(const Segment& at);
  /// Returns the quadrature rule for a line. The rule is cached until another line is requested.
  const laplace::Rule& line_rule(double c, double Y, double log_tolerance, Bits p,
                                 const Poll& poll);
  /// Returns e^{i h x r} for the nodes x of `rule` and the log ratios r of the rule of line_rule(), where h is half the
  /// length of the segment `at` of the line. The result is cached together with the rule of the line.
  const std::vector<ComplexVector>& line_turns(const Segment& at, const GaussRule& rule,
                                               const Poll& poll);

  static size_t index(Endpoint endpoint) { return endpoint == Endpoint::low ? 0 : 1; }

  /// Returns h = l - log q at the endpoint.
  Ball height(Endpoint endpoint, Bits p) const {
    const Ball mu(law_.mu, p), q(Rational(1) - law_.p, p);
    return log1p(Ball(law_.p, p) / q * exp(endpoint == Endpoint::low ? -mu : mu));
  }
  Ball scale(Bits p) const {
    const Rational q = Rational(1) - law_.p;
    return exp(-(Ball(law_.mu, p) / 2)) / 4 * sqrt(Ball(law_.p / q, p));
  }

  Ball size(Endpoint endpoint, const Ball& e, const Ball& y1, const Ball& y2) const;

  double rough_log_integrand(Endpoint endpoint, const Panel& panel, double rho, double bottom,
                             double top, double reach) const;
  Ball panel_bound(Endpoint endpoint, const Panel& panel, double rho, const Region& s) const;
  struct Rough {
    double bottom, top, reach, log_tolerance;
    size_t points;
  };
  void cover(Endpoint endpoint, const Panel& panel, const Rough& rough, const Region& s, int depth,
             std::vector<Panel>* panels, UpperBound* error) const;
  struct Reach {
    double end = 1;
    bool whole = false;
    UpperBound error{};
  };
  Reach reach_of(Endpoint endpoint, const Region& region, double log_tolerance) const;
  const std::vector<ComplexVector>& mixed_turns(const Segment& at, const GaussRule& rule,
                                                const Panel& panel, size_t points, Bits p,
                                                const Poll& poll);
  void add_panel(Endpoint endpoint, const Segment& at, const GaussRule& rule, const Panel& panel,
                 size_t points, Bits p, const Poll& poll, ComplexVector* out);
  /// Returns the weights times g at the nodes of a panel.
  const ComplexVector& weighted(Endpoint endpoint, const Panel& panel, size_t points, Bits p,
                                const Poll& poll);

  laplace::LaplaceLaw law_;
  /// height and scale at kBits.
  Ball height_[2] = {Ball(kBits), Ball(kBits)}, scale_{kBits};
  double distance_[2];
  std::map<std::tuple<size_t, double, bool>, Ball> bounds_;
  std::map<std::tuple<size_t, double, double, size_t, long>, ComplexVector> weighted_;
  std::map<std::tuple<double, int, int, size_t, size_t, long>, std::vector<ComplexVector>> turns_;
  /// result of mixed_turns() for the last segment whose length is no exact double
  std::vector<ComplexVector> unkept_;
  struct LineRule {
    double c = 0, Y = -1, log_tolerance = 0;
    long bits = 0;
    laplace::Rule rule{ComplexVector(), ComplexVector(), UpperBound()};
  } line_;
  struct LineTable {
    double length = -1;
    size_t nodes = 0;
    std::vector<ComplexVector> rows;
  } line_table_;
  /// Numbers the rules in the order of their first use. A rule is identified by its nodes.
  class KnownRules {
   public:
    size_t index(const GaussRule& rule);

   private:
    static bool same(const std::vector<Ball>& a, const std::vector<Ball>& b);
    std::vector<std::vector<Ball>> known_;
  };
  KnownRules rules_;  ///< the key of the tables above is the index of a rule, not its size
};

}  // namespace plumbline
