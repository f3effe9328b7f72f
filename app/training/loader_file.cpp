#include "app/training/loader_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "app/running/values.hpp"
#include "reference/mechanisms/nearest_name.hpp"
#include "verify/base/strict_json.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// The keys of a file: words, numbers, and what is true or false.
const std::vector<std::string> kWords = {"framework", "class", "sampling", "partition",
                                         "normalisation"};
const std::vector<std::string> kNumbers = {
    "batch_size",     "dataset_size",        "sampling_rate",        "steps",
    "epochs",         "cycle_length",        "truncated_batch_size", "participations",
    "min_separation", "physical_batch_size", "noise_multiplier"};
const std::vector<std::string> kFlags = {"shuffle", "drop_last", "replacement",
                                         "repeat_before_batch", "same_order"};

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The file, every key known and of its kind.
class LoaderFile {
 public:
  explicit LoaderFile(const std::string& path) : path_(path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) fail("there is no such file, or it cannot be read");
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    constexpr int kDeepest = 4;
    Json all;
    try {
      all = read_strict_json<Json>(text, kDeepest);
    } catch (const BadJson& e) {
      fail(std::string("not the JSON of a loader: ") + e.what());
    }
    if (!all.is_object()) fail("a loader is one JSON object; see docs/dp-sgd.md");
    for (const auto& [key, value] : all.items()) take(key, value);
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw std::invalid_argument(path_ + ": " + why);
  }
  std::string word(const std::string& name) const {
    const auto at = words_.find(name);
    return at == words_.end() ? "" : at->second;
  }
  bool flag(const std::string& name) const {
    const auto at = flags_.find(name);
    return at != flags_.end() && at->second;
  }
  bool has(const std::string& name) const { return numbers_.contains(name); }
  std::optional<Rational> number(const std::string& name) const {
    const auto at = numbers_.find(name);
    return at == numbers_.end() ? std::nullopt : std::optional(at->second);
  }
  /// A whole number of at least 1, which must be there.
  Rational count(const std::string& name) const {
    const auto found = number(name);
    if (!found) fail(name + " is missing");
    if (!found->is_integer() || found->sign() <= 0) {
      fail(name + " must be a whole number of at least 1, got " + found->text());
    }
    return *found;
  }
  void replace(const std::string& name, const std::string& text, const std::string& instead_of) {
    if (text.empty()) return;
    numbers_.erase(instead_of);
    numbers_[name] = read_value(name, text);
  }

 private:
  void take(const std::string& key, const Json& value) {
    if (value.is_null()) return;
    const bool word = plumbline::has(kWords, key), flag = plumbline::has(kFlags, key);
    if (word && value.is_string()) {
      words_[key] = value.get<std::string>();
    } else if (flag && value.is_boolean()) {
      flags_[key] = value.get<bool>();
    } else if (plumbline::has(kNumbers, key)) {
      try {
        numbers_[key] = read_exact_number(value).value;
      } catch (const std::invalid_argument& e) {
        fail(key + ": " + e.what());
      }
    } else if (word || flag) {
      fail(key + " must be " + (word ? "a text" : "true or false") + ", got " + value.dump());
    } else {
      unknown(key);
    }
  }
  [[noreturn]] void unknown(const std::string& key) const {
    std::vector<std::string> all = kWords;
    all.insert(all.end(), kNumbers.begin(), kNumbers.end());
    all.insert(all.end(), kFlags.begin(), kFlags.end());
    const std::string nearest = nearest_name(key, all);
    fail("unknown key '" + key + "'" +
         (nearest.empty() ? "; docs/dp-sgd.md lists the keys"
                          : "; did you mean '" + nearest + "'?"));
  }

  std::string path_;
  std::map<std::string, std::string> words_;
  std::map<std::string, bool> flags_;
  std::map<std::string, Rational> numbers_;
};

const std::string kFixedBatch = "fixed_batch";

/// How batches are drawn, where the file does not say it by `sampling`.
std::string sampling_of(const LoaderFile& file) {
  if (const std::string said = file.word("sampling"); !said.empty()) return said;
  static const std::map<std::string, std::string> by_class = {
      {"DPDataLoader", "poisson"},
      {"UniformWithReplacementSampler", "poisson"},
      {"DistributedUniformWithReplacementSampler", "poisson"},
      {"CyclicPoissonSampling", "poisson"},
      {"BallsInBinsSampling", "balls_in_bins"},
      {"RandomAllocationSampling", "random_allocation"},
      {"BMinSepSampling", "b_min_sep"},
      {"FixedBatchSampling", kFixedBatch},
  };
  const auto known = by_class.find(file.word("class"));
  const bool again = file.flag("replacement");
  if (known != by_class.end() && !(again && known->second == kFixedBatch)) return known->second;
  if (again) return "with_replacement";
  return file.flag("shuffle") ? "shuffle" : "sequential";
}

struct Run {
  const LoaderFile& file;
  std::string sigma, sampling;

  std::string gaussian(const std::string& more = "") const {
    return "gaussian(sigma=" + sigma + more + ")";
  }
  std::string sampled(const std::string& rate, const std::string& more = "") const {
    if (Rational::parse(rate) == Rational(1)) return gaussian(more);
    return "subsampled_gaussian(sigma=" + sigma + ",p=" + rate + more + ")";
  }
};

Rational ceiling(const Rational& x) { return -floor(-x); }

std::string power_of(const std::string& mechanism, const Rational& runs) {
  return runs == Rational(1) ? mechanism : mechanism + "^" + runs.text();
}

std::string fraction(const Rational& a, const Rational& b) { return a.text() + "/" + b.text(); }

/// Steps of one pass over the data.
Rational steps_of_an_epoch(const LoaderFile& file) {
  const Rational n = file.count("dataset_size"), batch = file.count("batch_size");
  if (n < batch) {
    file.fail("batch_size must be no more than dataset_size, got " + batch.text() + " of " +
              n.text());
  }
  return file.flag("drop_last") ? floor(n / batch) : ceiling(n / batch);
}

/// Passes over the data: epochs, or those that the steps begin.
Rational epochs_of(const LoaderFile& file) {
  if (file.has("steps")) return ceiling(file.count("steps") / steps_of_an_epoch(file));
  return file.count("epochs");
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

/// What is to be known besides, of the noise and of the number that divides it.
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

LoaderRun poisson(const Run& run) {
  no_actual_size(run);
  const LoaderFile& file = run.file;
  std::string rate;
  if (const auto given = file.number("sampling_rate")) {
    if (given->sign() <= 0 || *given > Rational(1)) {
      file.fail("sampling_rate must be in (0, 1], got " + given->text());
    }
    rate = given->text();
  } else if (file.word("class") == "DPDataLoader") {
    rate = "1/" + ceiling(file.count("dataset_size") / file.count("batch_size")).text();
  } else {
    steps_of_an_epoch(file);
    rate = fraction(file.count("batch_size"), file.count("dataset_size"));
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
    out.mechanism = power_of("truncated_subsampled_gaussian(sigma=" + run.sigma + ",p=" + rate +
                                 ",n=" + file.count("dataset_size").text() +
                                 ",batch=" + file.count("truncated_batch_size").text() + ")",
                             steps);
    out.assumes = fmt::format(
        "Poisson sampling, batches cut: every record is drawn in every step with probability {}, "
        "{} "
        "steps; of more than {} records so many are kept. Neighbours differ in one record, added "
        "or "
        "removed.",
        rate, steps.text(), file.count("truncated_batch_size").text());
    return out;
  }
  const Rational turns = ceiling(steps / cycle);
  out.mechanism = power_of(run.sampled(rate), turns);
  out.attained = !cycles;  // the group is secret
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
  out.assumes += cycles && file.word("partition") != "INDEPENDENT"
                     ? equal_groups
                     : " Neighbours differ in one record, added or removed.";
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

/// Pairs that some data sets have where each pass is shuffled, all of them cut to what two data sets show.
///
/// One: all other gradients are 0. Where all batches have one size the record's step is one of them, each
/// as likely: random_allocation.
///
/// Two: all other gradients are -1, in one dimension, and the record's is 0 (P) or 1 (Q). Take what the other
/// records alone would give off each sum, as if all of a batch were others: the record's step has the mean 1
/// under P and 2 under Q, the others have 0, and which it is does not matter to the event that some step of a
/// pass is above c, whose probabilities are
///     a = 1 - F(c)^(t-1) F(c-1),   b = 1 - F(c)^(t-1) F(c-2),   F the distribution function of the noise;
/// with drop_last the record is left out with probability q, and both are mixed with 1 - F(c)^t. Passes are
/// independent. Of rounded numbers a' >= a and b' <= b, a' <= b', the pair of (1-a', a') and (1-b', b') is an
/// image of that of a and b: its point (a', b') lies below the line from (a, b) to (1, 1). So the data sets
/// have no less than the pair finite(P=[1-a',a'],Q=[1-b',b']) for each pass, whatever c is.
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
    out.mechanism = power_of(run.gaussian(",sensitivity=2"), pairs) +
                    (rest.is_zero() ? "" : " * " + run.gaussian());
    out.assumes = fmt::format(
        "The records are repeated and then cut into batches of {}, {}: {} passes, and a batch may "
        "have "
        "the end of one pass and the beginning of the next, so the same record twice. Nothing is "
        "gained "
        "from shuffling. Neighbours differ in one record, whose gradient counts as zero in one of "
        "them.",
        batch.text(), order, epochs.text());
  } else {
    out.mechanism = power_of(run.gaussian(), epochs);
    out.assumes = fmt::format(
        "Passes over the data: every record is in {} one batch of each of {} passes, {}; what "
        "shuffling "
        "gains is not proved here, and not counted. Neighbours differ in one record, whose "
        "gradient "
        "counts as zero in one of them.",
        file.flag("drop_last") && !even ? "at most" : "exactly", epochs.text(), order);
    if (!shuffled) {
      out.attained = true;
    } else if (!file.flag("same_order")) {
      out.members = members_of_shuffles(run, length, epochs);
    }
  }
  const bool by_length = file.word("framework") == "opacus";
  const std::string rate = by_length ? "1/" + length.text() : fraction(batch, n);
  out.told = power_of(run.sampled(rate), length * epochs);
  return out;
}

LoaderRun balls_in_bins(const Run& run) {
  const Rational steps = run.file.count("steps"), cycle = run.file.count("cycle_length");
  const Rational rounds = ceiling(steps / cycle);
  const std::string bins = "random_allocation(sigma=" + run.sigma + ",t=" + cycle.text();
  LoaderRun out;
  out.note = usual_note(run);
  out.assumes = fmt::format(
      "Balls in bins: each record is in one of {} bins, chosen at random by itself, and in every "
      "step of "
      "its bin; {} steps, at most {} of a bin. ",
      cycle.text(), steps.text(), rounds.text());
  if (rounds == Rational(1)) {
    out.mechanism = bins + ")";
    out.attained = steps == cycle;
  } else {
    out.assumes += "What the secret of the bin gains over several rounds is not counted. ";
    out.mechanism = power_of(run.gaussian(), rounds);
    // With other gradients 0 and the same gradient in each whole round, the sums over these rounds say
    // all: one round, sqrt(rounds) as far. A shorter way is no less private.
    const Rational whole = floor(steps / cycle);
    const auto root = sqrt(Ball(whole, Bits{128})).decimal_ends(9).first;
    if (root && whole.sign() > 0) {
      out.members = {{bins + ",sensitivity=" + root->text() + ")",
                      "all other gradients 0, the same gradient in each round"}};
    }
  }
  out.assumes += "Neighbours differ in one record, added or removed.";
  out.told = power_of(run.sampled("1/" + cycle.text()), steps);
  return out;
}

LoaderRun random_allocation(const Run& run) {
  const Rational steps = run.file.count("steps");
  const Rational k =
      run.file.has("participations") ? run.file.count("participations") : Rational(1);
  if (steps < k) run.file.fail("participations must be at most steps");
  LoaderRun out;
  out.note = usual_note(run);
  out.mechanism = "random_allocation(sigma=" + run.sigma + ",t=" + steps.text() +
                  (k == Rational(1) ? "" : ",k=" + k.text()) + ")";
  out.attained = k == Rational(1);
  out.assumes = fmt::format(
      "Random allocation: every record is in {} of {} steps, chosen at random, independently of "
      "all "
      "else. Neighbours differ in one record, added or removed.",
      k.text(), steps.text());
  out.told = power_of(run.sampled(fraction(k, steps)), steps);
  return out;
}

LoaderRun b_min_sep(const Run& run) {
  const Rational steps = run.file.count("steps"), gap = run.file.count("min_separation");
  const Rational times = ceiling(steps / gap);
  LoaderRun out;
  out.note = usual_note(run);
  out.mechanism = power_of(run.gaussian(), times);
  out.assumes = fmt::format(
      "b-min-sep sampling: a record that was drawn is not drawn in the next {} steps; {} steps, so "
      "that "
      "it is drawn {} times at most. What the sampling gains is not counted. Neighbours differ in "
      "one "
      "record, whose gradient counts as zero in one of them.",
      (gap - Rational(1)).text(), steps.text(), times.text());
  if (const auto p = run.file.number("sampling_rate")) {
    out.told = power_of(run.sampled(p->text()), steps);
  }
  return out;
}

/// Refused: a record may be several times in one batch.
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

struct SamplingWords {
  LoaderRun (*of)(const Run&);
  bool by_steps = false;  ///< epochs do not say how long it is
};

const SamplingWords& words_of(const LoaderFile& file, const std::string& sampling) {
  static const std::map<std::string, SamplingWords> all = {
      {"poisson", {poisson}},
      {kFixedBatch, {fixed_batch}},
      {"shuffle", {in_passes}},
      {"sequential", {in_passes}},
      {"balls_in_bins", {balls_in_bins, true}},
      {"random_allocation", {random_allocation, true}},
      {"b_min_sep", {b_min_sep, true}},
      {"with_replacement", {with_replacement}},
      {"weighted", {weighted}},
  };
  const auto found = all.find(sampling);
  if (found != all.end()) return found->second;
  std::string known;
  for (const auto& [name, words] : all) known += (known.empty() ? "" : ", ") + name;
  file.fail("no pair is proved here for the sampling '" + sampling + "'; known: " + known);
}

void only_loader(const DpsgdArguments& a) {
  const bool other = !a.batch.empty() || !a.dataset.empty() || !a.rate.empty() ||
                     a.sampling != DpsgdArguments{}.sampling || a.records != "1";
  if (other) {
    throw std::invalid_argument(
        "--loader says how batches are drawn: leave out --batch, --dataset, --sample-rate, "
        "--sampling "
        "and --records-per-user (--epochs or --steps may stand beside it)");
  }
  if (!a.steps.empty() && !a.epochs.empty()) {
    throw std::invalid_argument("give either --steps or --epochs, not both");
  }
}

bool has_target(const DpsgdArguments& a) {
  return !a.epsilon.empty() || !a.advantage.empty() || !a.tpr.empty() || !a.gamma.empty();
}

}  // namespace

LoaderRun loader_run(const DpsgdArguments& arguments, const std::string& sigma) {
  only_loader(arguments);
  LoaderFile file(arguments.loader);
  file.replace("epochs", arguments.epochs, "steps");
  file.replace("steps", arguments.steps, "epochs");
  if (file.has("steps") && file.has("epochs")) file.fail("give either steps or epochs, not both");
  const std::string sampling = sampling_of(file);
  const SamplingWords& words = words_of(file, sampling);
  if (!file.has("steps") && (words.by_steps || !file.has("epochs"))) {
    file.fail("steps is missing" +
              std::string(words.by_steps ? "" : " (or epochs; --steps or --epochs do as well)"));
  }
  return words.of({file, sigma, sampling});
}

DpsgdArguments with_loader(const DpsgdArguments& arguments) {
  if (arguments.loader.empty()) return arguments;
  DpsgdArguments out = arguments;
  const LoaderFile file(arguments.loader);
  const auto noise = file.number("noise_multiplier");
  if (noise && out.sigma.empty() && !has_target(out)) out.sigma = noise->text();
  return out;
}

}  // namespace plumbline
