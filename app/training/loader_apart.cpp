/// Data loaders that separate the steps in which a record participates: balls in bins, b-min-sep. The noise of the
/// steps is independent, so that the strategy of the matrix mechanism is `identity`.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/training/loader_draws.hpp"
#include "app/training/neighbour_words.hpp"
#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/factor_sides.hpp"

namespace plumbline::loader {
namespace {

const Rational kOne(1);

/// Returns the pair of a record in one of `bins` bins (MATRIX-BINS).
std::string in_bins(const Run& run, const Rational& steps, const Rational& bins) {
  if (steps <= bins) return "random_allocation(sigma=" + run.sigma + ",t=" + bins.text() + ")";
  return "balls_in_bins(sigma=" + run.sigma + ",strategy=identity,steps=" + steps.text() +
         ",bins=" + bins.text() + ")";
}

/// Returns a pair that some data sets attain. A round consists of `bins` steps. If all other gradients are 0 and the
/// gradient of the record is constant in each whole round, a sufficient statistic is, for each bin, the sum of the
/// outputs of this bin in all whole rounds. The pair is that of one round with sensitivity sqrt(rounds). Dropping the
/// steps after the whole rounds does not increase the privacy loss.
std::vector<LoaderMember> members_in_bins(const Run& run, const Rational& steps,
                                          const Rational& bins) {
  const Rational whole = floor(steps / bins);
  const auto root = sqrt(Ball(whole, Bits{128})).decimal_ends(9).first;
  if (!root || whole.sign() <= 0) return {};
  return {{"random_allocation(sigma=" + run.sigma + ",t=" + bins.text() +
               ",sensitivity=" + root->text() + ")",
           "all other gradients 0, the same gradient in each round"}};
}

/// Approximates epsilon at delta for `runs` runs of subsampled_gaussian, by Renyi divergences of integer orders. The
/// result is not a bound; it only selects one of two proved pairs.
double likely_epsilon(double sigma, double p, double runs, double delta) {
  constexpr int kOrders = 128;
  double best = HUGE_VAL;
  for (int a = 2; a <= kOrders; ++a) {
    double most = -HUGE_VAL, sum = 0;
    std::vector<double> logs;
    for (int k = 0; k <= a; ++k) {
      const double rest = k == a ? 0 : (a - k) * std::log1p(-p);
      logs.push_back(std::lgamma(a + 1) - std::lgamma(k + 1) - std::lgamma(a - k + 1) + rest +
                     k * std::log(p) + k * (k - 1) / (2 * sigma * sigma));
      most = std::max(most, logs.back());
    }
    for (const double x : logs) sum += std::exp(x - most);
    best = std::min(best, (runs * (most + std::log(sum)) - std::log(delta)) / (a - 1));
  }
  return best;
}

/// Returns true if the bound of by_times(), from the number of draws of a record, is probably smaller than that of
/// by_coins(), from the sampling rate.
bool likely_by_times(const Run& run, const Rational& p, const Rational& steps,
                     const Rational& times) {
  if (run.for_target || run.sigma == "?") return false;
  const double sigma = Rational::parse(run.sigma).approximate();
  const double delta = Rational::parse(run.delta).approximate();
  return likely_epsilon(sigma, 1, times.approximate(), delta) <
         likely_epsilon(sigma, p.approximate(), steps.approximate(), delta);
}

/// Sampling in which a drawn record is not drawn in the next gap - 1 steps. p is the sampling rate, if the file
/// states it.
struct Apart {
  const Run& run;
  Rational steps, gap, times;
  std::optional<Rational> p;
  std::string start;  ///< warm, cold, or not stated
};

Apart read_apart(const Run& run) {
  const LoaderFile& file = run.file;
  const Rational steps = file.count("steps"), gap = file.count("min_separation");
  Apart out{
      run, steps, gap, ceiling(steps / gap), file.number("sampling_rate"), file.word("start")};
  if (out.p && (out.p->sign() <= 0 || *out.p > kOne)) {
    file.fail("sampling_rate must be in (0, 1], got " + out.p->text());
  }
  if (!out.start.empty() && out.start != "warm" && out.start != "cold") {
    file.fail("start must be warm or cold, got " + out.start);
  }
  return out;
}

std::string drawn_words(const Apart& x) {
  return fmt::format(
      "b-min-sep sampling: a record that was drawn is not drawn in the next {} steps; {} steps, so "
      "that "
      "it is drawn {} times at most. ",
      (x.gap - kOne).text(), x.steps.text(), x.times.text());
}

/// Returns the reason why adding or removing a record may change the draws of others; empty if it does not.
std::string displacing_words(const Apart& x) {
  if (x.run.file.has("truncated_batch_size")) return " Batches are cut";
  // Without a rate it is unknown if each record is drawn by independent Bernoulli trials.
  return x.p ? "" : " No sampling rate is stated";
}

/// Sets the bound for any sampling in which a record is in at most x.times steps (MATRIX-PAIR). Both neighbours have
/// the same other records in their batches if each record is drawn by independent Bernoulli trials, or if the differing
/// record is in both data sets and its gradient counts as zero in one.
void by_times(const Apart& x, LoaderRun* out) {
  const std::string why = displacing_words(x);
  out->mechanism = power_of(x.run.gaussian(why.empty() ? "" : kZeroOut), x.times);
  out->assumes = drawn_words(x) + "What the sampling gains is not counted.";
  out->assumes += why.empty()
                      ? added_or_removed_words()
                      : why + ", so that one record more may displace another." + zeroed_words();
}

/// Sets the bound for a sampling in which a record is drawn, with probability 1, as soon as permitted.
void surely(const Apart& x, LoaderRun* out) {
  if (x.start != "warm") {
    by_times(x, out);
    out->attained = x.start == "cold";
    return;
  }
  out->mechanism = in_bins(x.run, x.steps, x.gap);
  out->members = members_in_bins(x.run, x.steps, x.gap);
  out->assumes = drawn_words(x) +
                 "It is drawn as soon as it may be, for the first time at one of the first " +
                 x.gap.text() + " steps, each as likely: balls in bins." + added_or_removed_words();
}

/// Sets the bound for a sampling with a Bernoulli trial at each step at which the record may be drawn
/// (MATRIX-SEPARATED).
void by_coins(const Apart& x, LoaderRun* out) {
  const std::string pair = "b_min_sep(sigma=" + x.run.sigma +
                           ",strategy=identity,steps=" + x.steps.text() + ",p=" + x.p->text() +
                           ",separation=" + x.gap.text() +
                           (x.start == "cold" ? ",start=cold" : "") + ")";
  out->told_holds = true;  // MATRIX-SEPARATED: the pair equals that of Poisson sampling
  if (likely_by_times(x.run, *x.p, x.steps, x.times)) {
    by_times(x, out);
  } else {
    out->mechanism = pair;
    out->assumes = drawn_words(x) + "Where it may be drawn it is drawn with probability " +
                   x.p->text() +
                   ", by a coin of its own; that it is kept apart gains nothing more here." +
                   added_or_removed_words();
  }
  if (x.start.empty() || x.run.sigma == "?") return;
  const std::string member = sides_of(read_open_expression(pair).front()).member;
  if (!member.empty()) {
    out->members = {{member, "all other gradients 0, the same gradient in each step"}};
  }
}

}  // namespace

LoaderRun balls_in_bins(const Run& run) {
  const Rational steps = run.file.count("steps"), bins = run.file.count("cycle_length");
  no_actual_size(run);
  LoaderRun out;
  out.note = usual_note(run);
  out.mechanism = in_bins(run, steps, bins);
  out.attained = steps == bins;
  if (steps > bins) out.members = members_in_bins(run, steps, bins);
  out.assumes = fmt::format(
                    "Balls in bins: each record is in one of {} bins, chosen at random by itself, "
                    "and in every "
                    "step of its bin; {} steps, at most {} of a bin.",
                    bins.text(), steps.text(), ceiling(steps / bins).text()) +
                added_or_removed_words();
  out.told = power_of(run.sampled("1/" + bins.text()), steps);
  return out;
}

LoaderRun b_min_sep(const Run& run) {
  no_actual_size(run);
  const Apart x = read_apart(run);
  LoaderRun out;
  out.note = usual_note(run);
  if (!x.p || run.file.has("truncated_batch_size")) {
    by_times(x, &out);
  } else if (*x.p == kOne) {
    surely(x, &out);
  } else {
    by_coins(x, &out);
  }
  if (x.p) out.told = power_of(run.sampled(x.p->text()), x.steps);
  return out;
}

}  // namespace plumbline::loader
