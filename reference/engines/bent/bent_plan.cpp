/// Chooses deformed contours in doubles. No value computed here enters a bound.
#include <limits>

#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/bent/bent_line.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::bent {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Saddle {
  double c = 0, height = kInf, log_value = 0;
  double room = 0;  ///< distance to the next pole
};

class Chooser {
 public:
  Chooser(const std::vector<Steps>& steps, Question question, double t, double digits,
          double log_value, const Poll& poll)
      : steps_(steps),
        question_(question),
        kernel_(fourier::kernel_of(question)),
        t_(t),
        digits_(digits),
        log_value_(log_value),
        poll_(poll) {}

  std::optional<Plan> choose() {
    const std::vector<Saddle> saddles = all_saddles();
    Saddle natural = saddles[natural_region()];
    natural.log_value = std::min(natural.log_value, log_value_);
    try_saddle(natural.c, natural.log_value);
    try_saddle(0.5, natural.log_value);
    // A saddle point far from 0 may lie next to a point where the transform grows abruptly; a smaller c is safer.
    constexpr double kFar = 15;
    for (const double part : {0.9, 0.8, 0.65}) {
      if (natural.c > kFar) try_saddle(rounded(part * natural.c, 20), natural.log_value);
    }
    for (const double part : {0.2, 0.4}) {
      const double c = rounded(0.5 - part * left_, 20);
      if (std::fabs(c) > 0.1) try_saddle(c, natural.log_value);
    }
    if (best_) finish(&*best_);
    return best_;
  }

 private:
  /// Returns the index of the region between the poles in which G_c (fourier_kernel.hpp) is the answer or its negative.
  size_t natural_region() const {
    switch (question_) {
      case Question::delta:
        return 2;
      case Question::one_minus_delta:
      case Question::P_above:
      case Question::Q_above:
        return 1;
      default:
        return 0;
    }
  }

  std::vector<Saddle> all_saddles() {
    std::vector<double> ends = {-kInf};
    for (const fourier::Pole& pole : fourier::poles(kernel_)) ends.push_back(pole.s0);
    std::sort(ends.begin(), ends.end());
    ends.push_back(kInf);
    std::vector<Saddle> out;
    for (size_t i = 0; i + 1 < ends.size(); ++i) out.push_back(saddle(ends[i], ends[i + 1]));
    return out;
  }

  const batch::heuristic::Sketch& sketch(size_t step, double c) {
    const auto key = std::make_pair(step, c);
    auto found = sketches_.find(key);
    if (found == sketches_.end()) {
      poll_();
      found = sketches_.emplace(key, batch::heuristic::sketch(steps_[step].law, c)).first;
    }
    return found->second;
  }

  double height(double c) {
    double sum = t_ * (fourier::sigma(kernel_) - c);
    for (size_t i = 0; i < steps_.size(); ++i) {
      sum += steps_[i].count.approximate() * sketch(i, c).log_K;
    }
    for (const fourier::Pole& pole : fourier::poles(kernel_))
      sum -= std::log(std::fabs(c - pole.s0));
    return sum;
  }

  Saddle saddle(double low, double high) {
    const auto point = [&](double u) {  // u in (0, 1)
      if (std::isfinite(low) && std::isfinite(high)) return low + (high - low) * u;
      const double far = 0.02 * std::pow(1e6, u);
      return std::isfinite(low) ? low + far : high - far;
    };
    constexpr int kGrid = 40;
    int best = 1;
    std::vector<double> values(kGrid + 1, kInf);
    for (int i = 1; i < kGrid; ++i) {
      values[i] = height(point(static_cast<double>(i) / kGrid));
      if (values[i] < values[best]) best = i;
      if (i > best + 6) break;
    }
    double left = (best - 1.0) / kGrid, right = (best + 1.0) / kGrid;
    for (int i = 0; i < 25; ++i) {
      const double a = left + (right - left) / 3, b = right - (right - left) / 3;
      (height(point(a)) < height(point(b)) ? right : left) =
          height(point(a)) < height(point(b)) ? b : a;
    }
    const double c = rounded(point((left + right) / 2), 20), room = std::min(c - low, high - c);
    const double h = 0.05 * room;
    const double bend = (height(c + h) - 2 * height(c) + height(c - h)) / (h * h);
    Saddle out{c, height(c), 0, room};
    out.log_value = out.height - std::log(2 * M_PI * std::max(bend, 1e-12)) / 2;
    return out;
  }

  LineBounds<double> bounds(const Plan& plan) {
    return {steps_, plan, kernel_, t_, [this](size_t step, double r) {
              const batch::heuristic::Sketch& at = sketch(step, r);
              const double K = std::exp(at.log_K);
              return std::make_pair(at.own * K, at.mirrored * K);
            }};
  }

  PathShape shape(const batch::BatchLaw& law, double c, double v, double Y) const {
    PathShape out;
    out.v = v;
    const double mu = law.mu_approx, first = 4 / (mu * law.q_approx * std::max(Y, 1.0));
    out.rise = {0};
    double to = rounded(std::min({first, v, 0.5}), 20);
    while (to < v * 0.999) {
      out.rise.push_back(to);
      to = rounded(std::min(2 * to, to + 0.5), 20);
    }
    out.rise.push_back(v);
    const size_t n = out.rise.size();
    // If the last panel is less than a third as long as the panel before, merges the two.
    if (n > 3 && (v - out.rise[n - 2]) * 3 < out.rise[n - 2] - out.rise[n - 3]) {
      out.rise.erase(out.rise.end() - 2);
    }
    const double half = std::min({0.4, M_PI / 8.2 / mu, 0.45 * v});
    const double width = rounded_down(2 * half, 20);
    const double steep = std::max({c, 1 - c, 0.5}) * mu;
    const double end = steep - mu / 2 + std::sqrt(2 * (digits_ * kLn10 + 14));
    const long count = std::max(2L, std::lround(std::ceil(end / width)));
    for (long i = 0; i <= count; ++i) out.panels.push_back(width * static_cast<double>(i));
    const double last = out.panels.back();
    // The pieces below are short enough for exponents s with real parts up to this number.
    const double reached =
        std::max({c, 1 - c, std::min(0.3 * digits_ * kLn10 / std::max(t_, 1e-3), 100 / mu)});
    double x = 0;
    while (x < last) {
      out.pieces.push_back(x);
      const double B = law.q_approx * std::exp(mu * x), slope = mu * B / (1 - law.q_approx + B);
      const double size = std::max({1.0, x + mu / 2, reached * slope});
      x = rounded(x + std::max(0.5 / size, last / 300), 24);
    }
    out.pieces.push_back(last);
    return out;
  }

  void set_shapes(Plan* plan, double v_share, double v_most, double Y) const {
    plan->shapes.clear();
    for (const Steps& s : steps_) {
      const double v = rounded(std::min(v_share * M_PI / 3 / s.law.mu_approx, v_most), 16);
      plan->shapes.push_back(shape(s.law, plan->c, v * (1 - 0x1p-14), Y));
    }
  }

  /// Returns log of prod K(c)^N e^{t (sigma - c)}, where sigma is 0 or 1 (fourier_kernel.hpp).
  double log_size(double c) {
    double sum = t_ * (fourier::sigma(kernel_) - c);
    for (size_t i = 0; i < steps_.size(); ++i) {
      sum += steps_[i].count.approximate() * sketch(i, c).log_K;
    }
    return sum;
  }

  /// Returns how far from c, in the direction of `sign`, the transform is small enough for the available digits.
  double reach(double c, double log_value, double sign) {
    const double most = std::max(log_value, log_size(c)) + 0.4 * digits_ * kLn10;
    double out = 0.25;
    if (log_size(c + sign * out) > most) return out;
    while (out < 2e4 && log_size(c + sign * out * 1.25) < most) out *= 1.25;
    return out;
  }

  void try_saddle(double c, double log_value) {
    Plan plan;
    plan.c = c;
    left_ = reach(c, log_value, -1);
    right_ = reach(c, log_value, 1);
    const double room = std::min(left_, right_);
    plan.log_scale = log_value;
    plan.log_tolerance = -digits_ * kLn10 - 4;
    // Stronger cancellation needs more bits and points.
    weight_ = std::pow(1 + std::max(0.0, log_size(c) - log_value) / -plan.log_tolerance, 2);
    plan.grid = std::exp2(std::floor(std::log2(std::min(0.25 / std::max(t_, 1e-3), room / 8))));
    plan.farthest = std::fabs(c) + 1.5 * std::max(left_, right_) + 2;
    for (const double share : {1.0, 0.5}) {
      for (const double most : {4.0, 2.0, 1.0}) {
        bool cut = false;
        for (const Steps& s : steps_) cut = cut || most < share * M_PI / 3 / s.law.mu_approx;
        if (!cut && most < 4) continue;
        set_shapes(&plan, share, most, 1e5);
        plan.share = share;
        plan.most = most;
        for (const Bend& bend : bends(plan, room)) try_bend(&plan, bend, room);
        // Improves the best plan by small changes.
        constexpr int kMostRounds = 6;
        for (double factor : {2.0, 1.4}) {
          bool better = best_ && best_->c == plan.c;
          for (int round = 0; better && round < kMostRounds; ++round) {
            better = false;
            const Bend from{best_->a, best_->e};
            for (const double u : {1 / factor, 1.0, factor}) {
              for (const double w : {1 / factor, 1.0, factor}) {
                if (u != 1 || w != 1) better |= try_bend(&plan, {from.a * u, from.e * w}, room);
              }
            }
          }
        }
      }
    }
  }

  struct Bend {
    double a, e;
  };

  /// Returns candidate lines: lines that end where e^(-t Re s) makes the integrand small, lines that extend as far to
  /// the right as their height permits, and lines with small curvature.
  std::vector<Bend> bends(const Plan& plan, double room) const {
    std::vector<Bend> out;
    for (const double e : {0.0, 1e-5, 1e-4, 1e-3, 0.01, 0.05}) {
      for (const double a : {0.0, 1e-4, 1e-3, 0.01}) out.push_back({a / room, e / (room * room)});
    }
    double steepest = 0;  // The height of the line must exceed `steepest` times (Re s)^2.
    for (size_t i = 0; i < steps_.size(); ++i) {
      const double mu = steps_[i].law.mu_approx;
      steepest = std::max(steepest, mu / (2 * plan.shapes[i].v));
    }
    const double need = -plan.log_tolerance / std::max(t_, 1e-3);
    for (const double part : {1.0, 0.6, 0.3, 0.1, 0.03}) {
      const double right = need * part + std::fabs(plan.c);
      for (const double height : {1.5, 3.0}) {
        const double y = height * steepest * right * right;
        for (const double x : {10.0, 25.0, 60.0, 150.0, 400.0}) {
          const double u = x * std::min(room, 2.0);
          if (u < y) out.push_back({need * part / (u * u), (y - u) / (u * u * u)});
        }
      }
    }
    return out;
  }

  bool try_bend(Plan* plan, const Bend& bend, double room) {
    plan->a = rounded(bend.a, 12);
    plan->e = rounded(bend.e, 12);
    poll_();
    if (!fit(plan, room)) return false;
    best_ = *plan;
    least_cost_ = weight_ * static_cast<double>(plan->last);
    return true;
  }

  /// Returns the x at which the line ends, because the integrand is negligible beyond it.
  double end_of(Plan* plan, const LineBounds<double>& b, double room, double most) const {
    plan->last = 0;
    for (double x = 0.1 * room; x < most; x *= 1.2) {
      plan->step = 2 * x;
      if (std::log(b.at(x) * x) < plan->log_tolerance && std::log(b.tail()) < plan->log_tolerance) {
        return x;
      }
    }
    return kInf;
  }

  /// Chooses the step of the line; returns true if the resulting line is cheaper than the best one so far.
  bool fit(Plan* plan, double room) {
    constexpr double kMostNodes = 30000;
    const double fewest = std::min(least_cost_ / weight_, kMostNodes);
    const double longest = 2 * M_PI * 1.5 * room / (digits_ * kLn10);
    const LineBounds<double> b = bounds(*plan);
    const double end = end_of(plan, b, room, longest * fewest);
    if (!(end < kInf)) return false;
    plan->step = 2 * end;
    const auto step_of = [&](double height) {
      const double need = std::log1p(b.edge(height, 1.4) * std::exp(-plan->log_tolerance));
      return 2 * M_PI * std::fabs(height) / std::max(need, 1.0);
    };
    double up = 0, down = 0;
    for (const double share : {0.05, 0.12, 0.3, 0.6, 0.9}) {
      const double d = rounded(share * left_, 16), step = bent_little(*plan, 0, d) ? step_of(d) : 0;
      if (step > up) {
        up = step;
        plan->up = d;
      }
    }
    for (const double share : {0.05, 0.12, 0.3, 0.6, 0.9}) {
      const double d = rounded(share * right_, 16);
      const double step = bent_little(*plan, d, std::max(d, plan->up)) ? step_of(-d) : 0;
      if (step > down) {
        down = step;
        plan->down = d;
      }
    }
    const double step = rounded_down(std::min(up, down), 16);
    if (!(step > 0) || !(end / step < fewest)) return false;
    plan->step = step;
    plan->last = std::lround(std::ceil(end / step));
    for (int tries = 0; tries < 8; ++tries) {
      if (!(static_cast<double>(plan->last) < fewest)) return false;
      if (std::log(b.cap(16)) < plan->log_tolerance) return plan->last > 0;
      plan->last += plan->last / 8 + 1;
    }
    return false;
  }

  static bool bent_little(const Plan& plan, double down, double most) {
    return 2 * plan.a * down + 3 * plan.e * most * most < 0.9;
  }

  void finish(Plan* plan) {
    const double x = plan->end(), Y = x + plan->e * x * x * x;
    set_shapes(plan, plan->share, plan->most, Y);
    double lost = 0, cancels = std::max(0.0, log_size(plan->c) - plan->log_scale);
    for (const PathShape& s : plan->shapes) lost = std::max(lost, s.v * s.v / 2);
    plan->log_lost = cancels;
    plan->points = static_cast<size_t>(gauss_size(3, 10 + lost + cancels, plan->log_tolerance - 4));
    plan->bits = Bits{static_cast<long>((digits_ * kLn10 + lost + cancels) / kLn2 + 50)};
  }

  const std::vector<Steps>& steps_;
  Question question_;
  Kernel kernel_;
  double t_, digits_, log_value_, left_ = 1, right_ = 1, weight_ = 1, least_cost_ = kInf;
  const Poll& poll_;
  std::map<std::pair<size_t, double>, batch::heuristic::Sketch> sketches_;
  std::optional<Plan> best_;
};

}  // namespace

std::optional<Plan> choose(const std::vector<Steps>& steps, Question question, double t,
                           double digits, double log_value, const Poll& poll) {
  return Chooser(steps, question, t, digits, log_value, poll).choose();
}

}  // namespace plumbline::bent
