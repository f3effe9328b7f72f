#include "app/training/loader_draws.hpp"

#include <fmt/core.h>

#include "app/training/neighbour_words.hpp"

namespace plumbline::loader {

Rational ceiling(const Rational& x) { return -floor(-x); }

std::string power_of(const std::string& mechanism, const Rational& runs) {
  return runs == Rational(1) ? mechanism : mechanism + "^" + runs.text();
}

std::string fraction(const Rational& a, const Rational& b) { return a.text() + "/" + b.text(); }

Rational steps_of_an_epoch(const LoaderFile& file) {
  const Rational n = file.count("dataset_size"), batch = file.count("batch_size");
  if (n < batch) {
    file.fail("batch_size must be no more than dataset_size, got " + batch.text() + " of " +
              n.text());
  }
  return file.flag("drop_last") ? floor(n / batch) : ceiling(n / batch);
}

void no_actual_size(const Run& run) {
  const std::string how = run.file.word("normalisation");
  if (how == "actual") {
    run.file.fail(
        "sums are divided by the number of records that were drawn, which the noise then shows; no "
        "pair of such steps is proved here (docs/dp-sgd.md, section 10, has a lower bound). Divide "
        "by "
        "a number that does not depend on the data");
  }
  if (!how.empty() && how != "expected" && how != "sum") {
    run.file.fail("normalisation must be sum, expected or actual, got " + how);
  }
}

std::string usual_note(const Run& run) {
  std::string out;
  if (run.file.word("normalisation") == "expected") {
    out =
        "the number that divides the sums is taken for known: where it is computed from the number "
        "of "
        "records, that number is public";
  }
  if (run.file.has("physical_batch_size")) {
    out += (out.empty() ? "" : "; ");
    out += "batches are cut into physical ones of " + run.file.count("physical_batch_size").text() +
           " for memory alone: the noise is added once for each of the batches meant here";
  }
  return out;
}

/// Returns the run with Poisson batches that are truncated at a maximum size.
LoaderRun cut_batches(const Run& run, const std::string& rate, const Rational& steps,
                      const std::string& note) {
  const LoaderFile& file = run.file;
  LoaderRun out;
  out.note = note;
  out.mechanism = power_of("truncated_subsampled_gaussian(sigma=" + run.sigma + ",p=" + rate +
                               ",n=" + file.count("dataset_size").text() +
                               ",batch=" + file.count("truncated_batch_size").text() + ")",
                           steps);
  out.assumes = fmt::format(
      "Poisson sampling, batches cut: every record is drawn in every step with probability {}, {} "
      "steps; of more than {} records so many are kept.",
      rate, steps.text(), file.count("truncated_batch_size").text());
  out.assumes += added_or_removed_words();
  out.told = power_of(run.sampled(rate), steps);
  return out;
}

/// Returns the sampling rate that the file states, or that follows from its sizes.
std::string rate_of(const LoaderFile& file) {
  if (const auto given = file.number("sampling_rate")) {
    if (given->sign() <= 0 || *given > Rational(1)) {
      file.fail("sampling_rate must be in (0, 1], got " + given->text());
    }
    return given->text();
  }
  if (file.word("class") == "DPDataLoader") {
    return "1/" + steps_of_an_epoch(file).text();  // the denominator is len(loader) of the private
                                                   // loader
  }
  steps_of_an_epoch(file);
  return fraction(file.count("batch_size"), file.count("dataset_size"));
}

LoaderRun poisson(const Run& run) {
  no_actual_size(run);
  const LoaderFile& file = run.file;
  const std::string rate = rate_of(file);
  if (file.flag("drop_last") && file.word("class") != "DPDataLoader") {
    file.fail("drop_last has no meaning for Poisson sampling: leave it out");
  }
  const Rational cycle = file.has("cycle_length") ? file.count("cycle_length") : Rational(1);
  const Rational steps = file.has("steps")
                             ? file.count("steps")
                             : ceiling(file.count("epochs") * cycle / Rational::parse(rate));
  LoaderRun out;
  out.note = usual_note(run);
  const bool cycles = cycle > Rational(1);
  const std::string equal_groups =
      " The groups have equal sizes, so that this is of a record whose gradient counts as zero, "
      "not of "
      "one that is not there.";
  if (file.has("truncated_batch_size")) {
    if (cycles) file.fail("batches that are cut, of records in groups, have no pair here");
    return cut_batches(run, rate, steps, out.note);
  }
  const Rational turns = ceiling(steps / cycle);
  const bool equal = cycles && file.word("partition") != "INDEPENDENT";
  out.mechanism = power_of(run.sampled(rate, equal ? kZeroOut : ""), turns);
  out.attained = !cycles;  // the pair reveals the record's group, which the run keeps secret
  out.assumes = fmt::format(
      "Poisson sampling: every record is in every step's batch with probability {}, independently "
      "of "
      "all else; {} steps.",
      rate, steps.text());
  if (cycles) {
    out.assumes = fmt::format(
        "Poisson sampling of groups in turn: each record is in one of {} groups, and in each step "
        "of "
        "its group with probability {}; {} steps, at most {} of a group.",
        cycle.text(), rate, steps.text(), turns.text());
  }
  out.assumes += equal ? equal_groups : added_or_removed_words();
  return out;
}

LoaderRun fixed_batch(const Run& run) {
  const LoaderFile& file = run.file;
  const Rational n = file.count("dataset_size"), batch = file.count("batch_size");
  steps_of_an_epoch(file);
  const Rational steps =
      file.has("steps") ? file.count("steps") : ceiling(file.count("epochs") * n / batch);
  const std::string rate = fraction(batch, n);
  LoaderRun out;
  out.mechanism = power_of("without_replacement(sigma=" + run.sigma + ",n=" + n.text() +
                               ",batch=" + batch.text() + ",sensitivity=2)",
                           steps);
  out.assumes = fmt::format(
      "Batches of fixed size: each of {} steps draws exactly {} of {} records, without "
      "replacement, "
      "independently of the other steps. Neighbours differ in one record, exchanged for another, "
      "which "
      "moves a sum by twice the clipping norm.",
      steps.text(), batch.text(), n.text());
  out.note = usual_note(run);
  out.members = {{power_of(run.sampled(rate, ",sensitivity=2"), steps),
                  "all others at one end, one record from there to the other end"}};
  out.about = "of a record exchanged for another ";
  out.told = power_of(run.sampled(rate), steps);
  return out;
}

LoaderRun random_allocation(const Run& run) {
  const Rational steps = run.file.count("steps");
  const Rational k =
      run.file.has("participations") ? run.file.count("participations") : Rational(1);
  if (steps < k) run.file.fail("participations must be at most steps");
  no_actual_size(run);
  LoaderRun out;
  out.note = usual_note(run);
  out.mechanism = "random_allocation(sigma=" + run.sigma + ",t=" + steps.text() +
                  (k == Rational(1) ? "" : ",k=" + k.text()) + ")";
  out.attained = k == Rational(1);
  out.assumes = fmt::format(
      "Random allocation: every record is in {} of {} steps, chosen at random, independently of "
      "all "
      "else.",
      k.text(), steps.text());
  out.assumes += added_or_removed_words();
  out.told = power_of(run.sampled(fraction(k, steps)), steps);
  return out;
}

LoaderRun with_replacement(const Run& run) {
  run.file.fail(
      "batches are drawn with replacement: a record may be several times in one batch, and no pair "
      "of that is proved here. Draw by Poisson sampling, or without replacement");
}

LoaderRun weighted(const Run& run) {
  run.file.fail(
      "records are drawn by weights, so that some are drawn far more often than the rate says; no "
      "pair is proved here. Draw by Poisson sampling");
}

}  // namespace plumbline::loader
