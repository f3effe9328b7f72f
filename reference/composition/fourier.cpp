#include "reference/composition/fourier.hpp"

#include <algorithm>
#include <cmath>
#include <list>
#include <sstream>

#include "reference/composition/fourier_contour.hpp"
#include "reference/composition/periodic.hpp"
#include "reference/composition/support.hpp"

namespace plumbline {
namespace {

using fourier::Contour;
using fourier::Line;

constexpr long kMostNodes = 400000;     // about ten seconds and 100 MB at 25 digits
constexpr size_t kMostCached = 600000;  // nodes kept for further questions
constexpr double kSlackDigits = 4;      // so that a line also serves the neighbourhood of its t

class Fourier final : public Engine {
 public:
  explicit Fourier(const Composition& composition)
      : composition_(composition), chooser_(composition_) {}

  std::string name() const override { return "fourier"; }

  std::string explain() const override {
    std::ostringstream out;
    out << "fourier: ";
    if (lines_.empty()) {
      out << "no line computed yet";
    } else {
      const Contour& c = lines_.front().line.contour();
      out << lines_.size() << " line(s); last Re s = " << c.c << ", " << c.last + 1
          << " nodes of step " << c.step << ", " << c.bits.n << " bits";
    }
    return out.str();
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 32;
    if (const auto exact = beyond_support(composition_, question, t, p)) return {*exact, {}};
    Enclosure found = search(question, t, effort);
    found.value = clipped(question, found.value, t);
    return found;
  }

 private:
  struct Cached {
    Line line;
    double t;           ///< designed for this threshold
    int missed_digits;  ///< digits it was built for and could not reach; 0 if it did
  };

  Enclosure search(Question question, const Real& t, const Effort& effort) {
    if (fourier::kernel_of(question) != fourier::Kernel::profile && !has_density()) {
      return tail_by_slopes(question, t, effort);
    }
    const double where = t.approximate();
    Enclosure best = unknown(question, t);
    if (effort.expired()) return best;
    if (try_cached(question, t, where, effort.digits, &best)) return best;
    try {
      refine(question, t, where, effort, &best);
    } catch (const Interrupted&) {
    }
    return best;
  }

  /// Fewer nodes where each costs more: the limit is one of time and memory.
  static long most_nodes(double digits) {
    const double cost = std::pow(std::max(1.0, digits / 25), 1.5);
    return static_cast<long>(static_cast<double>(kMostNodes) / cost);
  }

  /// Builds lines until the digits are reached or no line can reach them.
  void refine(Question question, const Real& t, double where, const Effort& effort,
              Enclosure* best) {
    double digits = effort.digits + kSlackDigits;
    for (int attempt = 0; attempt < 4; ++attempt) {
      const auto choice = chooser_.choose(question, where, digits, most_nodes(digits), effort.poll);
      effort.poll();
      keep(Line(composition_, choice.contour, effort.poll), where,
           choice.out_of_reach ? effort.digits : 0);
      const Enclosure found = lines_.front().line.answer(question, t);
      improve(best, found);
      const double reached = best->value.relative_digits();
      if (reached >= effort.digits) break;
      if (choice.out_of_reach) break;
      const double missing = std::isfinite(reached) ? effort.digits - reached : 20.0;
      digits += std::max(2.0, missing + 2);
    }
  }

  /// Whether |K(c+iy)| <= C/|y| for some C: then the tails have a line integral of their own.
  bool has_density() const {
    return std::any_of(
        composition_.factors().begin(), composition_.factors().end(),
        [](const Factor& f) { return f.mechanism->algebraic_decay(0.5).is_finite(); });
  }

  // BOUND(CONVEX-SLOPE)
  // Statement.  With x = e^t and h > 0: (delta(x) - delta(x+h))/h <= P(S > t) <=
  //             (delta(x-h) - delta(x))/h; the same for P(S > t) with m = 1 - delta:
  //             (m(x+h) - m(x))/h <= P(S > t) <= (m(x) - m(x-h))/h; and (e(x) - e(x-h))/h <=
  //             P(S <= t) <= (e(x+h) - e(x))/h for e = excess. Q(S > t) = delta + x P(S > t) and
  //             Q(S <= t) = m - x P(S > t).
  // Proof.      delta(x) = E_P[(e^S - x)_+] and e(x) = E_P[(x - e^S)_+] are convex, m(x) =
  //             E_P[min(e^S, x)] is concave, with right derivatives -P(S > t), P(S <= t), P(S > t).
  // Source.     Elementary.
  Enclosure tail_by_slopes(Question question, const Real& t, const Effort& effort) {
    Effort sharp = effort;
    sharp.digits = 2 * effort.digits + 4;
    // The profile that is smallest at t loses least in the differences.
    const Question profile = question == Question::P_below ? Question::excess
                             : t.approximate() > 0         ? Question::delta
                                                           : Question::one_minus_delta;
    const Enclosure middle = answer(profile, t, sharp);
    // A step far below the digits wanted; where the profile is known to fewer digits, the one that
    // balances its width against the curvature.
    const double known = middle.value.relative_digits();
    const int exponent =
        known >= sharp.digits ? effort.digits + 1 : std::max(1, static_cast<int>(known / 2));
    if (known < sharp.digits) sharp.digits = std::max(2, static_cast<int>(known));
    const Rational h = Rational::parse("1e-" + std::to_string(exponent));
    const auto at = [&](const Rational& shift) {
      const Rational factor = Rational(1) + shift;
      return answer(profile, Real([&t, factor](Bits p) { return t(p) + log(Ball(factor, p)); }),
                    sharp);
    };
    const Enclosure left = at(-h), right = at(h);
    const Bits p = bits_for_digits(sharp.digits) + 32;
    const Ball x = exp(t(p)), step = x * Ball(h, p);
    const Ball up = (right.value - middle.value) / step, down = (middle.value - left.value) / step;
    const bool falling = profile == Question::delta;
    Enclosure out{Ball::hull(falling ? -up : up, falling ? -down : down), middle.budget};
    if (question == Question::Q_above) {
      out.value = answer(Question::delta, t, sharp).value + x * out.value;
    } else if (question == Question::Q_below) {
      out.value = answer(Question::one_minus_delta, t, sharp).value - x * out.value;
    }
    return out;
  }

  /// What is true without any work.
  static Enclosure unknown(Question question, const Real& t) {
    return {clipped(question, Ball::indeterminate(Bits{64}), t), {}};
  }

  /// Keeps the sharper of the two: both are correct.
  static void improve(Enclosure* best, const Enclosure& found) {
    if (!found.value.is_finite()) return;
    if (found.value.radius() <= best->value.radius()) *best = found;
  }

  bool try_cached(Question question, const Real& t, double where, int digits, Enclosure* best) {
    std::vector<Cached*> near;
    for (Cached& c : lines_) near.push_back(&c);
    std::sort(near.begin(), near.end(), [&](const Cached* a, const Cached* b) {
      return std::fabs(a->t - where) < std::fabs(b->t - where);
    });
    if (near.size() > 2) near.resize(2);
    for (Cached* c : near) {
      improve(best, c->line.answer(question, t));
      if (best->value.relative_digits() >= digits) return true;
    }
    // Where a line of its own was out of reach a moment ago, another one is as well.
    const double close = 0.05 * composition_.approximate_location(0).deviation;
    return !near.empty() && near.front()->missed_digits > 0 &&
           near.front()->missed_digits <= digits && std::fabs(near.front()->t - where) < close &&
           best->value.is_finite();
  }

  void keep(Line line, double t, int missed_digits) {
    lines_.push_front(Cached{std::move(line), t, missed_digits});
    size_t nodes = 0;
    for (auto it = lines_.begin(); it != lines_.end();) {
      nodes += it->line.size();
      it = nodes > kMostCached && it != lines_.begin() ? lines_.erase(it) : std::next(it);
    }
  }

  Composition composition_;
  fourier::ContourChooser chooser_;
  std::list<Cached> lines_;
};

}  // namespace

std::string fourier_refusal(const Composition& composition) {
  return has_period(composition) ? periodic_refusal(composition) : "";
}

std::unique_ptr<Engine> make_fourier(const Composition& composition) {
  if (has_period(composition)) return make_periodic(composition);
  return std::make_unique<Fourier>(composition);
}

Enclosure fourier_on_contour(const Composition& composition, const fourier::Contour& contour,
                             Question question, const Real& t) {
  return fourier::Line(composition, contour, [] {}).answer(question, t);
}

}  // namespace plumbline
