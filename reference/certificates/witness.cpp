#include "reference/certificates/witness.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/certificates/interval.hpp"
#include "reference/certificates/request.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/tradeoff/threshold.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline {
namespace {

using Thresholds = std::vector<std::string>;

const Rational kNone(0), kAll(1);

std::string logarithm(const std::string& x) { return x == "1" ? "0" : "log " + x; }

std::string log_odds(const Rational& prior) { return logarithm((prior / (kAll - prior)).text()); }

/// Thresholds x = e^t that enclose the minimum of F(x) = delta(log x) + x level, which is 1 - f(level). F at `least`
/// is close to the minimum and bounds it from above. The minimum lies between the middle two of the six thresholds
/// `around`. F is convex, so that the lines through the outer pairs bound the minimum from below.
struct LevelThresholds {
  std::string least;
  Thresholds around;
};

/// Searches for LevelThresholds with doubles and midpoints. The result is not proved; the caller checks it.
class LevelSearch {
 public:
  /// The target error of 1 - f(level) is approximately e^log_gap.
  LevelSearch(PrivacyProfile& profile, const Rational& level, double log_gap, const Effort& effort)
      : profile_(profile), level_(level), log_gap_(log_gap), effort_(effort) {}

  std::optional<LevelThresholds> run() {
    // Maximum error of the bound from the thresholds, as a fraction of the target error e^log_gap.
    constexpr double kCost = 1e-4;
    constexpr int kAttempts = 7;
    const double deviation = std::clamp(profile_.approximate_location().deviation, 1e-9, 1e9);
    // The curvature of F over log x is approximately x min(level, 1 - level); the error is quadratic in the spread.
    const Rational rest = kAll - level_;
    const double share = Ball(level_ < rest ? level_ : rest, Bits{64}).log_approximate();
    bend_ = std::min(0.0, threshold(profile_, level_, 4, effort_).approximate() + share);
    int digits = 4 + std::max(2, static_cast<int>(std::ceil((bend_ - log_gap_) / kLn10 / 2)));
    double spread = std::log(deviation) - (digits - 2) * kLn10;
    std::optional<Ball> t;
    for (int attempt = 0; attempt < kAttempts && !effort_.expired(); ++attempt) {
      if (!t) t = threshold(profile_, level_, digits, effort_);
      // If |t| is larger, e^t is no readable decimal: the search for the threshold ended early.
      constexpr double kMostWritten = 2e5;
      if (!(std::fabs(t->approximate()) < kMostWritten)) return std::nullopt;
      place(*t, std::min(spread, std::log(0.1)), digits);
      const Lines lines = lines_around();
      if (lines.beside) {  // the minimum is near the middle interval, but outside
        t = log(*lines.beside).midpoint();
        continue;
      }
      t.reset();
      const double excess = (lines.log_lost - log_gap_) / kLn10;
      if (excess <= std::log10(kCost)) return found_;
      const int more = std::isfinite(excess) ? 4 + static_cast<int>(std::min(60.0, excess / 2)) : 2;
      digits += more;
      spread += (std::isfinite(excess) ? -more : 1) * kLn10;
    }
    return std::nullopt;
  }

 private:
  /// Sets the six thresholds e^t (1 -+ k e^log_spread/2), k = 1, 3, 5, as short decimals.
  void place(const Ball& t, double log_spread, int digits) {
    const Bits p = t.precision() + 64;
    const Ball x = exp(t.at(p)), half = exp(Ball::from_binary64(log_spread, p)) / 2;
    const int written = std::max(digits, static_cast<int>(-log_spread / kLn10)) + 4;
    found_.around.clear();
    places_.clear();
    for (const long side : {-5, -3, -1, 1, 3, 5}) {
      const Ball at = x * (Ball::integer(1, p) + half * Ball::integer(side, p));
      const std::string text = at.midpoint().decimal_bounds(written).first;
      places_.push_back(Rational::parse(text));
      found_.around.push_back(logarithm(text));
    }
  }

  Ball height(const Rational& x) {
    const Real epsilon = x == kAll ? Real(kNone) : Real(LogLinear{kNone, {{x, Rational(1)}}});
    Effort rough = effort_;
    rough.digits = 3;
    const double size = profile_.delta(epsilon, rough).value.midpoint().log_approximate();
    constexpr double kMost = 1000, kAtLeast = 7;  // digits
    Effort sharp = effort_;
    sharp.digits =
        3 + static_cast<int>(std::clamp((size - log_gap_) / kLn10 + kAtLeast, 0.0, kMost));
    const Ball delta = profile_.delta(epsilon, sharp).value.midpoint();
    return delta + Ball(x * level_, wider(delta.precision(), bits_for_digits(sharp.digits) + 64));
  }

  /// The lines through the outer pairs of thresholds, continued to the middle interval.
  struct Lines {
    /// The intersection of the lines, if it is outside the middle interval.
    std::optional<Ball> beside{};
    /// Log of the difference between F and the bound at the intersection; infinite unless the left line falls and the
    /// right one rises.
    double log_lost = HUGE_VAL;
  };

  Lines lines_around() {
    std::vector<Ball> F;
    for (const Rational& x : places_) F.push_back(height(x));
    const Bits p = F[0].precision() + 64;
    const auto at = [&](size_t i) { return Ball(places_[i], p); };
    const Ball left = ((F[2] - F[1]) / (at(2) - at(1))).midpoint();
    const Ball right = ((F[4] - F[3]) / (at(4) - at(3))).midpoint();
    if (!certainly_negative(left) || !certainly_positive(right)) return {};
    const Ball crossing =
        ((F[3] - F[2] + left * at(2) - right * at(3)) / (left - right)).midpoint();
    if (!certainly_positive(crossing)) return {};
    if (!certainly_less(at(2), crossing) || !certainly_less(crossing, at(3))) return {crossing};
    const Ball bound = F[2] + left * (crossing - at(2));
    const int written = static_cast<int>((bend_ - log_gap_) / kLn10) + 16;
    const std::string text = crossing.decimal_bounds(std::clamp(written, 20, 1000)).first;
    found_.least = logarithm(text);
    const Ball lost = (height(Rational::parse(text)) - bound).midpoint();
    if (!lost.is_finite()) return {};
    return {std::nullopt, certainly_positive(lost) ? lost.log_approximate() : -1e9};
  }

  PrivacyProfile& profile_;
  Rational level_;
  double log_gap_, bend_ = 0;
  Effort effort_;
  std::vector<Rational> places_;
  LevelThresholds found_;
};

double log_of(const Rational& x) { return Ball(x, Bits{64}).log_approximate(); }

std::optional<LevelThresholds> thresholds_of_level(PrivacyProfile& profile, const Rational& level,
                                                   double log_gap, const Effort& effort) {
  const auto certain = profile.exact_certain_level();
  const bool trivial = level.is_zero() || level >= kAll || (certain && level >= *certain);
  if (trivial || !std::isfinite(log_gap)) return std::nullopt;
  return LevelSearch(profile, level, log_gap, effort).run();
}

/// Adds the witness of f(level), or of 1 - f(level) for power. One end of the interval has a single threshold, the
/// other one six.
void of_level(const Quantity& entry, const Query& request, const Effort& effort, Certificate* out) {
  const Interval interval = Interval::read(out->lower, out->upper);
  if (!interval.is_finite() || interval.magnitude().is_zero()) return;
  const double log_gap = interval.is_point()
                             ? log_of(interval.magnitude()) - (request.digits + 8) * kLn10
                             : log_of(interval.width());
  PrivacyProfile profile(Composition::parse(request.mechanism), request.direction, request.engine);
  if (entry.reading == Reading::type_one) profile = profile.reversed();
  const auto found =
      thresholds_of_level(profile, request.number(entry.argument()), log_gap, effort);
  if (!found) return;
  out->witness = {{"lower", {found->least}}, {"upper", found->around}};
  if (entry.reading == Reading::power) std::swap(out->witness[0].second, out->witness[1].second);
}

/// Finds thresholds of delta that prove that the member of a family at a parameter value meets the target, or misses
/// it.
class TargetWitness {
 public:
  TargetWitness(const Query& request, const Effort& effort)
      : request_(request), effort_(effort), target_(target_of(request.numbers())) {}

  std::optional<Thresholds> at(const Family& family, const Rational& value, bool met) const {
    using Measure = PrivacyTarget::Measure;
    switch (target_.kind) {
      case Measure::delta:
        return Thresholds{target_.at.as_rational().text()};
      case Measure::advantage:
        return Thresholds{"0"};
      case Measure::bayes:
        return Thresholds{log_odds(target_.at.as_rational())};
      case Measure::gaussian:
        return std::nullopt;
      case Measure::reconstruction:
      case Measure::type_two:
        break;
    }
    const Rational bound =
        target_.kind == Measure::reconstruction ? target_.bound : kAll - target_.bound;
    const double log_gap = log_of(bound < kAll - bound ? bound : kAll - bound) -
                           (request_.digits + kCertificateSpareDigits + 3) * kLn10;
    PrivacyProfile profile(family.at(value), request_.direction, request_.engine);
    const auto found = thresholds_of_level(profile, target_.at.as_rational(), log_gap, effort_);
    if (!found) return std::nullopt;
    return met ? Thresholds{found->least} : found->around;
  }

 private:
  const Query& request_;
  const Effort& effort_;
  PrivacyTarget target_;
};

void of_calibration(const Query& request, const Effort& effort, Certificate* out) {
  const Family family(request.mechanism, "");
  const bool up = family.order().larger_is_more_private, integer = family.order().integer;
  const TargetWitness witness(request, effort);
  const Interval interval = Interval::read(out->lower, out->upper);
  const auto add = [&](const std::string& name, const std::optional<Rational>& value, bool met) {
    if (!value || effort.expired()) return;
    try {
      // For an integer parameter, one end is the last integer that meets the target. The other end is proved by the
      // next integer beyond it, which misses the target.
      const Rational next = !integer || met ? *value : up ? *value - kAll : *value + kAll;
      const auto found = witness.at(family, next, met);
      if (found) out->witness.emplace_back(name, *found);
    } catch (const std::invalid_argument&) {  // no mechanism outside the range of the parameter
    }
  };
  add("lower", interval.lower, !up);
  add("upper", interval.upper, up);
  const std::string safe = text_of(out->findings, "safe");
  if (!safe.empty()) add("safe", Rational::parse(safe), true);
}

/// The kind of witness of a quantity: how thresholds prove its ends.
enum class WitnessKind { none, itself, level, odds, target };

WitnessKind witness_kind(const Quantity& entry) {
  if (entry.subject == Subject::open_mechanism) return WitnessKind::target;
  switch (entry.reading) {
    case Reading::epsilon:
      return WitnessKind::itself;
    case Reading::type_two:
    case Reading::type_one:
    case Reading::power:
      return WitnessKind::level;
    case Reading::bayes:
    case Reading::success:
      return WitnessKind::odds;
    case Reading::none:
    case Reading::delta:
    case Reading::tv:
    case Reading::renyi:
      break;
  }
  return WitnessKind::none;
}

void of_itself(Certificate* out) {
  if (out->lower != "-inf") out->witness.push_back({"lower", {out->lower}});
  if (out->upper != "inf") out->witness.push_back({"upper", {out->upper}});
}

void of_odds(const Rational& prior, Certificate* out) {
  if (!(kNone < prior && prior < kAll)) return;
  out->witness = {{"lower", {log_odds(prior)}}, {"upper", {log_odds(prior)}}};
}

}  // namespace

void add_witness(const Query& request, const Effort& effort, Certificate* out) {
  const Quantity& entry = certified_quantity(request.quantity);
  out->witness.clear();
  switch (witness_kind(entry)) {
    case WitnessKind::target:
      return of_calibration(request, effort, out);
    case WitnessKind::level:
      return of_level(entry, request, effort, out);
    case WitnessKind::itself:
      return of_itself(out);
    case WitnessKind::odds:
      return of_odds(request.number(entry.argument()), out);
    case WitnessKind::none:
      break;
  }
}

void check_witness(const Certificate& c) {
  constexpr size_t kMost = 8;
  const WitnessKind kind = witness_kind(certified_quantity(c.quantity));
  const bool has = kind != WitnessKind::none, calibration = kind == WitnessKind::target;
  for (const auto& [end, thresholds] : c.witness) {
    const bool known = end == "lower" || end == "upper" || (calibration && end == "safe");
    if (!has || !known) {
      throw std::invalid_argument("a certificate of " + c.quantity + " has none for '" + end + "'");
    }
    if (thresholds.empty() || thresholds.size() > kMost) {
      throw std::invalid_argument(end + ": one to eight thresholds are expected");
    }
    for (const std::string& text : thresholds) {
      const bool logarithmic = text.compare(0, 4, "log ") == 0;
      const Rational x = Rational::parse(logarithmic ? text.substr(4) : text);
      if (logarithmic && x.sign() <= 0) {
        throw std::invalid_argument(end + ": '" + text + "' is no real number");
      }
    }
  }
}

}  // namespace plumbline
