#include "reference/engines/fourier/line_nodes.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/double_double_exp.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"
#include "reference/mechanisms/gaussian/mixture_double_double.hpp"

namespace plumbline::fourier {
namespace {

using Orders = std::vector<mixture::MachineOrder>;

constexpr double kSmallLoss = 0.01;

/// The arithmetic of a line in doubles.
struct InDoubles {
  using Real = double;
  using Complex = MachineComplex;
  using Line = mixture::MachineOrder::Line;
  static constexpr double share = kDoubleShare;
  static constexpr Bits bits{96};  // 2^23 nodes lose 23 of these bits

  static bool works() { return rounds_to_nearest(); }
  static double functions() { return elementary_share(); }
  static Real real(double x) { return x; }
  static double head(const Real& x) { return x; }
  static Ball ball(const Real& x, Bits p) { return exact(x, p); }
  static Real exp(const Real& x) { return machine_exp(x); }
  static Complex turn(const Real& x) { return machine_turn(x); }
  static Real near(const Ball& x) { return x.approximate(); }
  static Line line(const MachineProduct&, const MachineContour& contour, const Orders& at, size_t i,
                   size_t count) {
    return at[i].line(contour.step, count);
  }
};

/// The arithmetic of a line in double-doubles.
struct InDoubleDouble {
  using Real = DoubleDouble;
  using Complex = ComplexDoubleDouble;
  using Line = mixture::DoubleDoubleRule::Line;
  static constexpr double share = kDoubleDoubleShare;
  static constexpr Bits bits{192};

  static bool works() { return keeps_products() && keeps_double_double(); }
  static double functions() { return double_double_exp_share(); }
  static Real real(double x) { return {x, 0}; }
  static double head(const Real& x) { return x.high; }
  static Ball ball(const Real& x, Bits p) { return exact(x, p); }
  static Real exp(const Real& x) { return double_double_exp(x); }
  static Complex turn(const Real& x) { return double_double_turn(x); }
  static Real near(const Ball& x) { return near_double_double(x).value; }
  static Line line(const MachineProduct& product, const MachineContour& contour, const Orders&,
                   size_t i, size_t count) {
    const auto rule = product.factors()[i].law->fine_rule(contour.fine[i]);
    if (rule == nullptr) return {{}, HUGE_VAL, 0};
    return rule->line(contour.c, contour.step, count);
  }
};

template <class Arithmetic>
typename Arithmetic::Complex raised(typename Arithmetic::Complex base, unsigned long n) {
  typename Arithmetic::Complex all{Arithmetic::real(1), Arithmetic::real(0)};
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) all = times(all, base);
    if (n > 1) base = times(base, base);
  }
  return all;
}

constexpr unsigned long kMany = 64;  // 0.51^64 is below 2^-60
constexpr double kLeast = 0x1p-60;

/// Returns an upper bound of 0.51^n.
double small_power(unsigned long n) {
  if (n >= kMany) return kLeast;
  double out = 1;
  for (unsigned long i = 0; i < n; ++i) out *= 0.52;
  return out;
}

/// The product of the factors' powers so far at one node, with bounds of h and r of MACHINE-LINE.
template <class Arithmetic>
struct Node {
  using Complex = typename Arithmetic::Complex;

  Complex power{Arithmetic::real(1), Arithmetic::real(0)};
  double size = 1;      ///< upper bound of the product of h_i, up to roundings
  double steepest = 0;  ///< the largest r_i

  void multiply(const Complex& z, const Complex& raised, unsigned long count) {
    const double length = length_of(z);
    const bool large = length >= 0.5;
    power = times(power, raised);
    size *= large ? length_of(raised) : small_power(count);
    steepest = std::max(steepest, large ? 1 / length : 2.0);
  }
  /// g_k of MACHINE-LINE.
  double weight() const { return 1.05 * size * steepest + kLeast; }

 private:
  static double length_of(const Complex& z) {
    return std::hypot(Arithmetic::head(z.re), Arithmetic::head(z.im));
  }
};

/// The values at the nodes of a line, in doubles or in double-doubles.
template <class Arithmetic>
class NodesIn final : public LineNodes {
 public:
  explicit NodesIn(const MachineContour& contour)
      : c_(contour.c),
        step_(contour.step),
        nodes_(static_cast<size_t>(contour.last) + 1),
        kappa_(Ball::integer(1, Arithmetic::bits)) {}

  /// Returns true if the whole computation lies within the range that MACHINE-LINE covers.
  bool fill(const MachineProduct& product, const MachineContour& contour, const Orders& at,
            const Poll& poll);
  Ball series(const Real& t) const override;
  std::shared_ptr<const LineNodes> extended(const MachineProduct& rest,
                                            const MachineContour& contour, const Orders& at,
                                            const Poll& poll) const override;

 private:
  using Number = typename Arithmetic::Real;
  using Complex = typename Arithmetic::Complex;
  static constexpr double u = Arithmetic::share;

  bool multiply(const typename Arithmetic::Line& line, double kappa, unsigned long count);
  bool multiply(const MachineNoise& noise);
  void divide();
  Number place(size_t k) const {
    return Arithmetic::real(static_cast<double>(k)) * Arithmetic::real(step_);
  }

  double c_, step_;
  std::vector<Node<Arithmetic>> nodes_;
  std::vector<Complex> values_;    ///< the product of (K_i(s_k)/kappa_i)^n_i, divided by
                                   ///< d(s_k)
  Ball kappa_;                     ///< the product of kappa_i^n_i, where kappa_i is approximately
                                   ///< K_i(c)
  double base_ = 0, slope_ = 0;    ///< upper bounds of e_k are base + k slope, up to roundings
  double sizes_ = 0, places_ = 0;  ///< sums of g_k/|d| and of k g_k/|d| over both signs of k
};

/// Returns true if c lies outside [0, 1], and 2^-80 <= |s(s-1)| <= 2^100 on the line Re s = c up to the height y.
bool covered(double c, double y) {
  constexpr double kNearest = 0x1p-60, kFarthest = 0x1p40;
  const double beyond = c > 0 ? c - 1 : -c;
  return beyond >= kNearest && beyond <= kFarthest && y <= kFarthest;
}

// BOUND(MACHINE-LINE)
// Statement.  Let l_i > 0 be doubles, |K_i(s_k) - v_ik| <= A_i + k B_i, u = 2^-53 in doubles and 2^-102 in
//             double-doubles, N = sum n_i, e_ik = 1.01 l_i (A_i + k B_i) + 8u, e_k = sum_i n_i e_ik <= 1/100, and d =
//             s(s-1). The sum over the nodes k of both signs
//
//                 sum prod_i (l_i K_i(s_k))^{n_i} e^{-ikDt}/d(s_k)
//
//             differs by at most 1.1 sum g_k (1.05 e_k + (45 + 2n) u + k w)/|d(s_k)| + 2^-500 from the computed sum,
//             if n w <= 1/100. Here n is the last node, and w is 4u plus the relative error of a turn e^{-iDt}. z_ik
//             is the number l_i v_ik and p_ik its power, as computed. g_k = 1.05 max_i r_i prod_i h_i + 2^-60, where
//             h_i = |p_ik| and r_i = 1/|z_ik| if |z_ik| >= 1/2, and otherwise h_i = 0.51^{n_i} (or 2^-60 for n_i >=
//             64) and r_i = 2.
// Needs.      (a) c not in [0, 1], K_i(c) > 0, sizes of d: checked here (nothing otherwise). (b) A_i, B_i:
//             MACHINE-MIXTURE or DOUBLE-DOUBLE-MIXTURE, and the comment at MachineNoise below. (c) e_k and n w:
//             checked here and in series(). (d) Rounding to nearest, DOUBLE-DOUBLE: checked by fill() when values are
//             computed, and by series() when they are summed.
// Proof.      Rounding errors (DOUBLE-DOUBLE; smaller in doubles): a product of two numbers has an error of at most u
//             times its size, a sum u times the sum of the sizes, a complex product 3u times the product of the
//             sizes, a quotient 2u times its size.
//
//             Powers. Let x_i = l_i K_i and y_i = z_ik. Then |x_i - y_i| <= e_ik, because z_ik is within 1.5u of l_i
//             v_ik. Let M_i = max(|x_i|, |y_i|). Replacing the factors one by one, |prod x_i^{n_i} - prod y_i^{n_i}|
//             <= sum_i n_i e_ik M_i^{n_i - 1} prod_{j != i} M_j^{n_j}. If |y_i| >= 1/2, then M_i <= |y_i| (1 + 2
//             e_ik), so M_i^{n_i} <= |y_i|^{n_i} e^{2 n_i e_ik}, and M_i^{n_i - 1} <= r_i M_i^{n_i}. Otherwise M_i <=
//             0.51, M_i^{n_i} <= h_i, and M_i^{n_i - 1} <= 0.51^{n_i - 1} <= 2 0.51^{n_i}, which is twice the bound
//             that replaces M_i^{n_i}. Together the difference is at most e_k max r_i prod h_i e^{2 e_k}, with
//             e^{1/50} <= 1.021. The same bounds give |prod x_i^{n_i}| <= 1.02 g_k.
//
//             All N - 1 complex products, those within powers and those between them, lose 3u each: together 3.1 u N
//             of prod |y_i|^{n_i}, and e_ik exceeds |x_i - y_i| by at least 4u. The sizes h_i are computed from
//             powers with relative errors of at most 3.1 u N <= 10^-8, and their product has a rounding error of the
//             same size.
//
//             Kernel. On the line |d| >= c(c-1) + y^2 for c(c-1) > 0 (Cauchy and Schwarz). Let y = k D. The computed c
//             - 1 and 2c - 1 have relative errors of at most 3u (between 1 and 2 the first is exact, and elsewhere the
//             sum of the sizes is at most three times the result). So c(c-1) - y^2 loses 8u of |d| and y (2c - 1)
//             loses 5u. 1/d has a relative error of 10u from these and of 5u from its own operations; its product with
//             the power loses 3u more.
//
//             Turns: e^{-ikDt} is a product of k factors with errors of w - 4u, at 3u for each product. The products
//             with the turns have relative errors of 3u. The sum over n nodes adds 2n u times the sum of the sizes.
//             The factor 1.1 covers the sizes of the values, up to 1.021, and of 1/d, up to 1.05. Numbers below the
//             smallest normal number have errors of less than 2^-540, because 2^-80 <= |d| <= 2^100.
// Slack.      The proof adds rounding errors as if all had the same sign, and uses |K_i(s)| <= K_i(c).
// Source.     Brent, Percival and Zimmermann 2007 for complex products; otherwise elementary.
template <class Arithmetic>
bool NodesIn<Arithmetic>::fill(const MachineProduct& product, const MachineContour& contour,
                               const Orders& at, const Poll& poll) {
  if (!covered(c_, step_ * static_cast<double>(contour.last))) return false;
  if (product.noise().present() && !multiply(product.noise())) return false;
  for (size_t i = 0; i < at.size(); ++i) {
    poll();
    const auto line = Arithmetic::line(product, contour, at, i, nodes_.size());
    if (!multiply(line, at[i].value(), product.factors()[i].count)) return false;
  }
  const auto n = static_cast<double>(contour.last);
  if (!(kMachineUp * (base_ + n * slope_) <= kSmallLoss) || !Arithmetic::works()) return false;
  divide();
  return true;
}

/// Multiplies the nodes by one factor's values, and adds n_i times the errors of these values.
template <class Arithmetic>
bool NodesIn<Arithmetic>::multiply(const typename Arithmetic::Line& line, double kappa,
                                   unsigned long count) {
  const double inverse = 1 / kappa, n = static_cast<double>(count);
  if (!(kappa > 0) || !(inverse > 0) || !std::isfinite(line.base)) return false;
  base_ += n * (1.01 * line.base * inverse + 8 * u);
  slope_ += n * 1.01 * line.slope * inverse;
  kappa_ = kappa_ / power(exact(inverse, Arithmetic::bits), Rational(static_cast<long>(count)));
  const Number share = Arithmetic::real(inverse);
  for (size_t k = 0; k < nodes_.size(); ++k) {
    const Complex z{line.values[k].re * share, line.values[k].im * share};
    nodes_[k].multiply(z, raised<Arithmetic>(z, count), count);
  }
  return true;
}

/// Multiplies by plain noise, K(c+iy)/K(c) = e^{-q y^2} e^{i q (2c-1) y}. With relative errors of 2u for q and u for
/// y = k D, the computed exponent x has an error of 7u |x|, so that e^x has an error of 7u |x| e^x <= 2.7u plus that
/// of functions(). The angle has a relative error of 6u, so that its error grows like k. The rotation has the error
/// of functions(), and each part of the product an error of u.
template <class Arithmetic>
bool NodesIn<Arithmetic>::multiply(const MachineNoise& noise) {
  constexpr double kFurthest = 0x1p13;
  const Ball exponent = noise.ball(Arithmetic::bits);
  const Number q = Arithmetic::near(exponent), two_c = Arithmetic::real(2 * c_),
               tilt = two_c - Arithmetic::real(1);
  const double size = Arithmetic::head(q), angle = size * std::fabs(2 * c_ - 1) * step_;
  const Ball off = abs(exponent - Arithmetic::ball(q, Arithmetic::bits)),
             most = exact(2 * u * size, Arithmetic::bits);
  const bool covered = angle * static_cast<double>(nodes_.size()) < kFurthest;
  if (!covered || !certainly_at_most(off, most)) return false;
  kappa_ = kappa_ * gaussian_transform(noise, c_, Arithmetic::bits);
  base_ += 2 * Arithmetic::functions() + 8 * u;
  slope_ += 6.2 * u * angle;
  for (size_t k = 0; k < nodes_.size(); ++k) {
    const Number y = place(k), height = Arithmetic::exp(-(q * y * y));
    const Complex turn = Arithmetic::turn(q * tilt * y);
    const Complex z{height * turn.re, height * turn.im};
    nodes_[k].multiply(z, z, 1);
  }
  return true;
}

/// Divides the products at the nodes by d(s_k).
template <class Arithmetic>
void NodesIn<Arithmetic>::divide() {
  const Number c = Arithmetic::real(c_), one = Arithmetic::real(1);
  const Number below = c * (c - one), tilt = c + c - one;
  for (size_t k = 0; k < nodes_.size(); ++k) {
    const Number y = place(k), re = below - y * y, im = y * tilt, size = re * re + im * im;
    values_.push_back(times(nodes_[k].power, Complex{re / size, -im / size}));
    const double both = (k == 0 ? 1 : 2) / std::sqrt(Arithmetic::head(size)) * (1 + 32 * u) *
                        kMachineUp * nodes_[k].weight();
    sizes_ += both;
    places_ += both * static_cast<double>(k);
  }
}

template <class Arithmetic>
std::shared_ptr<const LineNodes> NodesIn<Arithmetic>::extended(const MachineProduct& rest,
                                                               const MachineContour& contour,
                                                               const Orders& at,
                                                               const Poll& poll) const {
  auto out = std::make_shared<NodesIn>(*this);
  out->values_.clear();
  out->sizes_ = out->places_ = 0;
  if (!out->fill(rest, contour, at, poll)) return nullptr;
  return out;
}

template <class Arithmetic>
Ball NodesIn<Arithmetic>::series(const Real& t_exact) const {
  constexpr Bits p = Arithmetic::bits;
  const Ball nothing = Ball::indeterminate(p);
  if (!Arithmetic::works()) return nothing;
  const Ball angle = t_exact(p) * exact(step_, p);
  const Number near = Arithmetic::near(angle);
  if (!std::isfinite(Arithmetic::head(near))) return nothing;
  const auto n = static_cast<double>(values_.size() - 1);
  const Complex turn = Arithmetic::turn(-near);
  const double off =
      machine_up(angle - Arithmetic::ball(near, p)) + Arithmetic::functions() + 4 * u;
  if (!(n * off <= kSmallLoss)) return nothing;
  Complex wave{Arithmetic::real(1), Arithmetic::real(0)};
  Number sum = Arithmetic::real(0);
  for (size_t k = 1; k < values_.size(); ++k) {
    wave = times(wave, turn);
    sum = sum + (values_[k].re * wave.re - values_[k].im * wave.im);
  }
  const double error =
      kMachineUp * kMachineUp * 1.1 *
          (sizes_ * (1.05 * base_ + (45 + 2 * n) * u) + places_ * (1.05 * slope_ + off)) +
      0x1p-500;
  const Ball total = Arithmetic::ball(values_[0].re, p) + Arithmetic::ball(sum, p) * 2;
  return kappa_ * widen(total, bound<"MACHINE-LINE">(UpperBound::of(exact(error, p))));
}

template <class Arithmetic>
std::shared_ptr<const LineNodes> nodes_in(const MachineProduct& product,
                                          const MachineContour& contour, const Orders& at,
                                          const Poll& poll) {
  auto out = std::make_shared<NodesIn<Arithmetic>>(contour);
  if (!out->fill(product, contour, at, poll)) return nullptr;
  return out;
}

}  // namespace

std::shared_ptr<const LineNodes> make_nodes(const MachineProduct& product,
                                            const MachineContour& contour, const Orders& at,
                                            const Poll& poll) {
  return contour.fine.empty() ? nodes_in<InDoubles>(product, contour, at, poll)
                              : nodes_in<InDoubleDouble>(product, contour, at, poll);
}

}  // namespace plumbline::fourier
