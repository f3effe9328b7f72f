#include "app/training/training_mechanism.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "app/running/values.hpp"
#include "app/training/federated_run.hpp"
#include "app/training/loader_run.hpp"
#include "app/training/neighbour_words.hpp"

namespace plumbline {
namespace {

/// The numbers of a training run.
struct Training {
  std::string sigma;  ///< a number or `?`
  Rational batch, dataset, epochs;
  Rational records{1};  ///< maximum number of records of one user

  Rational steps_of_an_epoch() const { return -floor(-(dataset / batch)); }
};

using Sampling = TrainingMechanism;

std::string power_of(const std::string& mechanism, const Rational& runs) {
  return runs == Rational(1) ? mechanism : mechanism + "^" + runs.text();
}

/// Returns the mechanism of steps whose batches contain each record with probability `rate`, independently.
std::string poisson_steps(const Training& run, const std::string& rate, const Rational& steps) {
  const bool all = Rational::parse(rate) == Rational(1);
  const std::string group = run.records == Rational(1) ? "" : ",group=" + run.records.text();
  return power_of(all ? "gaussian(sigma=" + run.sigma + group + ")"
                      : "subsampled_gaussian(sigma=" + run.sigma + ",p=" + rate + group + ")",
                  steps);
}

std::string poisson_neighbours(const Training& run) {
  if (run.records == Rational(1)) return added_or_removed_words();
  return fmt::format(
      " Neighbours differ in all of one user's records, at most {}, added or removed together; "
      "each is "
      "in a batch or not by itself, and is clipped by itself; {}",
      run.records.text(), public_words());
}

/// Throws std::invalid_argument if a user has several records: for this sampling, no bound is proved for such users.
void need_single_records(const Training& run) {
  if (run.records == Rational(1)) return;
  throw std::invalid_argument(
      "--records-per-user is proved for --sampling poisson and poisson-loader alone");
}

void need_whole_epochs(const Training& run) {
  if (run.epochs.is_integer()) return;
  throw std::invalid_argument("--epochs must be a whole number for this sampling, got " +
                              run.epochs.text());
}

Sampling poisson(const Training& run) {
  const std::string rate = run.batch.text() + "/" + run.dataset.text();
  const Rational exact = run.epochs * run.dataset / run.batch, steps = -floor(-exact),
                 loader = run.steps_of_an_epoch();
  std::string assumes = fmt::format(
      "Poisson sampling: every record is in every step's batch with probability p = B/N = {}, "
      "independently of all else; {} steps = N E / B",
      rate, steps.text());
  if (!(steps == exact)) assumes += " rounded up";
  assumes += "." + poisson_neighbours(run);
  std::string note;
  if (!(run.dataset / run.batch).is_integer()) {
    note = fmt::format(
        "Opacus takes p = 1/ceil(N/B) = 1/{} and ceil(N/B) steps an epoch instead; for that, pass "
        "--sampling poisson-loader",
        loader.text());
  }
  return {poisson_steps(run, rate, steps), assumes, note};
}

Sampling poisson_loader(const Training& run) {
  need_whole_epochs(run);
  const Rational loader = run.steps_of_an_epoch(), steps = loader * run.epochs;
  return {
      poisson_steps(run, "1/" + loader.text(), steps),
      fmt::format(
          "Poisson sampling as Opacus does it: every record is in every step's batch with "
          "probability p = 1/ceil(N/B) = 1/{}, independently of all else; {} steps = E ceil(N/B).",
          loader.text(), steps.text()) +
          poisson_neighbours(run),
      (run.dataset / run.batch).is_integer()
          ? ""
          : "p = B/N with N E / B steps is another run: --sampling poisson"};
}

Sampling fixed_batch(const Training& run) {
  need_single_records(run);
  need_whole_epochs(run);
  return {
      power_of("gaussian(sigma=" + run.sigma + kZeroOut + ")", run.epochs),
      std::string("Fixed batches: every record is in exactly one batch of each epoch, in any "
                  "order; nothing "
                  "is gained from shuffling, which may be known.") +
          zeroed_words() + " The batches stay the same.",
      "batches of fixed size drawn at random in each step have no proven pair here, and Poisson "
      "sampling does not bound them"};
}

Sampling random_allocation(const Training& run) {
  need_single_records(run);
  need_whole_epochs(run);
  const std::string t = run.steps_of_an_epoch().text();
  return {
      power_of("random_allocation(sigma=" + run.sigma + ",t=" + t + ")", run.epochs),
      fmt::format("Random allocation: in each epoch every record is in one of t = ceil(N/B) = {} "
                  "steps, chosen at random, independently of all else.",
                  t) +
          added_or_removed_words()};
}

struct SamplingWords {
  std::string name;
  Sampling (*of)(const Training&);
  bool by_rate = false;  ///< true if a rate and a number of steps may describe the run
};
const std::vector<SamplingWords>& samplings() {
  static const std::vector<SamplingWords> all = {{"poisson", poisson, true},
                                                 {"poisson-loader", poisson_loader, true},
                                                 {"fixed-batch", fixed_batch},
                                                 {"random-allocation", random_allocation}};
  return all;
}

void need(bool fine, const std::string& name, const std::string& range, const Rational& value) {
  if (fine) return;
  throw std::invalid_argument("--" + name + " must be " + range + ", got " + value.text());
}

/// Returns the number as an exact text. Throws std::invalid_argument if it is not above 0.
std::string positive_text(const std::string& name, const std::string& text) {
  const Rational value = read_value(name, text);
  need(value.sign() > 0, name, "above 0", value);
  return value.text();
}

std::string sigma_text(const std::string& sigma) {
  return sigma == "?" ? sigma : positive_text("sigma", sigma);
}

/// Parses a number of records. Rejects "60.000", which may mean sixty thousand.
Rational read_count(const std::string& name, const std::string& text) {
  const size_t point = text.find('.');
  const bool thousands = point != text.npos && point > 0 && text.size() == point + 4 &&
                         text.find_first_not_of("0123456789", point + 1) == text.npos;
  if (thousands) {
    throw std::invalid_argument("--" + name + ": write " + text.substr(0, point) +
                                text.substr(point + 1) + " or " + text.substr(0, point) +
                                " without a point, got " + text);
  }
  return read_value(name, text);
}

Rational records_of(const DpsgdArguments& arguments) {
  const Rational out = read_count("records-per-user", arguments.records);
  whole_number("records-per-user", out, 1);
  return out;
}

void check_sizes(const Rational& batch, const Rational& dataset) {
  whole_number("batch", batch, 1, 12);
  whole_number("dataset", dataset, 1, 12);
  if (dataset >= batch) return;
  throw std::invalid_argument("--batch must be no more than --dataset, got " + batch.text() +
                              " of " + dataset.text());
}

Training read_training(const DpsgdArguments& arguments, const std::string& sigma) {
  const Training out{sigma_text(sigma), read_count("batch", arguments.batch),
                     read_count("dataset", arguments.dataset),
                     read_value("epochs", arguments.epochs), records_of(arguments)};
  check_sizes(out.batch, out.dataset);
  need(out.epochs.sign() > 0, "epochs", "above 0", out.epochs);
  return out;
}

/// Returns true for a rate typed as B/N, which answers show unchanged.
bool is_quotient(const std::string& text) {
  const size_t stroke = text.find('/');
  return stroke > 0 && stroke + 1 < text.size() && text.find('/', stroke + 1) == text.npos &&
         text.find_first_not_of("0123456789/") == text.npos;
}

/// Returns the sampling rate as answers show it: the stated rate, or batch/dataset, or for poisson-loader
/// 1/ceil(dataset/batch).
std::string rate_text(const DpsgdArguments& a) {
  if (a.rate.empty()) {
    const Rational batch = read_count("batch", a.batch), dataset = read_count("dataset", a.dataset);
    check_sizes(batch, dataset);
    if (a.sampling == "poisson-loader") return "1/" + (-floor(-(dataset / batch))).text();
    return batch.text() + "/" + dataset.text();
  }
  const Rational rate = read_value("sample-rate", a.rate);
  need(rate.sign() >= 0 && rate <= Rational(1), "sample-rate", "in [0, 1]", rate);
  return is_quotient(a.rate) ? a.rate : rate.text();
}

/// Returns n if the rate is 1/n, exactly or as the nearest double; 0 for other rates.
Rational batches_of(const Rational& rate) {
  const Rational n = floor(Rational(1) / rate + Rational(1) / Rational(2));
  if (n * rate == Rational(1)) return n;
  // Doubles represent integers up to kLargest exactly, and IEEE division rounds to nearest.
  constexpr long kLargest = 1000000000000;
  if (n > Rational(kLargest)) return Rational(0);
  return Rational::from_binary64(1 / n.approximate()) == rate ? n : Rational(0);
}

/// Throws std::invalid_argument for a rate that no loader has: a loader with n batches per epoch has p = 1/n.
[[noreturn]] void refuse_rate_of_loader(const Rational& rate) {
  const Rational fewer = floor(Rational(1) / rate), near = fewer.is_zero() ? Rational(1) : fewer;
  throw std::invalid_argument(fmt::format(
      "--sample-rate of poisson-loader is 1/n for n batches an epoch, such as 1/{} or 1/{}; for "
      "this rate give "
      "--batch and --dataset (the loader takes p = 1/ceil(N/B)), or --steps, or --sampling poisson",
      near.text(), (near + Rational(1)).text()));
}

/// Returns a run described by its sampling rate (or batch and dataset), and its steps or epochs. E epochs are E / p
/// steps, rounded up.
Sampling by_rate(const DpsgdArguments& arguments, const SamplingWords& words,
                 const std::string& sigma) {
  if (!words.by_rate) {
    throw std::invalid_argument("--sample-rate and --steps describe Poisson sampling; for " +
                                arguments.sampling + " give --batch, --dataset and --epochs");
  }
  const std::string shown = rate_text(arguments);
  Rational steps;
  std::string from_epochs;
  if (arguments.steps.empty()) {
    const Rational epochs = read_value("epochs", arguments.epochs);
    need(epochs.sign() > 0, "epochs", "above 0", epochs);
    const Rational rate = Rational::parse(shown);
    if (rate.is_zero()) {
      throw std::invalid_argument("with --sample-rate 0 no epoch ends: give --steps");
    }
    const Rational batches = batches_of(rate);
    if (words.name == "poisson-loader" && batches.is_zero()) refuse_rate_of_loader(rate);
    steps = -floor(-(batches.is_zero() ? epochs / rate : epochs * batches));
    const bool nearest = !batches.is_zero() && !(batches * rate == Rational(1));
    from_epochs = nearest
                      ? fmt::format(" = E n, as p is the double nearest 1/n = 1/{}", batches.text())
                      : " = E / p, rounded up";
  } else {
    steps = read_value("steps", arguments.steps);
  }
  whole_number("steps", steps, 0, 12);
  const Training run{sigma_text(sigma), Rational(0), Rational(0), Rational(0),
                     records_of(arguments)};
  return {
      poisson_steps(run, shown, steps),
      fmt::format("Poisson sampling: every record is in every step's batch with probability p = "
                  "{}, independently of all else; {} steps{}.",
                  shown, steps.text(), from_epochs) +
          poisson_neighbours(run)};
}

/// Returns true if the options describe the run by a rate or by steps. A complete description has a rate or batch and
/// dataset, and it has steps or epochs. Throws std::invalid_argument if the description is incomplete or states a
/// number twice.
bool is_by_rate(const DpsgdArguments& a) {
  const bool rate = !a.rate.empty(), batch = !a.batch.empty(), dataset = !a.dataset.empty(),
             steps = !a.steps.empty(), epochs = !a.epochs.empty();
  if (rate && (batch || dataset)) {
    throw std::invalid_argument(
        "give either --sample-rate or --batch and --dataset, not both: p is batch / dataset");
  }
  if (steps && epochs) {
    throw std::invalid_argument("give either --steps or --epochs, not both");
  }
  if ((rate || (batch && dataset)) && (steps || epochs)) return rate || steps;
  const std::string missing = rate               ? "--steps is missing (or --epochs)"
                              : batch && dataset ? "--epochs is missing (or --steps)"
                              : dataset          ? "--batch is missing"
                              : batch            ? "--dataset is missing"
                              : steps ? "--sample-rate is missing (or --batch and --dataset)"
                                      : "--batch is missing (or --sample-rate)";
  throw std::invalid_argument(missing +
                              "; for example: plumbline dpsgd --sigma 1.1 --batch 512 "
                              "--dataset 60000 --epochs 30 --delta 1e-5");
}

}  // namespace

std::vector<std::string> sampling_names() {
  std::vector<std::string> out;
  for (const SamplingWords& one : samplings()) out.push_back(one.name);
  return out;
}

TrainingMechanism training_mechanism(const DpsgdArguments& arguments, const std::string& sigma) {
  if (arguments.federated) {
    return federated_mechanism(*arguments.federated, arguments.sampling, sigma_text(sigma));
  }
  if (!arguments.loader.empty()) {
    const LoaderRun run =
        loader_run(arguments, sigma == "?" ? sigma : positive_text("sigma", sigma));
    return {run.mechanism, run.assumes, run.note, run.attained};
  }
  const auto words =
      std::find_if(samplings().begin(), samplings().end(),
                   [&](const SamplingWords& one) { return one.name == arguments.sampling; });
  if (is_by_rate(arguments)) return by_rate(arguments, *words, sigma);
  return words->of(read_training(arguments, sigma));
}

}  // namespace plumbline
