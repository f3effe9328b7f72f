#include <fmt/core.h>

#include <vector>

#include "app/training/loader_draws.hpp"
#include "app/training/neighbour_words.hpp"
#include "reference/arithmetic/ball.hpp"

namespace plumbline::loader {
namespace {

/// Returns the number of passes over the data: the number of epochs or, if the file states the number of steps, the
/// number of passes that these steps begin (the last pass may be incomplete).
Rational epochs_of(const LoaderFile& file) {
  if (file.has("steps")) return ceiling(file.count("steps") / steps_of_an_epoch(file));
  return file.count("epochs");
}

/// Returns pairs that some data sets attain if each pass is shuffled. They are lower bounds, from two kinds of data
/// sets.
///
/// First: all other gradients are 0. If all batches have equal size, the step of the record is uniform over the
/// steps: random_allocation.
///
/// Second: all other gradients are -1, in one dimension, and the gradient of the record is 0 (P) or 1 (Q). Subtract
/// from each sum its value for a batch that contains only other records. Then the step of the record has mean 1 under P
/// and 2 under Q, and the other steps have mean 0. Consider the event that some step of a pass is above c. Its
/// probability does not depend on the position of the record's step. Let a be this probability under P, and b under Q:
///     a = 1 - F(c)^(t-1) F(c-1),   b = 1 - F(c)^(t-1) F(c-2),
/// where F is the distribution function of the noise and t is the number of steps of a pass. With drop_last the record
/// is omitted from a pass with probability q. Without the record the event has the probability 1 - F(c)^t. Then a is
/// replaced by (1-q) a + q (1 - F(c)^t), and b in the same way. Passes are independent. For rounded numbers a' >= a and
/// b' <= b with a' <= b', the pair of (1-a', a') and (1-b', b') is a postprocessing of the pair of a and b: its point
/// (a', b') lies below the line from (a, b) to (1, 1). So, for every c, the privacy loss of the data sets is at least
/// that of the pair finite(P=[1-a',a'],Q=[1-b',b']) for each pass.
std::vector<LoaderMember> members_of_shuffles(const Run& run, const Rational& length,
                                              const Rational& epochs) {
  if (run.sigma == "?") return {};
  const LoaderFile& file = run.file;
  const Rational n = file.count("dataset_size"), batch = file.count("batch_size");
  std::vector<LoaderMember> out;
  if ((n / batch).is_integer()) {
    out.push_back(
        {power_of("random_allocation(sigma=" + run.sigma + ",t=" + length.text() + ")", epochs),
         "all other gradients 0"});
  }
  const Bits p{192};
  const Rational sigma = Rational::parse(run.sigma), one(1);
  const Ball left_out(file.flag("drop_last") ? one - length * batch / n : Rational(0), p);
  for (int k = 3; k <= 18; ++k) {
    const Rational c = sigma * Rational(k, 2UL);
    const auto below = [&](long mean) { return normal_cdf(Ball((c - Rational(mean)) / sigma, p)); };
    const Ball rest = power(below(0), length - one), kept = Ball::integer(1, p) - left_out;
    const auto above = [&](long mean) {
      return Ball::integer(1, p) - rest * (below(mean) * kept + below(0) * left_out);
    };
    constexpr int kDigits = 12;
    const auto a = above(1).decimal_ends(kDigits).second, b = above(2).decimal_ends(kDigits).first;
    if (!a || !b || a->sign() <= 0 || !(*a < *b) || !(*b < one)) continue;
    out.push_back(
        {power_of("finite(P=[" + (one - *a).text() + "," + a->text() + "],Q=[" + (one - *b).text() +
                      "," + b->text() + "])",
                  epochs),
         "all other gradients opposite to it; cut to whether a step is above " + c.text()});
  }
  return out;
}

}  // namespace

LoaderRun in_passes(const Run& run) {
  const LoaderFile& file = run.file;
  const Rational length = steps_of_an_epoch(file), epochs = epochs_of(file);
  const Rational n = file.count("dataset_size"), batch = file.count("batch_size");
  const bool even = (n / batch).is_integer(), shuffled = run.sampling == "shuffle";
  const bool straddles = file.flag("repeat_before_batch") && !even && Rational(1) < epochs;
  LoaderRun out;
  const std::string order = !shuffled                 ? "always in the same order"
                            : file.flag("same_order") ? "shuffled once"
                                                      : "shuffled anew for each pass";
  out.note = usual_note(run);
  if (straddles) {
    const Rational pairs = floor(epochs / Rational(2)), rest = epochs - pairs * Rational(2);
    out.mechanism = power_of(run.gaussian(",sensitivity=2" + kZeroOut), pairs) +
                    (rest.is_zero() ? "" : " * " + run.gaussian(kZeroOut));
    out.assumes = fmt::format(
        "The records are repeated and then cut into batches of {}, {}: {} passes, and a batch may "
        "have "
        "the end of one pass and the beginning of the next, so the same record twice. Nothing is "
        "gained "
        "from shuffling.",
        batch.text(), order, epochs.text());
  } else {
    out.mechanism = power_of(run.gaussian(kZeroOut), epochs);
    out.assumes = fmt::format(
        "Passes over the data: every record is in {} one batch of each of {} passes, {}; what "
        "shuffling "
        "gains is not proved here, and not counted.",
        file.flag("drop_last") && !even ? "at most" : "exactly", epochs.text(), order);
    if (!shuffled) {
      out.attained = true;
    } else if (!file.flag("same_order")) {
      out.members = members_of_shuffles(run, length, epochs);
    }
  }
  out.assumes += zeroed_words();
  const bool by_length = file.word("framework") == "opacus";
  const std::string rate = by_length ? "1/" + length.text() : fraction(batch, n);
  out.told = power_of(run.sampled(rate), length * epochs);
  return out;
}

}  // namespace plumbline::loader
