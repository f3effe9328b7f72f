#include "app/training/loader_run.hpp"

#include <map>
#include <stdexcept>

#include "app/training/loader_draws.hpp"

namespace plumbline {
namespace {

const std::string kFixedBatch = "fixed_batch";

/// Returns the sampling of each known class. DataLoader of torch and tf.data do not determine it: their text is empty.
const std::map<std::string, std::string>& by_class() {
  static const std::map<std::string, std::string> all = {
      {"DPDataLoader", "poisson"},
      {"UniformWithReplacementSampler", "poisson"},
      {"CyclicPoissonSampling", "poisson"},
      {"BallsInBinsSampling", "balls_in_bins"},
      {"RandomAllocationSampling", "random_allocation"},
      {"BMinSepSampling", "b_min_sep"},
      {"FixedBatchSampling", kFixedBatch},
      {"WeightedRandomSampler", "weighted"},
      {"RandomSampler", "shuffle"},
      {"SequentialSampler", "sequential"},
      {"DataLoader", ""},
      {"tf.data", ""},
      {"", ""},
  };
  return all;
}

/// Returns the sampling from `sampling`, the class and the flags. Throws if they contradict each other.
std::string sampling_of(const LoaderFile& file) {
  const std::string said = file.word("sampling"), name = file.word("class");
  const bool again = file.flag("replacement"), shuffled = file.flag("shuffle");
  const auto known = by_class().find(name);
  if (known == by_class().end() && said.empty()) {
    file.fail("the class '" + name + "' is not known here: say by \"sampling\" what it draws");
  }
  const std::string of_class = known == by_class().end() ? "" : known->second;
  const std::string drawn = !said.empty() ? said : of_class;
  const auto differ = [&](const std::string& what) {
    file.fail(what + " and sampling '" + drawn + "' contradict each other");
  };
  if (drawn == "with_replacement" || drawn == "weighted") return drawn;
  if (again) {
    if (drawn != kFixedBatch && drawn != "shuffle" && !drawn.empty()) differ("replacement");
    return "with_replacement";
  }
  if (drawn.empty()) return shuffled ? "shuffle" : "sequential";
  if (!of_class.empty() && of_class != drawn) differ("the class " + name);
  if (shuffled && drawn != "shuffle") differ("shuffle");
  return drawn;
}

struct SamplingWords {
  LoaderRun (*of)(const loader::Run&);
  bool by_steps = false;            ///< true if epochs do not determine the number of steps
  std::vector<std::string> keys{};  ///< keys that change the sampling and that this sampler
                                    ///< supports
};

const SamplingWords& words_of(const LoaderFile& file, const std::string& sampling) {
  static const std::vector<std::string> in_passes = {"drop_last", "repeat_before_batch",
                                                     "same_order"};
  static const std::map<std::string, SamplingWords> all = {
      {"poisson",
       {loader::poisson,
        false,
        {"partition", "cycle_length", "truncated_batch_size", "drop_last"}}},
      {kFixedBatch, {loader::fixed_batch}},
      {"shuffle", {loader::in_passes, false, in_passes}},
      {"sequential", {loader::in_passes, false, in_passes}},
      {"balls_in_bins", {loader::balls_in_bins, true, {"cycle_length"}}},
      {"random_allocation", {loader::random_allocation, true, {"participations"}}},
      {"b_min_sep", {loader::b_min_sep, true, {"min_separation", "start", "truncated_batch_size"}}},
      {"with_replacement", {loader::with_replacement}},
      {"weighted", {loader::weighted}},
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
  LoaderRun out = words.of({file, sigma, sampling, has_target(arguments), arguments.delta});
  file.needs_only(words.keys, sampling);
  return out;
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
