#include "reference/engines/fourier/line_cache.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/sharpened.hpp"

namespace plumbline::fourier {
namespace {

// BOUND(NEGLIGIBLE)
// Statement.  G_c(t) lies between 0 and sign(G_c) kappa(c) K(c) e^{t(sigma-c)}.
// Needs.      (a) c is not 0 or 1: checked here (indeterminate otherwise). (b) An enclosure of K(c) at exactly this
//             c: LineCache::bounded. t may be any threshold.
// Proof.      CHERNOFF bounds |G_c|. G_c is plus or minus the integral of (e^S - e^t)_+, min(e^S, e^t), (e^t -
//             e^S)_+, 1{S > t} or 1{S <= t} over the measure. All of these functions are nonnegative, and sign()
//             returns the sign for the region.
// Source.     Elementary.
Enclosure without_line(Question question, const Real& t_exact, double place, Bits p,
                       const Ball& transform, const Masses& masses) {
  const Kernel kernel = kernel_of(question);
  const Ball t = t_exact(p), c = Ball::from_binary64(place, p);
  if (!std::isfinite(place) || place == 0 || place == 1) return {Ball::indeterminate(p), {}};
  const Ball top = chernoff_constant(kernel, place, p) * transform *
                   exp(t * (Ball::integer(sigma(kernel), p) - c));
  Enclosure out{Ball(p), {}};
  out.budget.truncation = bound<"NEGLIGIBLE">(UpperBound::of(top));
  if (!out.budget.truncation.is_finite()) return {Ball::indeterminate(p), {}};
  const Ball interval = Ball::zero_to(out.budget.truncation, p);
  const Ball G = sign(kernel, place) > 0 ? interval : -interval;
  out.value = from_region(question, place, G, t, masses);
  return out;
}

}  // namespace

Enclosure LineCache::from_lines(Question question, const Real& t_exact, double t,
                                const Suffices& suffices, const Poll& poll) {
  Enclosure best{Ball::indeterminate(Bits{64}), {}};
  if (const auto kept = bounded_.find(question); kept != bounded_.end()) {
    const Bounded& b = kept->second;
    best = without_line(question, t_exact, b.c, b.bits, b.transform, {b.mass_P, b.mass_Q});
    if (best.value.is_finite() && suffices(best.value)) return best;
  }
  std::vector<Cached*> near;
  for (Cached& c : lines_) near.push_back(&c);
  std::sort(near.begin(), near.end(), [&](const Cached* a, const Cached* b) {
    return std::fabs(a->t - t) < std::fabs(b->t - t);
  });
  if (near.size() > 2) near.resize(2);
  for (Cached* c : near) {
    const Enclosure found = c->line.answer(question, t_exact, poll);
    sharpen(&best, found, question, "two lines");
    if (best.value.is_finite() && suffices(best.value)) break;
  }
  return best;
}

Enclosure LineCache::from_choice(Question question, const Real& t_exact, double t,
                                 const ContourChooser::Choice& choice, const Poll& poll) {
  if (choice.negligible) {
    const Bounded& b = bounded(question, choice.contour, poll);
    return without_line(question, t_exact, b.c, b.bits, b.transform, {b.mass_P, b.mass_Q});
  }
  bounded_.erase(question);
  keep(ContourLine(*transform_, choice.contour, poll), t);
  return lines_.front().line.answer(question, t_exact, poll);
}

const LineCache::Bounded& LineCache::bounded(Question question, const Contour& contour,
                                             const Poll& poll) {
  const Bits p = contour.bits;
  const Bounded found{contour.c, p, transform_->at(contour.c, Bits{64}, poll),
                      transform_->at(0, p, poll), transform_->at(1, p, poll)};
  return bounded_.insert_or_assign(question, found).first->second;
}

bool LineCache::hopeless(Kernel kernel, double t, double near, int digits) const {
  const auto closest = std::min_element(
      lines_.begin(), lines_.end(),
      [&](const Cached& a, const Cached& b) { return std::fabs(a.t - t) < std::fabs(b.t - t); });
  if (closest == lines_.end() || !(std::fabs(closest->t - t) < near)) return false;
  const auto out_of_reach = [digits](int missed) { return missed > 0 && missed <= digits; };
  return out_of_reach(closest->missed_profile) ||
         (kernel != Kernel::profile && out_of_reach(closest->missed_tail));
}

void LineCache::mark_hopeless(Kernel kernel, int digits) {
  if (lines_.empty()) return;
  Cached& line = lines_.front();
  (kernel == Kernel::profile ? line.missed_profile : line.missed_tail) = digits;
}

void LineCache::keep(ContourLine line, double t) {
  lines_.push_front(Cached{std::move(line), t});
  size_t nodes = 0;
  for (auto it = lines_.begin(); it != lines_.end();) {
    nodes += it->line.size();
    it = nodes > most_kept_ && it != lines_.begin() ? lines_.erase(it) : std::next(it);
  }
}

}  // namespace plumbline::fourier
