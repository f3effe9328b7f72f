#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture::heuristic {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// log w(u), accurate near zero.
double log_ratio(const MixtureLaw& law, double u) {
  const double z = law.mu_approx * (u - law.mu_approx / 2);
  if (z > 30) return z + std::log(law.p_approx + (1 - law.p_approx) * std::exp(-z));
  return std::log1p(law.p_approx * std::expm1(z));
}

double log_cosine(const MixtureLaw& law, double b, double c) {
  if (c >= 0) return 0;
  const double angle = std::min(b * law.mu_approx / 2, M_PI / 2);
  return c * std::log(std::cos(angle));
}

double log_add(double a, double b) {
  const double m = std::max(a, b);
  if (m == -kInf) return m;
  return m + std::log(std::exp(a - m) + std::exp(b - m));
}

/// The largest step over strips 0 < b < reach that brings the discretisation below e^-target,
/// when the size of the integrand on the strip's edge is e^{log_size(b)}.
template <class LogSize>
void best_step(double reach, double target, LogSize log_size, double* strip, double* step) {
  *step = 0;
  constexpr int kStrips = 60;
  for (int i = 1; i <= kStrips; ++i) {
    const double b = reach * i / (kStrips + 1);
    const double h = 2 * M_PI * b / (target + log_size(b));
    if (h > *step) {
      *step = h;
      *strip = b;
    }
  }
  *step = rounded_down(*step, 20);
  *strip = rounded_down(*strip, 20);
}

double z_of(const MixtureLaw& law, double u) { return law.mu_approx * (u - law.mu_approx / 2); }

/// log X(u; kappa).
double log_window_at(const MixtureLaw& law, double u, double kappa = 1) {
  return law.window.whole() ? 0 : log_window(law.window, z_of(law, u) + std::log(kappa));
}

/// log of the growth of phi X on Im u = b: +inf where it is not bounded.
double log_growth(const MixtureLaw& law, double b) {
  if (law.window.whole()) return b * b / 2;
  const double angle = b * law.mu_approx;
  return angle < 0.499 * M_PI ? b * b / 2 - law.window.k * std::log(std::cos(angle)) : kInf;
}

double widening(const MixtureLaw& law, double b) {
  return law.window.whole() ? 1 : std::cos(std::min(b * law.mu_approx, 0.499 * M_PI));
}

double log_size_bound(const MixtureLaw& law, double c, double kappa) {
  if (c >= 0 && c <= 1) return 0;
  if (c > 1 && law.window.high) return c * log_ratio(law, winning_place(law, c, kappa));
  MixtureLaw plain = law;
  plain.window = Window{};
  plain.table.reset();
  return log_transform(plain, c);
}

/// The estimates of omitted_nodes, side by side: log of phi summed outward from u, times e^{ax}.
double log_tail(double a, double u, bool to_right) {
  const double out = to_right ? u - a : a - u;
  if (out >= 0) return a * a / 2 - out * out / 2;
  return a == 0 ? 0 : kInf;
}

double log_right_tail(const MixtureLaw& law, double c, double u, double kappa) {
  const double l = log_ratio(law, u), mu = law.mu_approx;
  const Window upper = upper_part(law.window);
  double best = kInf;
  if (c < 0 ||
      window_seems_to_win(upper, z_of(law, u), kappa, law.p_approx / (1 - law.p_approx), c)) {
    best = c * l + log_tail(0, u, true);
  }
  if (c >= 0) {
    best = std::min(best, c * (l - z_of(law, u)) - c * mu * mu / 2 + log_tail(c * mu, u, true));
  }
  return best + (upper.whole() ? 0 : log_window(upper, z_of(law, u) + std::log(kappa)));
}

double log_left_tail(const MixtureLaw& law, double c, double u, double kappa) {
  const double l = log_ratio(law, u), mu = law.mu_approx;
  const Window lower = lower_part(law.window);
  const double window = lower.whole() ? 0 : log_window(lower, z_of(law, u) + std::log(kappa));
  if (c >= 0) return window + c * l + log_tail(0, u, false);
  return window + std::min(c * std::log1p(-law.p_approx) + log_tail(0, u, false),
                           c * (l - z_of(law, u)) - c * mu * mu / 2 + log_tail(c * mu, u, false));
}

/// The range outside which the omitted nodes on Im u = b weigh less than e^-target K(c).
void choose_range(const MixtureLaw& law, double c, double target, double b, Grid* grid) {
  const double goal = log_transform(law, c) - target - log_growth(law, b) - 1;
  const double kappa = widening(law, b), cosine = log_cosine(law, b, c);
  const bool flat = c < 0 && b * law.mu_approx < 0.499 * M_PI;
  const double power = c * std::log1p(-law.p_approx);
  const auto tail = [&](auto side, double u) {
    const double first = cosine + side(law, c, u, kappa);
    return flat ? std::min(first, power + side(law, 0, u, kappa)) : first;
  };
  double right = std::max(0.0, c * law.mu_approx), left = 0, step = 0.25;
  if (!law.window.whole()) step = std::min(step, 0.05 / law.mu_approx);
  const auto place = [&](double z) { return z / law.mu_approx + law.mu_approx / 2; };
  if (law.window.high) right = std::min(right, place(*law.window.high));
  if (law.window.low) left = place(*law.window.low) + 3 / law.mu_approx;
  constexpr int kMostSteps = 4000;
  for (int i = 0; i < kMostSteps && tail(log_right_tail, right) > goal; ++i) right += step;
  for (int i = 0; i < kMostSteps && tail(log_left_tail, left) > goal; ++i) left -= step;
  grid->first = saturated(std::floor(left / grid->step)) - 1;
  grid->last = saturated(std::ceil(right / grid->step)) + 1;
}

/// Where phi(u) w(u)^c is largest for c < 0: the root u <= 0 of u = c L'(u), by bisection; 0 for
/// c >= 0, where the modes lie at or right of 0.
double lowest_mode(const MixtureLaw& law, double c) {
  if (c >= 0) return 0;
  const auto slope = [&](double u) {
    const double z = law.mu_approx * (u - law.mu_approx / 2);
    return c * law.mu_approx / (1 + (1 - law.p_approx) / law.p_approx * std::exp(-z)) - u;
  };
  double low = c * law.mu_approx, high = 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (slope(middle) > 0 ? low : high) = middle;
  }
  return low;
}

/// Room left of a window's lower edge, in z: far out hardly anything but the window's foot is left.
constexpr double kRoom = 6;

/// Nodes for sums in doubles, accurate to about 1e-14.
struct Nodes {
  double step, first, last;
};
Nodes plain_nodes(const MixtureLaw& law, double c) {
  const double widest = law.window.whole() ? 0.9 * M_PI : 0.45 * M_PI;
  const double reach = std::min(widest / law.mu_approx, 8.5);
  double h = 0;
  for (int i = 1; i <= 20; ++i) {
    const double b = reach * i / 20;
    h = std::max(h, 2 * M_PI * b / (34 + log_growth(law, b) + log_cosine(law, b, c)));
  }
  const double mu = law.mu_approx;
  // E[w - 1] = 0, used below, holds up to mu + 8.7.
  Nodes out{h, lowest_mode(law, c) - 8.7, std::max(mu, c * mu) + 8.7};
  // Beyond its edges a window falls to e^-40 within these distances of z.
  const double log_k = std::log(law.window.k);
  if (law.window.high) {
    const double ratio = law.p_approx / (1 - law.p_approx);
    double z = *law.window.high + log_k;
    for (int i = 0;
         i < 1000 && z < *law.window.high + 40 &&
         c * std::log1p(ratio * std::exp(z)) + log_window(upper_part(law.window), z) >
             std::max(0.0, c * std::log1p(ratio * std::exp(*law.window.high + log_k))) - 40;
         ++i) {
      z += 0.05;
    }
    out.last = std::min(out.last, z / mu + mu / 2);
    out.first = std::min(out.first, out.last - 8.7);
  }
  if (law.window.low) {
    const double pull = std::max(0.0, -c) * law.p_approx / (1 - law.p_approx);
    const double z = *law.window.low + log_k - 1 - 40.0 / law.window.k -
                     std::log1p(pull * std::exp(*law.window.low)) - kRoom;
    out.first = std::max(out.first, z / mu + mu / 2);
    out.last = std::max(out.last, out.first + (2.5 + kRoom + 40.0 / law.window.k) / mu + 3);
  }
  return out;
}

constexpr double kSqrtTwoPi = 2.5066282746310002;
constexpr double kLeast = -60;  // logarithms relative to the largest term that may be skipped

}  // namespace

/// A sum over nodes, with everything about them that does not depend on c.
struct Table {
  double step = 0;
  std::vector<double> z, l, log_phi, log_X, e;  ///< e = p e^z; log_phi with the step's weight
  double missing = 0, missing_slope = 0;        ///< E[1 - X], E[(1 - X)(w - 1)]
  size_t size() const { return z.size(); }
};

namespace {

Table tabulate(const MixtureLaw& law, const Nodes& nodes) {
  Table out;
  out.step = nodes.step * law.mu_approx;
  const double log_weight = std::log(nodes.step / kSqrtTwoPi);
  const double steps = std::floor((nodes.last - nodes.first) / nodes.step);
  for (double i = 0; i <= steps; ++i) {
    const double u = nodes.first + i * nodes.step;
    const double z = z_of(law, u);
    out.z.push_back(z);
    out.l.push_back(log_ratio(law, u));
    out.log_phi.push_back(-u * u / 2 + log_weight);
    out.log_X.push_back(log_window_at(law, u));
    out.e.push_back(law.p_approx * std::exp(std::min(z, 300.0)));
  }
  return out;
}

/// The law's own table, or one made for c.
class TableFor {
 public:
  TableFor(const MixtureLaw& law, double c) : own_(law.table) {
    constexpr double kMostNodes = 4000;
    if (own_) return;
    const Nodes nodes = plain_nodes(law, c);
    if (!(nodes.last - nodes.first < kMostNodes * nodes.step)) return;
    own_ = std::make_shared<Table>(tabulate(law, nodes));
  }
  bool possible() const { return own_ != nullptr; }
  const Table& operator*() const { return *own_; }
  const Table* operator->() const { return own_.get(); }

 private:
  std::shared_ptr<const Table> own_;
};

double peak_of(const Table& table, double c) {
  double peak = -kInf;
  for (size_t i = 0; i < table.size(); ++i) {
    peak = std::max(peak, table.log_phi[i] + c * table.l[i] + table.log_X[i]);
  }
  return peak;
}

}  // namespace

std::shared_ptr<const Table> table(const MixtureLaw& law) {
  if (!law.window.high) return nullptr;
  const double mu = law.mu_approx, log_k = std::log(law.window.k);
  Nodes nodes{0.08 / mu, -16, 0};
  nodes.last = (*law.window.high + log_k + 3.6) / mu + mu / 2;  // X = e^-800
  if (law.window.low) {
    const double z = *law.window.low + log_k - 1 - 45.0 / law.window.k - kRoom;
    nodes.first = std::max(nodes.first, z / mu + mu / 2);
  }
  nodes.step = std::min(nodes.step, 0.4);
  constexpr double kMostNodes = 1e5;
  const bool possible = std::isfinite(nodes.first) && std::isfinite(nodes.last) &&
                        mu + 18 < kMostNodes * nodes.step &&
                        std::fabs(nodes.last) < 1e12 * nodes.step;  // else nodes coincide
  if (!possible) return nullptr;
  nodes.first = std::max(nodes.first, nodes.last - 4000 * nodes.step);
  Table out = tabulate(law, nodes);
  if (!law.window.low) {
    MixtureLaw rest = law;
    rest.window = Window{law.window.high, std::nullopt, law.window.k};
    const Table beyond = tabulate(rest, {nodes.step, -9, mu + 9});
    for (size_t i = 0; i < beyond.size(); ++i) {
      const double weight = std::exp(beyond.log_phi[i] + beyond.log_X[i]);
      out.missing += weight;
      out.missing_slope += weight * law.p_approx * std::expm1(beyond.z[i]);
    }
  }
  return std::make_shared<Table>(std::move(out));
}

double log_transform(const MixtureLaw& law, double c) {
  const bool whole = law.window.whole();
  if (whole && (c == 0 || c == 1)) return 0;
  constexpr double kFarMode = 60;
  const double far = c * (c - 1) * law.mu_approx * law.mu_approx / 2 +
                     c * std::log(law.p_approx);  // the mode at c mu alone
  if (!law.window.high && c * law.mu_approx > kFarMode && far > 1000) return far;
  const TableFor t(law, c);
  if (!t.possible()) return kInf;
  const double peak = peak_of(*t, c);
  // A tilt beyond the table: the law of a part was not made for it.
  if (law.table && c > 1 && t->log_phi.back() + c * t->l.back() + t->log_X.back() > peak - 40)
    return kInf;
  if (law.table && law.window.low && t->log_phi[0] + c * t->l[0] + t->log_X[0] > peak - 40) {
    return kInf;
  }
  // E[w^c X] - 1 = E[X (w^c - 1 - c (w - 1))] - E[1 - X] - c E[(1 - X)(w - 1)] since E[w] = 1: no
  // cancellation when p is small.
  const bool near_one = law.window.low ? false : whole ? peak < 200 : peak < 2 && c > -30 && c < 30;
  if (near_one) {
    double sum = -t->missing - c * t->missing_slope;
    for (size_t i = 0; i < t->size(); ++i) {
      const double x = c * t->l[i], size = t->log_phi[i] + t->log_X[i];
      const double weight = std::exp(size), linear = c * (t->e[i] - law.p_approx);
      sum +=
          x > 30 ? std::exp(x + size) - weight * (1 + linear) : weight * (std::expm1(x) - linear);
    }
    if (whole || std::fabs(sum) < 0.5) return std::log1p(sum);
  }
  double sum = 0;
  for (size_t i = 0; i < t->size(); ++i) {
    const double size = t->log_phi[i] + c * t->l[i] + t->log_X[i] - peak;
    if (size > kLeast) sum += std::exp(size);
  }
  return peak + std::log(sum);
}

Moments moments(const MixtureLaw& law, double c) {
  const TableFor t(law, c);
  if (!t.possible()) return {1, 1};
  const double peak = peak_of(*t, c);
  double m0 = 0, m1 = 0;
  std::vector<double> weight(t->size());
  for (size_t i = 0; i < t->size(); ++i) {
    weight[i] = std::exp(t->log_phi[i] + c * t->l[i] + t->log_X[i] - peak);
    m0 += weight[i];
    m1 += weight[i] * t->l[i];
  }
  const double mean = m1 / m0;
  double m2 = 0, m4 = 0;
  for (size_t i = 0; i < t->size(); ++i) {
    const double d2 = (t->l[i] - mean) * (t->l[i] - mean);
    m2 += weight[i] * d2;
    m4 += weight[i] * d2 * d2;
  }
  return {m2 / m0, m4 / m0};
}

namespace {

/// log X at z + log kappa from the table, by linear interpolation of log X in z.
double shifted_log_X(const Table& t, size_t i, double log_kappa) {
  const double steps = -log_kappa / t.step;
  const size_t whole = static_cast<size_t>(steps);
  if (whole + 1 > i) return t.log_X.front();
  const double share = steps - static_cast<double>(whole);
  const double right = t.log_X[i - whole];
  return share == 0 ? right : right + share * (t.log_X[i - whole - 1] - right);
}

/// What log_far_bound sums for one law and c: its terms at shifts on a grid of their logarithms. T
/// enters only by the angles, and a search for a line asks for many T.
class FarTerms {
 public:
  FarTerms(const MixtureLaw& law, double c)
      : law_(law),
        c_(c),
        reach_((law.window.whole() ? 0.98 : 0.49) * M_PI / law.mu_approx),
        nodes_(law, c),
        offset_(log_transform(law, c)) {}

  bool is_of(const MixtureLaw& law, double c) const {
    const Window &own = law_.window, &other = law.window;
    return c == c_ && law.mu_approx == law_.mu_approx && law.p_approx == law_.p_approx &&
           own.low == other.low && own.high == other.high && own.k == other.k &&
           law.table == law_.table;
  }

  /// The smallest log of B(T)/K(c) found, and its shift.
  double best(double T, double* shift) {
    if (!nodes_.possible() || !std::isfinite(offset_)) {
      *shift = rounded_down(0.5 * reach_, 20);
      return kInf;
    }
    if (terms_ > kMostTerms) at_.clear(), terms_ = 0;
    // Unimodal: a scan, then downhill. Nothing of what was found for another T enters, so that an
    // answer does not depend on those before it.
    double least = kInf;
    best_ = 0;
    for (int i = 0; i <= kLast; i += kScan) try_at(i, T, &least);
    for (int step = kScan / 2; step > 0; step /= 2) {
      while (try_at(best_ - step, T, &least) || try_at(best_ + step, T, &least)) {
      }
    }
    *shift = rounded_down(shift_at(best_), 20);
    return least;
  }

 private:
  static constexpr double kSpacing = 0.05;
  static constexpr int kLast = 414, kScan = 18;  // down to 1e-9 of the reach
  static constexpr size_t kMostTerms = 100000;

  struct Term {
    double size, angle;
  };

  double shift_at(int i) const { return reach_ * std::exp(-kSpacing * i); }

  bool try_at(int i, double T, double* least) {
    if (i < 0 || i > kLast) return false;
    const double value = log_sum(i, T);
    if (!(value < *least)) return false;
    *least = value;
    best_ = i;
    return true;
  }

  double log_sum(int i, double T) {
    const auto found = at_.find(i);
    const std::vector<Term>& terms = found != at_.end() ? found->second : tabulated(i);
    double sum = 0;
    for (const Term& term : terms) {
      const double size = term.size - T * term.angle;
      if (size > -300) sum += std::exp(size);
    }
    return terms.empty() ? kInf : std::log(sum);
  }

  const std::vector<Term>& tabulated(int i) {
    std::vector<Term>& out = at_[i];
    const double a = shift_at(i), mu = law_.mu_approx, p = law_.p_approx;
    const double sine = std::sin(mu * a), half_versine = std::sin(mu * a / 2);
    const double top = log_growth(law_, a) - offset_, log_kappa = std::log(widening(law_, a));
    if (!std::isfinite(top)) return out;
    const bool whole = law_.window.whole();
    const Table& t = *nodes_;
    for (size_t j = 0; j < t.size(); ++j) {
      double size = t.log_phi[j] + c_ * t.l[j] + top;
      if (!whole) size += shifted_log_X(t, j, log_kappa);
      if (size < -300) continue;
      // w = (1-p) + p e^z e^{i mu a}: |w|^2 = w0^2 - 4 (1-p) p e^z sin^2(mu a/2), w0 = w at a = 0.
      const double e = t.e[j], w0 = 1 - p + e;
      const double shrink = 4 * (1 - p) * e / (w0 * w0) * half_versine * half_versine;
      const double angle = std::atan2(e * sine, w0 - 2 * e * half_versine * half_versine);
      out.push_back({size + c_ * 0.5 * std::log1p(-std::min(shrink, 1.0 - 1e-16)), angle});
    }
    terms_ += out.size();
    return out;
  }

  MixtureLaw law_;
  double c_, reach_;
  TableFor nodes_;
  double offset_;
  std::map<int, std::vector<Term>> at_;
  size_t terms_ = 0;
  int best_ = 0;
};

}  // namespace

double log_far_bound(const MixtureLaw& law, double c, double T, double* shift) {
  // Of the calling thread: the last laws and tilts asked for, as searches go back and forth.
  constexpr size_t kMost = 12;
  thread_local std::list<FarTerms> known;
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const FarTerms& terms) { return terms.is_of(law, c); });
  if (found != known.end()) {
    known.splice(known.begin(), known, found);
  } else {
    known.emplace_front(law, c);
    if (known.size() > kMost) known.pop_back();
  }
  return known.front().best(T, shift);
}

double winning_place(const MixtureLaw& law, double c, double kappa) {
  const Window upper = upper_part(law.window);
  const double ratio = law.p_approx / (1 - law.p_approx);
  double low = *law.window.high - 40, high = *law.window.high + 80;
  for (int i = 0; i < 30; ++i) {
    const double z = (low + high) / 2;
    (window_seems_to_win(upper, z, kappa, ratio, c) ? high : low) = z;
  }
  return rounded_down(high / law.mu_approx + law.mu_approx / 2, 20) + 1e-4 / law.mu_approx;
}

/// The estimates of strip_size, relative to K(c).
class Strip {
 public:
  Strip(const MixtureLaw& law, double c)
      : law_(law), c_(c), varies_(!law.window.whole() && c > 1 && law.window.high) {
    if (law.window.whole() && c >= 0) return;
    const double log_K = log_transform(law, c);
    offset_ = -log_K;
    flat_ = c < 0 ? c * std::log1p(-law.p_approx) - log_K : kInf;
    if (!varies_ && !law.window.whole()) fixed_ = log_size_bound(law, c, 1) - log_K;
  }
  double log_size(double a, double b, double kappa) const {
    double size = (log_cosine(law_, a, c_) + log_cosine(law_, b, c_)) / 2;
    size += varies_ ? log_size_bound(law_, c_, kappa) + offset_ : fixed_;
    const double angle = std::max(a, b) * law_.mu_approx;
    return angle < 0.499 * M_PI ? std::min(size, flat_) : size;
  }

 private:
  const MixtureLaw& law_;
  double c_, offset_ = 0, flat_ = kInf, fixed_ = 0;
  bool varies_;
};

/// Angles mu b up to which the windows' growth is bounded.
double widest(const MixtureLaw& law, double share) {
  return (law.window.whole() ? 1.0 : 0.49) * share * M_PI / law.mu_approx;
}

Grid real_grid(const MixtureLaw& law, double c, double target) {
  Grid grid;
  const Strip strip(law, c);
  best_step(
      std::min(widest(law, 1), 40.0), target,
      [&](double b) { return log_growth(law, b) + strip.log_size(b, b, widening(law, b)) + 1; },
      &grid.strip, &grid.step);
  choose_range(law, c, target, 0, &grid);
  return grid;
}

Grid line_grid(const MixtureLaw& law, double c, double target) {
  Grid grid;
  const Strip strip(law, c);
  best_step(
      std::min(widest(law, 0.5), 20.0), target,
      [&](double a) {
        const double above = strip.log_size(2 * a, 2 * a, widening(law, 2 * a));
        return log_add(0, log_growth(law, 2 * a) + above) + 0.1;
      },
      &grid.strip, &grid.step);
  grid.shift = grid.strip;
  choose_range(law, c, target, grid.shift, &grid);
  return grid;
}

Grid far_grid(const MixtureLaw& law, double c, double shift, double target) {
  Grid grid;
  // The two strips for which the bound is proven.
  const double beside = std::min(shift, M_PI / law.mu_approx - shift);
  const double within = M_PI / (2 * law.mu_approx) - shift;
  const double reach = std::min(std::max(beside, within), 40.0);
  const Strip strip(law, c);
  best_step(
      law.window.whole() ? reach : std::min(reach, widest(law, 1)), target,
      [&](double b) {
        const double kappa = widening(law, shift) * widening(law, b);
        return log_growth(law, shift) + log_growth(law, b) +
               strip.log_size(shift + b, std::fabs(shift - b), kappa) + 1;
      },
      &grid.strip, &grid.step);
  grid.shift = shift;
  choose_range(law, c, target, shift, &grid);
  return grid;
}

}  // namespace plumbline::mixture::heuristic
