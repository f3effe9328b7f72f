#include "reference/mechanisms/shuffled/shuffled_laplace.hpp"

#include <stdexcept>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/shuffled/blanket_response.hpp"
#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"

namespace plumbline {
namespace {

// BOUND(SHUFFLED-LAPLACE)
// Statement.  n users release values z in [0, 1], each with Laplace noise of scale b, in shuffled order. One user has
//             x0 (P) or x1 (Q) in [0, 1]. For all values of the others, the answers are dominated by the pair of
//             SHUFFLED-BLANKET with epsilon0 = 1/b and k = 1 + e^(1/(2b)).
// Needs.      A ball that contains k.
// Proof.      Let R_z be the density of the answer to z, w the minimum of R_z over z in [0, 1], g the mass of w, and
//             r_z = R_z/w. At each y the density of the nearest z is at most e^(1/b) times that of the farthest z, so
//             1 <= r_z <= U = e^(1/b). Further w = min(R_0, R_1) and g = e^(-1/(2b)). Each other user answers by w/g
//             with probability g, and otherwise by another law. Reveal which users answer by other laws, and remove
//             their answers. Given T - 1 answers of w/g and the user's answer, the density of the unordered answers
//             with respect to (w/g)^T is (g/T) sum r_x(W_i). So the profile at e^eps = x is E ((g/T) sum L_i)_+ with
//             L_i = r_x1(W_i) - x r_x0(W_i), where the W_i are independent with the law w/g, and E r = 1/g. Let f be
//             convex. On [1, U]^2, f(a - x b) is at most the mean over the corners with the weights of bilinear
//             interpolation, whose marginal mass at U is q = (1/g - 1)/(U - 1). Also f(U - xU) + f(1 - x) <= f(U - x)
//             + f(1 - xU), because the arguments have the same sum and those on the right are farther apart. So E
//             f(L) <= q f(U - x) + q f(1 - xU) + (1-2q) f(1 - x), with 1/q = 1 + sqrt(U) > 2. This is E f of the L of
//             answers 0, 1 and other values with probabilities q, q, 1 - 2q. Sums of independent variables preserve
//             this order. It holds for all x, so one pair dominates the other.
// Source.     The blanket: Balle, Bell, Gascon, Nissim 1903.02837; the order of convex functions is elementary.
Mechanism make_shuffled_laplace(const Parameters& q) {
  const Rational b = positive(q, "b"), epsilon0 = Rational(1) / b;
  const long users = shuffled_users(q);
  if (epsilon0 > Rational(100)) {
    throw std::invalid_argument("b must be at least 0.01, got " + b.text());
  }
  if (users == 1) throw std::invalid_argument("n = 1 is laplace(b=" + b.text() + ")");
  const Real values([epsilon0](Bits p) {
    const Ball one = Ball::integer(1, p);
    return one / bound_number<"SHUFFLED-LAPLACE">(one / (exp(Ball(epsilon0, p) / 2) + 1));
  });
  return blanket_response(epsilon0, users, values,
                          "shuffled_laplace(b=" + b.text() + ",n=" + std::to_string(users) + ")");
}

std::string draw_shuffled_laplace(ParameterDraw& draw) {
  const std::string b = draw.log_uniform(0.4, 4);
  return "shuffled_laplace(b=" + b + ",n=" + std::to_string(draw.whole(2, 60)) + ")";
}

std::string above_half_at(const WrittenFactor& factor, double place) {
  const Parameters& q = factor.parameters;
  if (!q.contains("b") || !q.contains("n")) return "";
  const Ball half(Rational(-1) / (q.at("b") * Rational(2)), Bits{128});
  return rounded_answers(exp(half) / 2, q.at("n"), ones_at(q.at("n"), place));
}

std::string above_half_member(const WrittenFactor& factor) { return above_half_at(factor, 1); }

PairFacts laplace_facts() {
  PairFacts out{PairDominance::dominating,
                "one user's value in [0, 1] exchanged for another",
                "what all densities have in common hides the user (SHUFFLED-BLANKET); rounded "
                "answers are below (SHUFFLED-ROUNDED)",
                {},
                above_half_member};
  out.member_at = above_half_at;
  return with_public(std::move(out), {"n"});
}

}  // namespace

MechanismEntry shuffled_laplace_entry() {
  return {.name = "shuffled_laplace",
          .required = {"b", "n"},
          .optional = {},
          .summary =
              "values in [0, 1] of n users, each with independent Laplace noise, shuffled: an "
              "upper bound",
          .make = make_shuffled_laplace,
          .draw = draw_shuffled_laplace,
          .symmetric = always_symmetric,
          .replaces_record = true,
          .whole = {"n"},
          .facts = laplace_facts()};
}

}  // namespace plumbline
