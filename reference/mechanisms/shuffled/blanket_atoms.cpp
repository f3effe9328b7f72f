#include "reference/mechanisms/shuffled/blanket_atoms.hpp"

#include <array>
#include <map>
#include <mutex>
#include <numeric>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/running/kept.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/integer/binomial.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

constexpr long kMostUsers = 30, kMostOfBinary = 120;

/// The numbers (T, x, y): T answers, of which x are ones and y are zeros, divided by their greatest common divisor. (0,
/// 0, 0) if x = y. Outcomes with equal keys have equal losses.
using OutcomeKey = std::array<long, 3>;

OutcomeKey key_of(long T, long x, long y) {
  if (x == y) return {0, 0, 0};
  const long common = std::gcd(T, std::gcd(x, y));
  return {T / common, x / common, y / common};
}

/// The losses of the pair, and their masses under P, cached for the last precisions.
class BlanketOutcomes {
 public:
  explicit BlanketOutcomes(BlanketLaw law)
      : law_(std::move(law)), binary_(law_.values.is_known_as(Rational(2))) {
    for (long T = 1; T <= law_.users; ++T) {
      for (long N = binary_ ? T : 0; N <= T; ++N) {
        for (long x = 0; x <= N; ++x) index_.emplace(key_of(T, x, N - x), index_.size());
      }
    }
  }

  const std::map<OutcomeKey, size_t>& losses() const { return index_; }

  Ball mass(size_t i, Bits p) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return kept_.get(p.n, [&] { return masses(p + kGuard); })[i].at(p);
  }

 private:
  static constexpr long kGuard = 64;

  std::vector<Ball> masses(Bits p) const;
  void add_answers(long T, const Ball& weight, std::vector<Ball>* out) const;

  BlanketLaw law_;
  bool binary_;
  std::map<OutcomeKey, size_t> index_;
  mutable std::mutex mutex_;
  mutable KeptFew<long, std::vector<Ball>> kept_{3};
};

std::vector<Ball> BlanketOutcomes::masses(Bits p) const {
  std::vector<Ball> out(index_.size(), Ball(p));
  const Binomial uniform{law_.users - 1, law_.share(p), law_.rest(p)};
  for (long T = 1; T <= law_.users; ++T) {
    poll_here(T);
    add_answers(T, uniform.mass(T - 1), &out);
  }
  return out;
}

// BOUND(BLANKET-ATOMS)
// Statement.  Consider the pair of SHUFFLED-BLANKET with T = M + 1 answers, M of any law, D = e^epsilon0 - 1, and
//             epsilon0 > 0 rational. The outcome of x ones and y zeros, N = x + y, has under P the mass
//
//                 P(T) Bin(T, 2/k)(N) Bin(N, 1/2)(x) (1 + D y/T) k/(D + k)
//
//             and the loss log((T + D x)/(T + D y)). Two outcomes with x != y have the same loss only if their (T, x,
//             y) are multiples of each other. All outcomes with x = y have the loss 0. The pair of SHUFFLED-CLONES is
//             the special case k = 2 with M of Bin(n-1, e^-epsilon0).
// Needs.      epsilon0 is rational and not 0: checked by the callers.
// Proof.      The masses are those of SHUFFLED-BLANKET. e^epsilon0 is transcendental (Lindemann). So equal losses
//             mean that (T + D x)(T' + D y') = (T' + D x')(T + D y) as polynomials in D, that is x y' = x' y and T
//             (y' - x') = T' (y - x). If x != y, the first equation implies (x', y') = l (x, y), and then the second
//             implies T' = l T. For k = 2, N = T. The masses keep Bin(N-1, 1/2)(x) + flip Bin(N-1, 1/2)(x-1) of
//             SHUFFLED-CLONES are then 2 Bin(N, 1/2)(x) (e^epsilon0 y + x)/((1 + e^epsilon0) N), where e^epsilon0 y +
//             x = T + D y.
// Source.     Elementary, except for Lindemann's theorem.
void BlanketOutcomes::add_answers(long T, const Ball& weight, std::vector<Ball>* out) const {
  const Bits p = weight.precision();
  const Ball values = law_.values(p), lead = expm1(Ball(law_.epsilon0, p)),
             half(Rational(1, 2UL), p);
  const Ball scale = weight * values / ((lead + values) * T);
  const Binomial seen{T, Ball::integer(2, p) / values, (values - 2) / values};
  for (long N = binary_ ? T : 0; N <= T; ++N) {
    Ball mass = (binary_ ? scale : scale * seen.mass(N)) * power(half, Rational(N));
    for (long x = 0; x <= N; ++x) {
      const Ball term = bound_number<"BLANKET-ATOMS">(mass * (lead * (N - x) + T));
      (*out)[index_.at(key_of(T, x, N - x))] += term;
      mass = mass * (N - x) / (x + 1);
    }
  }
}

Real loss_of(const OutcomeKey& key, const Rational& epsilon0) {
  // Structured bindings are not used here, because before version 16 of Clang a lambda cannot capture them.
  const auto T = std::get<0>(key), x = std::get<1>(key), y = std::get<2>(key);
  if (x == y) return Real(Rational(0));
  if (x == T) return Real(epsilon0);
  if (y == T) return Real(-epsilon0);
  return Real([=](Bits p) {
    const Ball lead = expm1(Ball(epsilon0, p + 16));
    return log1p(lead * (x - y) / (lead * y + T)).at(p);
  });
}

}  // namespace

bool blanket_has_few_losses(long users, bool binary) {
  return users <= (binary ? kMostOfBinary : kMostUsers);
}

Mechanism blanket_of_atoms(const BlanketLaw& law, const std::string& expression) {
  const auto outcomes = std::make_shared<const BlanketOutcomes>(law);
  std::vector<LossAtom> atoms;
  for (const auto& [key, i] : outcomes->losses()) {
    const auto mass = [outcomes, i = i](Bits p) { return outcomes->mass(i, p); };
    atoms.push_back({Real(mass), loss_of(key, law.epsilon0)});
  }
  return std::make_shared<FinitePair>(atoms, expression, expression);
}

}  // namespace plumbline
