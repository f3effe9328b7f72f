#include "reference/arithmetic/functions/safe_arithmetic.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "reference/arithmetic/bit_cast.hpp"
#include "reference/arithmetic/functions/double_double_exp.hpp"
#include "reference/arithmetic/functions/machine_exps.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"

namespace plumbline {
namespace {

/// Returns x as a number that the compiler cannot predict.
template <class Number>
Number hidden(Number x) {
  volatile Number out = x;
  return out;
}

/// Checks that the sum and the difference in whole_near() are not simplified to x, and that the errors in a compensated
/// sum are not simplified to 0.
bool keeps_order() {
  const bool rounds = machine::whole_near(hidden(1.25)) == 1 &&
                      machine::whole_near(hidden(-7.75)) == -8 &&
                      machine::whole_near(hidden(0x1p40 + 0.625)) == 0x1p40 + 1;
  // `unit` is half the distance from 1 to the next number, for any precision of MachineMass.
  constexpr MachineMass unit = std::numeric_limits<MachineMass>::epsilon() / 2;
  MachineSum sum;
  sum.add(hidden(MachineMass{1}));
  for (int i = 0; i < 3; ++i) sum.add(hidden(3 * unit / 4));
  return rounds && sum.value() == 1 + hidden(2 * unit);
}

/// Checks that infinities and NaN are recognised.
bool keeps_infinities() {
  const double infinite = hidden(std::numeric_limits<double>::infinity()),
               none = hidden(std::numeric_limits<double>::quiet_NaN());
  return !std::isfinite(infinite) && !std::isfinite(none) && std::isnan(none) &&
         !(none <= hidden(1.0)) && !(infinite <= std::numeric_limits<double>::max());
}

/// Checks that a quotient is not computed as a product with the reciprocal: 49 (1/49) is less than 1.
bool divides() {
  const double by = hidden(49.0), twice = hidden(98.0), thrice = hidden(147.0);
  return hidden(49.0) / 49.0 == 1 && by / by == 1 && twice / by == 2 && thrice / by == 3;
}

bool keeps_constants() {
  return bit_cast<std::uint64_t>(hidden<double>(0.1)) == 0x3fb999999999999aU;
}

/// Checks that a result is rounded to a double only once: with 64 bits in between, 1 + 2^-53 + 2^-64 would become 1.
bool rounds_once() {
  const double one = hidden(1.0), bit = hidden(0x1p-53 + 0x1p-64), big = hidden(0x1.8p52);
  const double sum = one + bit;
  return hidden((sum - one) * big) == 0x1.8p0;
}

bool is_near(double x, double y, double off) {
  return std::fabs(x - y) <= off + kDoubleShare * std::fabs(y);
}

/// A point x with e^x, cos x and sin x, each rounded to nearest.
struct Place {
  double x, exp, cosine, sine;
};
constexpr std::array<Place, 8> kPlaces = {{
    {1, 0x1.5bf0a8b145769p+1, 0x1.14a280fb5068cp-1, 0x1.aed548f090ceep-1},
    {-1, 0x1.78b56362cef38p-2, 0x1.14a280fb5068cp-1, -0x1.aed548f090ceep-1},
    {0.5, 0x1.a61298e1e069cp+0, 0x1.c1528065b7d50p-1, 0x1.eaee8744b05f0p-2},
    {-3.5, 0x1.eec1018e4ff66p-6, -0x1.df77403c11a5fp-1, 0x1.6733b7eba621fp-2},
    {20.25, 0x1.290d76d1966a9p+29, 0x1.5b32498c3e6f4p-3, 0x1.f896bf571e2d7p-1},
    {-300.125, 0x1.01fc80984719dp-433, 0x1.a4bdcf29b8f82p-4, 0x1.fd4aab3274526p-1},
    {0x1p-10, 0x1.00400800aab55p+0, 0x1.fffff00000155p-1, 0x1.fffffaaaaaaefp-11},
    {699, 0x1.5c36fb1036d55p+1008, 0x1.1e176c9933a30p-8, 0x1.fffec04743618p-1},
}};

/// Checks that machine_exp and machine_turn, of one number and of many, are as accurate as BOUND(MACHINE-EXP) states.
bool keeps_functions() {
  std::vector<double> places, exps, re, im;
  for (const Place& at : kPlaces) places.push_back(hidden(at.x));
  machine_exps(places, &exps);
  machine_turns(places, &re, &im);
  constexpr double kTurn = kTurnShares * kDoubleShare;
  bool out = true;
  for (size_t i = 0; i < kPlaces.size(); ++i) {
    const Place& at = kPlaces[i];
    const double off = kExpShares * kDoubleShare * at.exp;
    const MachineComplex turn = machine_turn(places[i]);
    out = out && is_near(exps[i], at.exp, off) && is_near(machine_exp(places[i]), at.exp, off) &&
          is_near(re[i], at.cosine, kTurn) && is_near(im[i], at.sine, kTurn) &&
          is_near(turn.re, at.cosine, kTurn) && is_near(turn.im, at.sine, kTurn);
  }
  return out;
}

/// A point x with e^x, cos x and sin x in double-double.
struct FinePlace {
  double x;
  DoubleDouble exp, cosine, sine;
};
constexpr std::array<FinePlace, 4> kFinePlaces = {{
    {0.5,
     {0x1.a61298e1e069cp+0, -0x1.b4690082a4906p-55},
     {0x1.c1528065b7d50p-1, -0x1.892111312e828p-55},
     {0x1.eaee8744b05f0p-2, -0x1.789b43c9b027dp-58}},
    {-3.5,
     {0x1.eec1018e4ff66p-6, -0x1.2d4a15bf94b5bp-63},
     {-0x1.df77403c11a5fp-1, 0x1.094dd04296f85p-58},
     {0x1.6733b7eba621fp-2, 0x1.ae055844cf8c8p-57}},
    {-300.125,
     {0x1.01fc80984719dp-433, -0x1.0c094cd7d7d73p-493},
     {0x1.a4bdcf29b8f82p-4, -0x1.381ce927bfb41p-58},
     {0x1.fd4aab3274526p-1, 0x1.9d1d88b97e5c1p-57}},
    {599,
     {0x1.20e16ec01bca6p+864, -0x1.f3f7e9ba8ff5cp+807},
     {-0x1.01545219ae78cp-1, 0x1.a736508d7bdedp-55},
     {0x1.baa2841dd269ep-1, -0x1.aa2559c955799p-57}},
}};

bool is_near(const DoubleDouble& x, const DoubleDouble& y, double size) {
  constexpr double kShare = (kDoubleDoubleExpShares + 1) * kDoubleDoubleShare;
  return std::fabs((x.high - y.high) + (x.low - y.low)) <= kShare * std::fabs(size);
}

/// Checks that double_double_exp and double_double_turn are as accurate as BOUND(DOUBLE-DOUBLE-EXP) states.
bool keeps_fine_functions() {
  bool out = true;
  for (const FinePlace& at : kFinePlaces) {
    const DoubleDouble x{hidden(at.x), 0};
    const ComplexDoubleDouble turn = double_double_turn(x);
    out = out && is_near(double_double_exp(x), at.exp, at.exp.high) &&
          is_near(turn.re, at.cosine, 1) && is_near(turn.im, at.sine, 1);
  }
  return out;
}

}  // namespace

std::string unsafe_arithmetic() {
  if (!keeps_order()) return "sums are reordered";
  if (!keeps_infinities()) return "infinities are treated as finite numbers";
  if (!divides()) return "quotients are replaced by products";
  if (!keeps_constants()) return "constants are truncated to single precision";
  if (!rounds_once()) return "results are rounded twice";
  if (!keeps_double_double()) return "products and sums are contracted to fused operations";
  if (!keeps_functions() || !keeps_fine_functions())
    return "the exponential function is less accurate than proved";
  return "";
}

}  // namespace plumbline
