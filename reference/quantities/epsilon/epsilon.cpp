#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/always_known.hpp"
#include "reference/engines/between_engine.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fallback.hpp"
#include "reference/engines/haste.hpp"
#include "reference/engines/kept_time.hpp"
#include "reference/engines/registry.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/quantities/epsilon/epsilon_ends.hpp"
#include "reference/quantities/epsilon/epsilon_start.hpp"
#include "reference/quantities/epsilon/gaussian_end.hpp"
#include "reference/quantities/epsilon/gaussian_start.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "reference/values/larger.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the argument at which the profile is evaluated. The point 0 is passed as the rational number 0, because a
/// sum of losses may be exactly 0, and then no comparison with a ball around 0 decides.
Real place(const Ball& eps) {
  return eps.is_exactly_zero() ? Real(Rational(0)) : Real::exactly(eps);
}

/// Returns true if the engine reports that it reaches few digits and that each digit costs many times the previous one.
/// This only orders the work and enters no bound.
bool is_coarse(const PrivacyProfile& profile) {
  const EngineEntry* const entry = engine_named(profile.engine_name());
  const auto finite = finite_losses(profile.composition()).conditional;
  return entry != nullptr && finite &&
         std::isfinite(entry->estimate(seen_by_engines(*finite)).digits);
}

/// Searches the root epsilon of delta(epsilon) = D. Every evaluation that is decided in balls narrows [lo, hi]. If
/// delta(lo) > D, the root is > lo, because delta does not increase; if delta(hi) <= D, the root is <= hi. The choice
/// of the evaluation points does not affect correctness.
class Search {
 public:
  Search(PrivacyProfile& profile, const Rational& D, const Effort& effort)
      : profile_(profile),
        D_(D),
        effort_(effort),
        upper_half_(D > Rational(1, 2)),
        coarse_(is_coarse(profile)) {}

  /// Returns true if each digit costs many times the previous one, so that intermediate evaluations request few digits.
  bool coarse() const { return coarse_; }
  bool expired() const { return effort_.expired(); }

  /// Returns log(delta/D), or log((1-D)/(1-delta)) for D > 1/2: decreasing, zero at the root.
  Ball height(const Ball& eps, int digits) {
    Effort effort = effort_;
    effort.digits = digits;
    return height(eps, effort);
  }

  /// Returns the height as a double, accurate to `digits` digits. For delta below D e^-enough it returns only a bound
  /// of the height.
  double rough_height(double eps, double enough, int digits = 6) {
    // kFarBeyond is the height for delta = 0. If the engine is coarse, delta below D e^-kBelow needs no digits.
    constexpr double kFarBeyond = -700, kBelow = 0.7;
    const Bits p{64};
    const double log_D = Ball(D_, p).log_approximate();
    Effort effort = effort_;
    effort.digits = coarse_ ? 1 : digits;
    if (!upper_half_) effort.log_enough = log_D - (coarse_ ? std::min(enough, kBelow) : enough);
    const double h = height(Ball::from_binary64(eps, p), effort).approximate();
    if (std::isfinite(h)) return h;
    const double most = UpperBound::of(last_).log_approximate() - log_D;
    return !upper_half_ && most < 0 ? std::max(most, kFarBeyond) : kFarBeyond;
  }

  /// Returns the approximate derivative of the height in eps.
  double slope(const Ball& eps, int digits) {
    Effort effort = effort_;
    effort.digits = coarse_ ? 1 : digits;  // tails can cost many times what delta costs
    const Ball rate = profile_.approximate_rejection_rate(Real::exactly(eps), effort);
    const Enclosure e = upper_half_ ? profile_.one_minus_delta(Real::exactly(eps), effort)
                                    : profile_.delta(place(eps), effort);
    return -std::exp(eps.approximate() + rate.log_approximate() - e.value.log_approximate());
  }

  /// Replaces each end of the bracket by that of another search, if that is tighter.
  void accept(const Search& other) {
    if (other.lo_ && (!lo_ || certainly_less(*lo_, *other.lo_))) lo_ = other.lo_;
    if (other.hi_ && (!hi_ || certainly_less(*other.hi_, *hi_))) hi_ = other.hi_;
  }

  /// Narrows the bracket by an upper end, at which delta is at most D.
  void accept_most(const Ball& eps) {
    if (!hi_ || certainly_less(eps, *hi_)) hi_ = eps;
  }

  const std::optional<Ball>& lo() const { return lo_; }
  const std::optional<Ball>& hi() const { return hi_; }
  const ErrorBudget& budget() const { return budget_; }
  /// The relative digits of the last evaluation.
  double last_digits() const { return last_.relative_digits(); }

 private:
  Ball height(const Ball& eps, const Effort& effort) {
    const Enclosure e = upper_half_ ? profile_.one_minus_delta(Real::exactly(eps), effort)
                                    : profile_.delta(place(eps), effort);
    budget_ = e.budget;
    last_ = e.value;
    const Bits p = wider(e.value.precision(), bits_for_digits(effort.digits) + 16);
    const Ball goal(upper_half_ ? Rational(1) - D_ : D_, p);
    const Ball& big = upper_half_ ? goal : e.value;
    const Ball& small = upper_half_ ? e.value : goal;
    if (certainly_less(small, big)) {
      if (!lo_ || certainly_less(*lo_, eps)) lo_ = eps;
    } else if (certainly_at_most(big, small)) {
      if (!hi_ || certainly_less(eps, *hi_)) hi_ = eps;
    }
    if (lo_ && hi_ && certainly_at_most(*hi_, *lo_)) {
      throw Contradiction("delta exceeds " + D_.text() + " at epsilon " +
                          lo_->decimal_bounds(25).first + " and not at " +
                          hi_->decimal_bounds(25).first + ", which is no larger");
    }
    return upper_half_ ? log(goal) - log(e.value) : log(e.value) - log(goal);
  }

  PrivacyProfile& profile_;
  Rational D_;
  Effort effort_;
  bool upper_half_, coarse_;
  std::optional<Ball> lo_, hi_;
  Ball last_{Bits{64}};  ///< last enclosure of delta, or of 1 - delta if upper_half_
  ErrorBudget budget_;
};

/// Narrows the bracket to a few digits, by outward steps from `start`, then regula falsi in log delta; returns the
/// approximate root. For `enough` see Search::rough_height.
double rough_root(Search& search, double start, double first_step, double enough) {
  constexpr int kMostSteps = 60;
  const auto height = [&](double x) { return search.rough_height(x, enough); };
  double a = start, fa = height(a), step = std::max(first_step, 1e-12);
  const double direction = fa > 0 ? 1 : -1;
  double b = a + direction * step, fb = height(b);
  for (int i = 0; i < kMostSteps && (fa > 0) == (fb > 0) && !search.expired(); ++i) {
    step *= 2;
    a = b;
    fa = fb;
    b += direction * step;
    fb = height(b);
  }
  if ((fa > 0) == (fb > 0)) return b;
  const double near = search.coarse() ? 0.1 : 1e-5;
  for (int i = 0; i < kMostSteps && std::fabs(b - a) > 1e-6 * std::max(std::fabs(a), 1e-300); ++i) {
    if (search.expired()) break;
    double x = b - fb * (b - a) / (fb - fa);
    const double low = std::min(a, b), high = std::max(a, b), margin = 0.01 * (high - low);
    if (i % 3 == 2 || !(x > low && x < high)) x = (a + b) / 2;
    x = std::clamp(x, low + margin * 0.01, high - margin * 0.01);
    const double fx = height(x);
    if (std::fabs(fx) < near) return x;
    if ((fx > 0) == (fa > 0)) {
      a = x;
      fa = fx;
    } else {
      b = x;
      fb = fx;
    }
  }
  return (a + b) / 2;
}

Extended no_answer(const PrivacyProfile& profile, const Rational& D) {
  const auto exact = profile.exact_infinite_mass();
  if (exact && exact->is_zero() && D.is_zero()) {
    return Extended::infinity(
        "no finite epsilon has delta(epsilon) <= 0: the loss is unbounded; request a delta above "
        "0");
  }
  std::string mass = exact ? exact->text() : "";
  if (mass.empty() || mass.size() > 30) {
    mass = "at least " + profile.infinite_mass(Bits{128}).decimal_bounds(15).first;
  }
  const bool always = exact && *exact == Rational(1);
  return Extended::infinity(
      "no finite epsilon has delta(epsilon) <= " + D.text() +
      ": the loss is infinite with probability " + mass +
      (always ? ", so that delta is 1 at every epsilon" : "; request a larger delta"));
}

/// Returns epsilon if D is exactly the mass of infinite loss: then delta(epsilon) = D from the largest finite loss
/// on, and delta(epsilon) > D below it.
Extended at_the_limit(PrivacyProfile& profile, const Rational& D, const Effort& effort) {
  if (profile.direction() == Direction::worst) {
    // The smallest epsilon that satisfies both directions is the larger of the two.
    PrivacyProfile forward = profile.in(Direction::forward),
                   reverse = profile.in(Direction::reverse);
    const Extended a = epsilon(forward, D, effort);
    if (a.is_infinite()) return a;
    const Extended b = epsilon(reverse, D, effort);
    if (b.is_infinite()) return b;
    return certainly_less(a->value(), b->value()) ? larger(*b, *a) : larger(*a, *b);
  }
  const auto largest = profile.largest_finite_loss();
  if (!largest && !profile.no_largest_finite_loss()) {
    throw std::invalid_argument("it is unknown if a finite epsilon has delta(epsilon) <= " +
                                D.text() + ", the mass of infinite loss: the largest " +
                                "finite loss is unknown; request a larger delta");
  }
  if (!largest) return no_answer(profile, D);
  const Bits p = bits_for_digits(effort.digits) + 32;
  return certified({(*largest)(p), {}}, profile.engine_name(), effort.digits, true);
}

/// Returns true if D is exactly the mass of infinite loss in a direction of the profile. The mass of the other
/// direction may be known only in balls.
bool is_at_limit(const PrivacyProfile& profile, const Rational& D) {
  const auto is_mass = [&](Direction one) {
    const auto mass = profile.in(one).exact_infinite_mass();
    return mass && D == *mass;
  };
  if (profile.direction() != Direction::worst) return is_mass(profile.direction());
  return is_mass(Direction::forward) || is_mass(Direction::reverse);
}

/// Returns the known bounds of epsilon if the time ended before delta was known to be above D at one point and at most
/// D at another. If no lower bound was found, least_epsilon(D) is one.
Certified one_sided(const Search& search, const Rational& D, const std::string& engine) {
  constexpr int kDigits = 25;
  std::optional<Rational> least = least_epsilon(D), most;
  if (search.lo()) least = search.lo()->decimal_ends(kDigits).first;
  if (search.hi()) most = search.hi()->decimal_ends(kDigits).second;
  return limited(nothing_known(engine), least, most);
}

/// The search for epsilon at a D above the mass of infinite loss.
class RootSearch {
 public:
  RootSearch(PrivacyProfile& profile, const Rational& D, const Effort& effort)
      : profile_(profile),
        D_(D),
        effort_(effort),
        search_(profile, D, effort),
        p_(bits_for_digits(2L * (effort.digits + 4)) + 64),
        x_(p_) {}

  Certified run() {
    if (const auto found = by_gaussian()) return *found;
    if (in_haste()) return hasty();
    if (const auto found = in_time([&] { return by_search(); })) return *found;
    if (is_wide() && !time_is_kept()) by_known_bounds();
    return between_ends();
  }

 private:
  double log_D() const { return Ball(D_, Bits{64}).log_approximate(); }

  /// Returns epsilon with the requested digits; nothing if they are not reached. `search_` keeps the bracket.
  std::optional<Certified> by_search() {
    if (const auto found = by_secants()) return found;
    start();
    newton();
    if (const auto found = certify()) return found;
    bisect();
    if (!search_.lo() || !search_.hi()) reach_out();
    return std::nullopt;
  }

  /// Returns the standard deviation of the loss, cached: for thousands of factors it needs tenths of a second.
  double spread_of_loss() {
    if (!spread_) {
      const auto find = [&] { return std::optional(profile_.approximate_location().deviation); };
      spread_ = in_time(find).value_or(1);
    }
    return *spread_;
  }

  /// Returns the result of `work`; nothing if the time ends.
  template <class Work>
  auto in_time(const Work& work) const -> decltype(work()) {
    try {
      const PollHere here(effort_.poll);
      return work();
    } catch (const Interrupted&) {
      return std::nullopt;
    }
  }

  bool is_wide() const {
    return !search_.lo() || !search_.hi() ||
           Ball::hull(*search_.lo(), *search_.hi()).relative_digits() < 1;
  }

  Certified between_ends() const {
    if (!search_.lo() || !search_.hi()) return one_sided(search_, D_, profile_.engine_name());
    return certified({Ball::hull(*search_.lo(), *search_.hi()), search_.budget()},
                     profile_.engine_name(), effort_.digits, true);
  }

  /// If little time is left: computes the known bounds, then single digits of delta between them.
  Certified hasty() {
    by_known_bounds();
    by_few_digits();
    return between_ends();
  }

  void by_few_digits() {
    constexpr int kMostPlaces = 12;
    auto place = in_time([&] { return saddle_epsilon(profile_, log_D()); });
    if (!place) place = normal_epsilon(profile_, D_);
    std::optional<double> next;
    if (place) next = place->epsilon;
    for (int i = 0; i < kMostPlaces && is_wide() && !search_.expired(); ++i) {
      const double low = search_.lo() ? search_.lo()->approximate() : 0,
                   high = search_.hi() ? search_.hi()->approximate() : 0;
      if (!(high > low) && !next) break;
      const bool inside = next && *next > low && (!search_.hi() || *next < high);
      const double at = inside ? *next : low + (high - low) / 2;
      const Ball height = search_.height(Ball::from_binary64(at, p_), 1);
      next = beyond(at, height.approximate(), place);
      if (!(search_.lo() && search_.lo()->approximate() == at) &&
          !(search_.hi() && search_.hi()->approximate() == at)) {
        break;  // not decided
      }
    }
  }

  /// Returns a point slightly beyond the estimated root, from the height at `at` and the slope of the saddle point.
  static std::optional<double> beyond(double at, double height,
                                      const std::optional<SaddlePlace>& place) {
    constexpr double kBeyond = 0.15;
    if (!place || !std::isfinite(height) || !(place->x > 0)) return std::nullopt;
    const double sign = height > 0 ? 1 : -1;
    return at + height / place->x + sign * std::max(kBeyond / place->x, 0.03 * std::fabs(at));
  }

  /// Computes epsilon of plain Gaussian noise from the point of gaussian_start(), which is close to the root.
  std::optional<Certified> by_gaussian() {
    const auto mu_squared = profile_.composition().gaussian_mu_squared();
    if (!mu_squared) return std::nullopt;
    const double log_size = Ball(*mu_squared, Bits{64}).log_approximate();
    const GaussianStart near =
        gaussian_start(*mu_squared, D_, wider(p_, Bits{p_.n + 2 * saturated(std::fabs(log_size))}));
    if (!near.epsilon.is_finite() || !std::isfinite(near.slope)) return std::nullopt;
    most_ = effort_.digits;
    slope_ = near.slope;
    x_ = near.epsilon;
    newton();
    return certify();
  }

  /// Computes epsilon by secant steps from the saddle-point approximation. Returns nothing if a few steps do not lead
  /// to the root.
  std::optional<Certified> by_secants() {
    constexpr double kMostDeviations = 60, kLargest = 0.1;
    if (search_.coarse() || effort_.digits > kMachineDigits || D_.approximate() > kLargest)
      return {};
    const auto place = in_time([&] { return saddle_epsilon(profile_, log_D()); });
    if (place) place_ = place->epsilon;
    if (!place || !(place->epsilon > 0)) return {};
    if (place->epsilon > kMostDeviations * rough_deviation(profile_)) return {};
    if (profile_.direction() == Direction::worst) {
      if (auto found = by_one_direction(*place)) return found;
    }
    return from_place(*place);
  }

  /// Computes the epsilon of the direction of `place`. Returns it if it is also the epsilon of the worst direction: at
  /// the upper end of its enclosure, delta of the other direction must be at most D. Otherwise returns nothing.
  std::optional<Certified> by_one_direction(const SaddlePlace& place) {
    PrivacyProfile one = profile_.in(place.reverse ? Direction::reverse : Direction::forward),
                   other = one.reversed();
    RootSearch alone(one, D_, effort_);
    auto found = alone.from_place(place);
    if (!found) return std::nullopt;
    const Ball& end = *alone.search_.hi();
    Effort effort = effort_;
    effort.digits = kRoughDigits;
    effort.log_enough = Ball(D_, Bits{64}).log_approximate() - kHardly;
    const Ball delta = other.delta(Real::exactly(end), effort).value;
    return certainly_at_most(delta, Ball(D_, Bits{128}).lower()) ? found : std::nullopt;
  }

  /// Computes epsilon from a starting point, by secant steps that begin with the slope of the profile at this point.
  std::optional<Certified> from_place(const SaddlePlace& place) {
    constexpr int kSteps = 12;
    constexpr double kNear = 0.5;
    slope_ = -place.x;
    most_ = effort_.digits;
    const double least = std::pow(10.0, -std::min(most_, kFewDigits)) / 10;
    const auto height = [&](double at) {
      return search_.rough_height(at, kEnoughOfSmall, kFewestDigits);
    };
    double x = place.epsilon, h = height(x);
    double off = 0.2;  // approximate relative error of the slope
    for (int i = 0; i < kSteps && std::isfinite(h) && !search_.expired(); ++i) {
      const double step = std::clamp(-h / slope_, -x / 2, x);
      if (std::fabs(step) * off < least * std::fabs(x)) break;
      const double next = height(x + step);
      const double secant = (next - h) / step;
      x += step;
      h = next;
      // If the two points are too close, the difference quotient is noise.
      if (std::fabs(step) > 1e-4 * x && secant < 0) {
        slope_ = secant;
        off = std::min(4 * std::fabs(step) / x, 0.2);
      }
    }
    if (!(std::fabs(h) < kNear) || !(x > 0)) return {};
    x_ = (Ball::from_binary64(x, p_) - Ball::from_binary64(h / slope_, p_)).midpoint();
    if (most_ > kFewDigits && !sharpen_place(off)) return {};
    return certify();
  }

  /// Applies secant steps, with heights of more digits than doubles have; `off` is the approximate relative error of
  /// the first slope. Returns true if the steps reach the requested digits.
  bool sharpen_place(double off) {
    constexpr int kSteps = 5, kMoreDigits = 4;
    std::optional<std::pair<Ball, Ball>> before;
    for (int i = 0; i < kSteps && !search_.expired(); ++i) {
      const Ball height = search_.height(x_, most_ + kMoreDigits);
      if (before) {
        const double secant = ((height - before->second) / (x_ - before->first)).approximate();
        if (!std::isfinite(secant) || !(secant < 0)) return false;
        slope_ = secant;
      }
      const Ball step = (height / Ball::from_binary64(slope_, p_)).midpoint();
      if (!height.is_finite()) return false;
      before = {x_, height};
      x_ = (x_ - step).midpoint();
      const double moved = std::exp(step.log_approximate() - x_.log_approximate());
      if (moved * off < std::pow(10.0, -most_) / 30) return true;
      // The slope of the secant has a relative error approximately proportional to the length of the secant.
      off = std::min(off, 10 * moved);
    }
    return false;
  }

  /// Sets x_ to an estimate of the root of delta = D, and most_ to the number of digits to request.
  void start() {
    constexpr double kSmall = 1e-4;
    std::optional<double> near;
    if (place_) {
      near = place_;
    } else if (D_.approximate() < kSmall) {
      near = in_time([&] { return chernoff_epsilon(profile_, log_D()); });
      if (const auto normal = near ? std::nullopt : normal_epsilon(profile_, D_)) {
        near = normal->epsilon;
      }
    }
    const double spread = spread_of_loss();
    const double deviation = std::isfinite(spread) ? spread : 1;
    // If losses are rare, the Chernoff bound is far above epsilon. There delta is far below D, and expensive or
    // impossible to compute.
    constexpr double kFar = 12, kMostDeviations = 60, kEnough = 5;
    constexpr int kCoarseDigits = 5;
    const bool rare = near && *near > kFar * deviation;
    const double enough = rare ? kEnough : -Effort{}.log_enough;
    if (near && *near > kMostDeviations * deviation) near.reset();
    const double root =
        near ? rough_root(search_, *near, std::min(deviation / 2, *near / 20), enough)
             : rough_root(search_, 0, deviation, enough);
    most_ = search_.coarse() ? std::min(effort_.digits, kCoarseDigits) : effort_.digits;
    x_ = Ball::from_binary64(root, p_);
  }

  /// Returns the additional digits of delta that an epsilon close to 0 needs, where delta is close to the total
  /// variation.
  int digits_below_one() const {
    constexpr double kUsual = 8;  // the margin of the working precision covers fewer lost digits
    const double below = -x_.log_approximate() / kLn10;
    return below < kUsual ? 0 : static_cast<int>(std::min(below, 1.0 * effort_.digits));
  }

  /// Near the point where the profiles of both directions are equal, slope_ may belong to the wrong direction. If a
  /// step left a larger height than expected, replaces slope_ by that of the secant through the last two points.
  void take_secant(const Ball& height) {
    constexpr double kLeft = -7;  // log 1e-3
    const bool known = !height.contains_zero() && last_ && !last_->second.contains_zero();
    if (known && height.log_approximate() - last_->second.log_approximate() > kLeft) {
      const double secant =
          ((height - last_->second) / (x_ - last_->first)).midpoint().approximate();
      if (std::isfinite(secant) && secant < 0) slope_ = secant;
    }
    last_ = {x_, height};
  }

  /// Newton's method in balls, with the slope of the profile: each step doubles the digits.
  void newton() {
    const int wanted = most_ + 4;
    // The slope is a double: more digits would not be used, and they can be slow.
    const int slope_digits = effort_.digits <= kFewDigits ? 8 : 15;
    for (int known = 4, i = 0; i < 12 && !effort_.expired(); ++i) {
      const int digits =
          search_.coarse() ? most_ : std::min(wanted + 1, 2 * known + 4) + digits_below_one();
      slope_ = search_.slope(x_, std::min(digits, slope_digits));
      if (!std::isfinite(slope_) || slope_ == 0) break;
      const Ball height = search_.height(x_, digits);
      take_secant(height);
      const Ball step = height / Ball::from_binary64(slope_, p_);
      if (!step.is_finite()) break;
      x_ = (x_ - step).midpoint();
      // An engine that has no more digits needs much time to detect that.
      if (known >= wanted || search_.last_digits() + 1 < digits) break;
      known = std::min(2 * known, known + 14);  // the slope itself is a double
      if (step.is_exactly_zero()) break;
      const double moved =
          (std::log(std::max(std::fabs(x_.approximate()), 1e-300)) - step.log_approximate()) /
          kLn10;
      known = std::max(known, static_cast<int>(std::min(moved, 1e6)));
    }
    // Beyond the largest finite loss delta is constant. Then -1 replaces the slope 0, and bisection follows.
    if (!std::isfinite(slope_) || slope_ == 0) slope_ = -1;
  }

  /// Decides both ends of a bracket of half the requested width around x_, and widens the bracket if an end cannot be
  /// decided. Returns the result if it has the requested digits.
  std::optional<Certified> certify() {
    const double most_digits = 2.0 * effort_.digits + 1000;
    const double size = std::max(x_.log_approximate(), -most_ * kLn10);
    for (int i = 0; i < 4 && !effort_.expired(); ++i) {
      const Ball w = exp(Ball::from_binary64(size - (most_ - i) * kLn10 - 1.2, p_)).midpoint();
      const double log_need = w.log_approximate() + std::log(std::fabs(slope_));
      const double room = effort_.digits <= kFewDigits ? 1 : 2;
      const double least = search_.coarse() ? 1 : 6;
      const int digits = static_cast<int>(std::clamp(-log_need / kLn10 + room, least, most_digits));
      search_.height((x_ - w).midpoint(), digits);
      search_.height((x_ + w).midpoint(), digits);
      if (!search_.lo() || !search_.hi()) continue;
      const Ball value = Ball::hull(*search_.lo(), *search_.hi());
      const Certified out =
          certified({value, search_.budget()}, profile_.engine_name(), effort_.digits, true);
      if (out.reached()) return out;
    }
    return std::nullopt;
  }

  /// Narrows the bracket by bisection. This works where Newton's method fails, for example if the profile becomes
  /// constant at a largest loss.
  void bisect() {
    for (int i = 0; i < 4 * effort_.digits + 60 && search_.lo() && search_.hi(); ++i) {
      if (effort_.expired()) break;
      const Ball low = *search_.lo(), high = *search_.hi();
      if (Ball::hull(low, high).relative_digits() >= effort_.digits) break;
      const Ball width = (high - low) / Ball::hull(low, high).magnitude().ball(p_);
      const int digits =
          static_cast<int>(std::clamp(-width.log_approximate() / kLn10, 0.0, 1e6)) + 8;
      search_.height(((low + high) / 2).midpoint(), digits);
      const bool moved = certainly_less(low, *search_.lo()) || certainly_less(*search_.hi(), high);
      if (!moved) break;
    }
  }

  /// Finds a missing end of the bracket, if no evaluation near the root decided it, for example because the engine has
  /// few digits there. Evaluates further away from the root, and then nearer by halving.
  void reach_out() {
    constexpr int kDoublings = 16, kHalvings = 6;
    const int digits = search_.coarse() ? 1 : 6;
    const auto decide = [&](double at) { search_.height(Ball::from_binary64(at, p_), digits); };
    const bool up = !search_.hi();
    const std::optional<Ball>&end = up ? search_.hi() : search_.lo(),
          &other = up ? search_.lo() : search_.hi();
    double open = (other ? *other : x_).approximate();
    const double spread = spread_of_loss();
    double step = std::max(std::isfinite(spread) ? spread : 0.0, std::fabs(open) / 16);
    if (!std::isfinite(open) || !(step > 0)) return;
    for (int i = 0; i < kDoublings && !end && !search_.expired(); ++i, step *= 2) {
      decide(open + (up ? step : -step));
    }
    for (int i = 0; i < kHalvings && end && !search_.expired(); ++i) {
      const double known = end->approximate(), middle = open + (known - open) / 2;
      decide(middle);
      if (end->approximate() == known) open = middle;  // undecided there
    }
  }

  /// Bounds the root with the engine always_known. This takes some milliseconds (for noise on many integers some tenths
  /// of a second), and is done even after the time limit.
  void by_known_bounds() {
    const bool known_alone = profile_.engine_name() == kAlwaysKnown;
    if (!chooses_engines(profile_.engine()) && !known_alone) return;
    const Poll none;
    const PollHere here(none);
    constexpr size_t kMostFactors = 300;
    if (profile_.composition().factors().size() > kMostFactors) {
      if (const auto most = end_by_gaussian_pair(profile_, D_)) {
        search_.accept_most(Ball::from_binary64(*most, p_));
      }
      return;
    }
    if (!bounds_) bounds_.emplace(profile_.composition(), profile_.direction(), kAlwaysKnown);
    find_upper_end();
    if (search_.hi()) find_lower_end();
  }

  /// Returns the search with the engine always_known; a lower bound of delta below e^log_enough is not refined.
  Search by_bounds(double log_enough) {
    Effort patient;
    patient.digits = 1;
    patient.log_enough = log_enough;
    return Search(*bounds_, D_, patient);
  }

  /// Finds the upper end by doubling, and narrows it to one percent by halving.
  void find_upper_end() {
    constexpr int kDoublings = 200, kHalvings = 30;
    constexpr double kNear = 1e-2, kHardlyMore = 1e-3;
    constexpr size_t kFewFactors = 64;
    Search coarse = by_bounds(HUGE_VAL);
    const auto decide = [&](double at) { coarse.height(Ball::from_binary64(at, p_), 1); };
    const double spread = spread_of_loss();
    const auto by_orders = [&] { return chernoff_epsilon(profile_, log_D()); };
    const bool few = profile_.composition().factors().size() <= kFewFactors;
    const auto most = few ? by_orders() : in_time(by_orders);
    double first = most ? *most * (1 + kHardlyMore) : spread;
    if (!std::isfinite(first) || !(first > 0)) first = 1;
    for (int i = 0; i < kDoublings && !coarse.hi(); ++i, first *= 2) decide(first);
    double low = 0, high = coarse.hi() ? coarse.hi()->approximate() : 0;
    for (int i = 0; i < kHalvings && high - low > kNear * high; ++i) {
      const double middle = low + (high - low) / 2;
      decide(middle);
      (coarse.hi()->approximate() == middle ? high : low) = middle;
    }
    search_.accept(coarse);
  }

  /// Finds the lower end. delta decreases in epsilon, but its lower bounds need not. Therefore the search descends from
  /// the upper end to the first point at which delta is known to exceed D, and then bisects.
  void find_lower_end() {
    constexpr int kPlaces = 24, kHalvings = 10;
    constexpr double kHardlyLess = 1e-3;
    Search coarse = by_bounds(upper_half() ? -HUGE_VAL : log_D() - kHardlyLess);
    const auto decide = [&](double at) { coarse.height(Ball::from_binary64(at, p_), 1); };
    const double top = search_.hi()->approximate();
    double high = top;
    for (int i = 1; i < kPlaces && !coarse.lo(); ++i) {
      const double at = top * (kPlaces - i) / kPlaces;
      decide(at);
      if (!coarse.lo()) high = at;
    }
    double low = coarse.lo() ? std::max(coarse.lo()->approximate(), 0.0) : high;
    for (int i = 0; i < kHalvings && high - low > 1e-2 * high; ++i) {
      const double middle = low + (high - low) / 2;
      decide(middle);
      (coarse.lo()->approximate() == middle ? low : high) = middle;
    }
    search_.accept(coarse);
  }

  bool upper_half() const { return D_ > Rational(1, 2UL); }

  static constexpr double kEnoughOfSmall = 5;
  static constexpr double kHardly = 1e-6;  ///< margin for comparisons of logarithms
  static constexpr int kFewDigits = 10, kRoughDigits = 6, kFewestDigits = 4;
  static constexpr int kMachineDigits =
      18;  ///< engines of line integrals in machine numbers reach this many digits

  PrivacyProfile& profile_;
  const Rational& D_;
  const Effort& effort_;
  Search search_;
  std::optional<PrivacyProfile> bounds_{};  ///< the profile with the engine always_known
  Bits p_;
  Ball x_;
  double slope_ = -1;
  int most_ = 0;
  std::optional<std::pair<Ball, Ball>> last_{};  ///< the previous epsilon and the height there
  std::optional<double> spread_{};
  std::optional<double> place_{};  ///< the epsilon of the saddle-point approximation
};

Certified searched(PrivacyProfile& profile, const Rational& D, const Effort& effort) {
  return RootSearch(profile, D, effort).run();
}

/// Returns an upper bound on the largest finite loss in the direction, to `digits` digits; nothing if none is known.
std::optional<Rational> largest_loss(const PrivacyProfile& profile, int digits) {
  std::optional<Rational> out;
  for (const Direction one : {Direction::forward, Direction::reverse}) {
    if (profile.direction() != Direction::worst && profile.direction() != one) continue;
    const auto loss = profile.in(one).largest_finite_loss();
    if (!loss) return std::nullopt;
    const auto end = loss->rational()
                         ? loss->rational()
                         : (*loss)(bits_for_digits(digits) + 32).decimal_ends(digits).second;
    if (!end) return std::nullopt;
    out = out ? std::max(*out, *end) : *end;
  }
  return out;
}

/// Returns the value with the largest finite loss as a known upper bound: beyond that loss, delta is the mass of
/// infinite loss, which is less than D.
Certified at_most_largest_loss(const PrivacyProfile& profile, const Certified& found, int digits) {
  constexpr int kSpare = 10;
  const auto most = largest_loss(profile, digits + kSpare);
  if (!most || (found.most() && *found.most() <= *most)) return found;
  const Certified below = limited(found, found.least(), most);
  const Bits p = wider(found.value().precision(), bits_for_digits(digits) + 32);
  const Ball end(*most, p);
  if (!found.value().is_finite() || certainly_at_most(found.value().upper(), end)) return below;
  const Enclosure between{Ball::hull(found.value().lower(), end), found.budget()};
  const Certified out = certified(between, found.engine(), digits, true);
  return limited(marked(out, out.reached() || found.reached()), found.least(), most);
}

}  // namespace

Extended epsilon(PrivacyProfile& profile, const Rational& D, const Effort& effort) {
  if (D.sign() < 0 || D >= Rational(1)) {
    throw std::invalid_argument("delta must be in [0, 1), got " + D.text());
  }
  if (is_at_limit(profile, D)) return at_the_limit(profile, D, effort);
  const Bits p{4096};
  if (D.is_zero() || certainly_less(Ball(D, p), profile.infinite_mass(p))) {
    return no_answer(profile, D);
  }
  return at_most_largest_loss(profile, searched(profile, D, effort), effort.digits);
}

}  // namespace plumbline
