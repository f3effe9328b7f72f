#include "reference/mechanisms/gaussian/two_mixtures_machine.hpp"

#include <mutex>
#include <utility>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_bounds.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline::two_mixtures {
namespace {

constexpr Bits kErrorBits{64}, kDoubles{128}, kDoubleDoubles{192};

/// Returns the log of sum w e^{place x - place^2/2} at the nodes x = t_j + ia. The moduli of a component are a
/// geometric sequence.
std::vector<ComplexBall> log_sums(const std::vector<Component>& components, const Grid& grid,
                                  Bits p) {
  const Ball h = exact(grid.step, p), a = exact(grid.shift, p), first = h * grid.first;
  std::vector<ComplexBall> out;
  if (components.size() == 1) {
    for (long j = grid.first; j <= grid.last; ++j) out.push_back(log_sum(components, h * j, a));
    return out;
  }
  struct Term {
    Ball factor, re, im;
  };
  std::vector<Term> terms;
  for (const Component& x : components) {
    const Ball place(x.place, p);
    const ComplexBall turn = exp(ComplexBall(place * first - square(place) / 2, place * a));
    const Ball weight = x.weight(p);
    terms.push_back({exp(place * h), weight * turn.real(), weight * turn.imag()});
  }
  for (long j = grid.first; j <= grid.last; ++j) {
    Ball re(p), im(p);
    for (Term& x : terms) {
      re += x.re;
      im += x.im;
      x.re = x.re * x.factor;
      x.im = x.im * x.factor;
    }
    out.push_back(log(ComplexBall(re, im)));
  }
  return out;
}

class TwoErrors final : public mixture::RuleErrors {
 public:
  TwoErrors(TwoMixturesLaw law, const Grid& grid)
      : law_(std::move(law)),
        grid_(grid),
        a_(exact(grid.shift, kErrorBits)),
        edge_(mixture::edge_share(grid.shift, grid.step)) {}

  UpperBound omitted(double c) const override {
    const Ball growth = exp(square(a_) / 2) * cosine_factor(law_, a_, c);
    return UpperBound::of(growth) * omitted_nodes(law_, grid_, c);
  }
  Ball discretisation(double c, double) const override {
    const Ball twice = a_ * 2;
    const Ball far = exp(square(twice) / 2) * cosine_factor(law_, twice, c);
    return (Ball::integer(1, kErrorBits) + far) * edge_;
  }

 private:
  TwoMixturesLaw law_;
  Grid grid_;
  Ball a_, edge_;
};

class TwoMixturesMachine final : public mixture::MachineLaw {
 public:
  TwoMixturesMachine(TwoMixturesLaw law, std::string identity)
      : law_(std::move(law)), identity_(std::move(identity)) {}

  const std::string& identity() const override { return identity_; }

  std::shared_ptr<const mixture::MachineRule> rule(const Grid& grid) const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return rules_.get(Key(grid), [&]() -> std::shared_ptr<const mixture::MachineRule> {
      if (!fits(grid)) return nullptr;
      return mixture::MachineRule::of_nodes(identity_, grid, rule_nodes(law_, grid, kDoubles),
                                            rule_errors(law_, grid));
    });
  }
  std::shared_ptr<const mixture::DoubleDoubleRule> fine_rule(const Grid& grid) const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return fine_.get(Key(grid), [&]() -> std::shared_ptr<const mixture::DoubleDoubleRule> {
      if (!fits(grid)) return nullptr;
      return mixture::DoubleDoubleRule::of_nodes(grid, rule_nodes(law_, grid, kDoubleDoubles),
                                                 rule_errors(law_, grid));
    });
  }
  mixture::heuristic::Sketcher sketcher() const override { return heuristic::sketcher_of(law_); }
  Grid grid(double low, double high, double log_count, double depth, double) const override {
    return heuristic::machine_grid(law_, low, high, log_count, depth);
  }

 private:
  struct Key {
    double shift, step;
    long first, last;
    explicit Key(const Grid& grid)
        : shift(grid.shift), step(grid.step), first(grid.first), last(grid.last) {}
    bool operator==(const Key&) const = default;
  };
  static bool fits(const Grid& grid) {
    return grid.step > 0 && grid.shift > 0 && grid.reasonable();
  }

  TwoMixturesLaw law_;
  std::string identity_;
  static constexpr size_t kMost = 2;
  mutable std::mutex mutex_;
  mutable KeptFew<Key, std::shared_ptr<const mixture::MachineRule>> rules_{kMost};
  mutable KeptFew<Key, std::shared_ptr<const mixture::DoubleDoubleRule>> fine_{kMost};
};

}  // namespace

std::vector<mixture::RuleNode> rule_nodes(const TwoMixturesLaw& law, const Grid& grid, Bits p) {
  const Bits work = p + 24;
  const Ball a = exact(grid.shift, work), h = exact(grid.step, work);
  const std::vector<ComplexBall> f = log_sums(law.P, grid, work), g = log_sums(law.Q, grid, work);
  std::vector<mixture::RuleNode> out;
  for (size_t i = 0; i < f.size(); ++i) {
    poll_here(static_cast<long>(i), work);
    const Ball t = h * (grid.first + static_cast<long>(i));
    const ComplexBall gaussian((square(a) - square(t)) / 2, -(a * t));
    if (law.plain_P()) {
      out.push_back({gaussian, g[i]});
    } else {
      out.push_back({gaussian + f[i], g[i] - f[i]});
    }
  }
  return out;
}

mixture::RuleErrorsPtr rule_errors(const TwoMixturesLaw& law, const Grid& grid) {
  return std::make_shared<TwoErrors>(law, grid);
}

mixture::MachineLawPtr machine_law(const TwoMixturesLaw& law, const std::string& identity) {
  return std::make_shared<TwoMixturesMachine>(law, identity);
}

}  // namespace plumbline::two_mixtures
