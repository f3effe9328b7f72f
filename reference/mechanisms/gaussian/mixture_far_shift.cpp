#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_table.hpp"

namespace plumbline::mixture::heuristic {
namespace {

/// Returns the log of the window X at z + log kappa, by linear interpolation of the table in z.
double shifted_log_X(const Table& t, size_t i, double log_kappa) {
  const double steps = -log_kappa / t.step;
  const size_t whole = static_cast<size_t>(steps);
  if (whole + 1 > i) return t.log_X.front();
  const double share = steps - static_cast<double>(whole);
  const double right = t.log_X[i - whole];
  return share == 0 ? right : right + share * (t.log_X[i - whole - 1] - right);
}

/// The terms of the sum in log_far_bound for one distribution and c, at shifts on a logarithmic grid. They are cached:
/// the search for a line evaluates many T, and T enters only through the angles.
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

  /// Returns the smallest log of B(T)/K(c) over the shifts, where B is that of MIXTURE-FAR. Stores the best shift in
  /// *shift.
  double best(double T, double* shift) {
    if (!nodes_.possible() || !std::isfinite(offset_)) {
      *shift = rounded_down(0.5 * reach_, 20);
      return kInf;
    }
    if (terms_ > kMostTerms) at_.clear(), terms_ = 0;
    // The function is unimodal in the shift. It is first scanned coarsely; then the search descends from the best
    // shift. Results for other T are not used, so that a result does not depend on earlier calls.
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
  static constexpr int kLast = 414, kScan = 18;  // shifts down to 1e-9 of the largest one
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
    auto found = at_.find(i);
    if (found == at_.end()) {
      found = at_.emplace(i, tabulated(i)).first;
      terms_ += found->second.size();
    }
    const std::vector<Term>& terms = found->second;
    double sum = 0;
    for (const Term& term : terms) {
      const double size = term.size - T * term.angle;
      if (size > -300) sum += std::exp(size);
    }
    return terms.empty() ? kInf : std::log(sum);
  }

  std::vector<Term> tabulated(int i) const {
    std::vector<Term> out;
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
  // The cache of the calling thread contains the last distributions and tilts, because searches return to earlier
  // tilts.
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

}  // namespace plumbline::mixture::heuristic
