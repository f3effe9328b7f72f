#include "reference/mechanisms/shuffled/worst_response.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/shuffled/response_tails.hpp"

namespace plumbline {
namespace {

/// The tables for each number of ones among the other users, for each precision.
class Tables {
 public:
  Tables(Rational epsilon0, long users) : epsilon0_(std::move(epsilon0)), users_(users) {}

  std::shared_ptr<const ResponseTable> of(long ones, Bits p) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto& kept = kept_[{ones, p.n}];
    if (kept == nullptr) {
      const ResponseSums others{epsilon0_, ones, users_ - 1 - ones};
      kept = std::make_shared<const ResponseTable>(response_table(others, 0, users_, p));
    }
    return kept;
  }
  const Rational& epsilon0() const { return epsilon0_; }
  long users() const { return users_; }

 private:
  Rational epsilon0_;
  long users_;
  mutable std::mutex mutex_;
  mutable std::map<std::pair<long, long>, std::shared_ptr<const ResponseTable>> kept_;
};

/// A test that rejects if there are at least `from` ones, where `ones` of the other users hold a one.
struct Vertex {
  long ones, from;
};

struct Power {
  Ball P, Q;
};

Power power_of(const ResponseTable& at, long from) {
  const auto i = static_cast<size_t>(from);
  return {at.P_from[i], at.Q_from[i]};
}

/// Returns the difference of the probabilities of two neighbouring vertices under P or Q, with a relative width of
/// approximately 2^-p. It is the tighter of two ways to compute the difference.
Ball step(const Tables& tables, const Vertex& a, const Vertex& b, bool of_Q, Bits p) {
  constexpr long kMostBits = 1L << 14;
  const double digits = static_cast<double>(p.n) * 0.30103;
  for (Bits work = p + 32;; work = Bits{2 * work.n}) {
    const auto x = tables.of(a.ones, work), y = tables.of(b.ones, work);
    const auto i = static_cast<size_t>(a.from), j = static_cast<size_t>(b.from);
    const auto& masses = of_Q ? x->Q : x->P;
    if (a.ones == b.ones && a.from == b.from + 1) return masses[j].at(p);
    const Ball above = (of_Q ? y->Q_from : y->P_from)[j] - (of_Q ? x->Q_from : x->P_from)[i];
    const Ball below =
        (of_Q ? x->Q_before : x->P_before)[i] - (of_Q ? y->Q_before : y->P_before)[j];
    const Ball& sharper = above.relative_digits() < below.relative_digits() ? below : above;
    if (sharper.relative_digits() > digits || work.n > kMostBits) return sharper.at(p);
  }
}

/// Returns -1 if b is certainly below the chord from a to c, +1 if b is certainly above it, and 0 if undecided.
int side(const Power& a, const Power& b, const Power& c) {
  const Ball area = (b.Q - a.Q) * (c.P - a.P) - (b.P - a.P) * (c.Q - a.Q);
  if (proved<"SHUFFLED-WORST">(certainly_positive(area))) return 1;
  return certainly_negative(area) ? -1 : 0;
}

struct Candidate {
  Vertex vertex;
  Power power;
};

/// Returns all tests that can be vertices of the hull. Tests that reject only if all n answers are ones lie on one ray
/// from (0, 0). Tests that reject unless all answers are zeros lie on one ray to (1, 1). The farthest test on each ray
/// is sufficient.
std::vector<Candidate> candidates(const Tables& tables, Bits p) {
  const long n = tables.users();
  std::vector<Candidate> out;
  for (long ones = 0; ones < n; ++ones) {
    const auto at = tables.of(ones, p);
    for (long from = 1; from <= n; ++from) {
      if ((from == 1 && ones != 0) || (from == n && ones != n - 1)) continue;
      out.push_back({{ones, from}, power_of(*at, from)});
    }
  }
  std::sort(out.begin(), out.end(), [](const Candidate& a, const Candidate& b) {
    return midpoint_less(a.power.P, b.power.P);
  });
  return out;
}

/// Returns the upper convex hull from (0, 0) to (1, 1); empty if the precision does not decide it.
std::vector<Candidate> hull(const Tables& tables, Bits p) {
  const long n = tables.users();
  const Ball zero(p), one = Ball::integer(1, p);
  std::vector<Candidate> out{{{n - 1, n + 1}, {zero, zero}}};
  std::vector<Candidate> all = candidates(tables, p);
  all.push_back({{0, 0}, {one, one}});
  for (const Candidate& next : all) {
    if (!certainly_less(out.back().power.P, next.power.P)) return {};
    while (out.size() > 1) {
      const int at = side(out[out.size() - 2].power, out.back().power, next.power);
      if (at == 0) return {};
      if (at > 0) break;
      out.pop_back();
    }
    out.push_back(next);
  }
  return out;
}

bool mirrored(const Vertex& a, const Vertex& b, long n) {
  return a.ones == n - 1 - b.ones && a.from == n + 1 - b.from;
}

}  // namespace

Mechanism known_response(const ResponseSums& others, const std::string& expression) {
  const long n = others.most() + 1;
  const auto tables = std::make_shared<const Tables>(others.epsilon0, n);
  const long ones = others.ones;
  std::vector<LossAtom> atoms;
  for (long x = 0; x <= n; ++x) {
    const auto of = [tables, ones, x](Bits p) {
      const auto at = tables->of(ones, p);
      return Power{at->P[static_cast<size_t>(x)], at->Q[static_cast<size_t>(x)]};
    };
    Real loss([of](Bits p) {
      const Power at = of(p + 16);
      return log(at.Q / at.P).at(p);
    });
    if (x == 0) loss = Real(-others.epsilon0);
    if (x == n) loss = Real(others.epsilon0);
    atoms.push_back({Real([of](Bits p) { return of(p).P; }), loss});
  }
  return std::make_shared<FinitePair>(atoms, expression, expression);
}

// BOUND(SHUFFLED-WORST)
// Statement.  Let m = 0 .. n-1 of the other n-1 users hold a one, and let beta_m(alpha) be the largest power at level
//             alpha against the pair of m. Consider the pair whose power function is the smallest concave function
//             above all beta_m. This pair dominates each of the pairs. At each point, its profile for one run is the
//             profile of one of them. The vertices of its power function are tests "at least t ones".
// Needs.      The signs of all turns of the hull: by certain comparisons, with more precision if they are undecided
//             (the caller throws if no precision decides them).
// Proof.      Every concave power function from (0,0) to (1,1) belongs to a pair; the values e^L of this pair are the
//             slopes of the edges of the function. A pair with a larger power function dominates. delta(eps) is the
//             maximum of beta - e^eps alpha. This is a linear function, which attains its maximum over a hull at one
//             of the original points. By SHUFFLED-TAIL the best tests of each m are those at thresholds. The tests
//             with t = n lie on the ray of slope e^epsilon0 from (0, 0), and that of m = n-1 is the farthest. The
//             tests with t = 1 are their mirror images.
// Source.     Elementary.
Mechanism worst_response(const Rational& epsilon0, long users, const std::string& expression) {
  // Differences of type I errors may be as small as flip^n.
  constexpr long kMostBits = 1L << 15;
  const double flip_bits = (epsilon0.approximate() + 1) / kLn2;
  std::vector<Candidate> vertices;
  for (Bits p{256 + saturated(2 * flip_bits * static_cast<double>(users))}; vertices.empty();
       p = Bits{2 * p.n}) {
    if (p.n > kMostBits) {
      throw std::invalid_argument(
          "two data sets are too close to compare; write the number of others that hold a one: "
          "ones=");
    }
    vertices = hull(Tables(epsilon0, users), p);
  }
  const auto tables = std::make_shared<const Tables>(epsilon0, users);
  std::vector<LossAtom> atoms;
  for (size_t i = 1; i < vertices.size(); ++i) {
    const Vertex a = vertices[i - 1].vertex, b = vertices[i].vertex;
    const auto part = [tables, a, b](bool of_Q, Bits p) { return step(*tables, a, b, of_Q, p); };
    Real loss([part](Bits p) { return log(part(true, p + 16) / part(false, p + 16)).at(p); });
    if (i == 1) loss = Real(epsilon0);
    if (i + 1 == vertices.size()) loss = Real(-epsilon0);
    if (mirrored(a, b, users)) loss = Real(Rational(0));
    atoms.push_back({Real([part](Bits p) { return part(false, p); }), loss});
  }
  return std::make_shared<FinitePair>(atoms, expression, expression);
}

}  // namespace plumbline
