#include "reference/engines/edge/edge_terms.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline::edge {
namespace {

constexpr size_t kMostTerms = 500;
constexpr long kMostSteps = 1000000;

/// One term of the expansion of a factor (see Terms): its distance `place` from the factor's smallest loss, its weight,
/// and the convolution powers of its measures, as pairs (index in Terms::parts, power).
struct Choice {
  Ball place, weight;
  std::vector<std::pair<size_t, long>> powers;
};

long count_of(const Factor& factor) { return static_cast<long>(factor.count.approximate()); }

Ball choose(long n, long k, Bits p) {
  return exp(log_gamma(Ball::integer(n + 1, p)) - log_gamma(Ball::integer(k + 1, p)) -
             log_gamma(Ball::integer(n - k + 1, p)));
}

/// Enumerates the types (vectors of counts of the losses) of n steps with finitely many losses, for which the losses'
/// distances from the smallest loss sum to less than `distance`.
class TypesBelow {
 public:
  TypesBelow(const Factor& factor, const Ball& distance) : distance_(distance) {
    const Bits p = distance.precision();
    const auto& atoms = *factor.mechanism->atoms();
    for (const LossAtom& x : atoms) {
      place_.push_back((x.loss - atoms.front().loss)(p));
      mass_.push_back(x.mass(p));
    }
    visit(1, count_of(factor), Ball(p), Ball::integer(1, p));
  }
  std::vector<Choice> take() { return std::move(out_); }
  bool too_many() const { return out_.size() > kMostTerms; }

 private:
  void visit(size_t i, long left, const Ball& place, const Ball& weight) {
    if (too_many()) return;
    if (i == place_.size()) {
      out_.push_back({place, weight * power(mass_.front(), Rational(left)), {}});
      return;
    }
    Ball at = place, factor = weight;
    for (long k = 0; k <= left && !certainly_at_most(distance_, at); ++k) {
      visit(i + 1, left - k, at, factor);
      at = at + place_[i];
      factor = factor * mass_[i] * (left - k) / (k + 1);
    }
  }

  Ball distance_;
  std::vector<Ball> place_, mass_;
  std::vector<Choice> out_;
};

std::vector<Choice> choices_of(const Factor& factor, const EdgeDensity& law, const Ball& distance,
                               std::vector<Part>* parts) {
  const Bits p = distance.precision();
  const long n = count_of(factor);
  const size_t low = parts->size();
  parts->push_back({law.atom, law.density, law.near});
  std::vector<Choice> out{{Ball(p), Ball::integer(1, p), {{low, n}}}};
  if (!law.end || certainly_at_most(distance, law.end->range(p))) return out;
  const auto end = *law.end;
  const auto beyond = [density = law.density, range = end.range](const ComplexBall& x, Bits q) {
    return -density(x + ComplexBall(range(q)), q);
  };
  parts->push_back(
      {end.atom, beyond, [most = end.most](const Ball& reach) { return most * reach; }});
  Ball place = end.range(p);
  for (long k = 1; k <= n && !certainly_at_most(distance, place); ++k) {
    if (out.size() > kMostTerms) break;
    out.push_back({place, choose(n, k, p), {{low, n - k}, {low + 1, k}}});
    place = place + end.range(p);
  }
  return out;
}

}  // namespace

std::string refusal(const Composition& composition) {
  bool scales = false;
  for (const Factor& f : composition.factors()) {
    if (f.mechanism->atoms() != nullptr) continue;
    const auto law = f.mechanism->offer<EdgeDensity>();
    if (!law) return "it covers sampled Gaussian and Laplace steps, and finitely many losses";
    scales = scales || !law->end;
  }
  if (!scales) return "it covers products with sampled Gaussian steps";
  return composition.steps() > Rational(kMostSteps) ? "it covers at most 10^6 steps" : "";
}

Ball distance_from_edge(const Composition& composition, const Real& t, Bits p) {
  Ball out = t(p);
  for (const Factor& f : composition.factors()) {
    const auto* atoms = f.mechanism->atoms();
    const Real low = atoms ? atoms->front().loss : f.mechanism->offer<EdgeDensity>()->low;
    out = out - low(p) * count_of(f);
  }
  return out;
}

// BOUND(EDGE-TERMS)
// Statement.  Let L_i = a_i + X_i. X_i >= 0 has an atom u_i at 0, a density g_i on (0, H_i), an atom v_i at H_i, and
//             no mass above H_i (or H_i = inf). For b > d > 0, let A_i be the measure with the atom u_i at 0 and the
//             density g_i on (0, b), and let B_i be the measure with the atom v_i at 0 and the density -g_i(H_i + x)
//             on (0, b). Let f vanish on [d, inf), and let X be the sum of n_i independent copies of each X_i. The
//             mean of f(X) is the sum over all k with k_i <= n_i and h = sum k_i H_i < d of prod C(n_i, k_i) int f(x +
//             h) dm_k(x), where m_k is the convolution of A_i^(n_i - k_i) and B_i^(k_i) over all i. For steps with
//             finitely many losses, the sum is over their types.
// Needs.      For each k it is certain that sum k_i H_i is below d, or certain that it is not (otherwise there is no
//             answer). EdgeDensity has the stated meaning.
// Proof.      On [0, b) the distribution of X_i is A_i plus B_i shifted by H_i: above H_i the densities cancel. Mass
//             at b or above shifts every sum that contains it to d or above, because no X_i is negative. Expand the
//             powers.
// Source.     Elementary.
std::optional<Terms> terms_below(const Composition& composition, const Real& t, Bits p) {
  Terms out;
  const Ball d = distance_from_edge(composition, t, p);
  std::vector<Choice> sums{{Ball(p), Ball::integer(1, p), {}}};
  for (const Factor& f : composition.factors()) {
    std::vector<Choice> own;
    if (f.mechanism->atoms() != nullptr) {
      TypesBelow types(f, d);
      if (types.too_many()) return std::nullopt;
      own = types.take();
    } else {
      own = choices_of(f, *f.mechanism->offer<EdgeDensity>(), d, &out.parts);
    }
    std::vector<Choice> next;
    for (const Choice& x : sums) {
      for (const Choice& y : own) {
        const Ball place = x.place + y.place;
        if (certainly_at_most(d, place)) continue;
        next.push_back({place, x.weight * y.weight, x.powers});
        next.back().powers.insert(next.back().powers.end(), y.powers.begin(), y.powers.end());
        if (next.size() > kMostTerms) return std::nullopt;
      }
    }
    sums = std::move(next);
  }
  for (const Choice& x : sums) {
    const Ball distance = d - x.place;
    if (!certainly_positive(distance)) return std::nullopt;
    Term term{distance, bound_number<"EDGE-TERMS">(x.weight),
              std::vector<long>(out.parts.size(), 0)};
    for (const auto& [part, n] : x.powers) term.powers[part] = n;
    out.terms.push_back(term);
  }
  if (out.terms.empty()) return std::nullopt;
  return out;
}

}  // namespace plumbline::edge
