#include "app/training/dpsgd_words.hpp"

#include "app/training/training_mechanism.hpp"

namespace plumbline {
namespace {

constexpr int kUsualDigits = 6;

/// In place of --sigma.
void add_target_words(Command& command, DpsgdArguments& a) {
  command.add_option("--epsilon", a.epsilon,
                     "a target in place of --sigma: the least noise with this epsilon at --delta");
  command.add_option("--advantage", a.advantage, "a target in place of --sigma: this advantage");
  command.add_option("--tpr", a.tpr,
                     "a target in place of --sigma: no attack has more than this TPR at --fpr");
  command.add_option(
      "--gamma", a.gamma,
      "a target in place of --sigma: no reconstruction succeeds more often than this, "
      "where chance has --kappa");
  command.add_option("--kappa", a.kappa, "success by chance of the reconstruction bound (1e-4)");
}

}  // namespace

Command* add_dpsgd_words(Command& app, DpsgdArguments& arguments, const std::string& before,
                         const std::string& after) {
  DpsgdArguments* const a = &arguments;
  a->common.digits = kUsualDigits;
  Command* command = app.add_subcommand(
      "dpsgd", "DP-SGD training: epsilon, advantage, attacks' TPR at low FPR, reconstruction");
  command->add_option("--noise-multiplier,--sigma", a->sigma,
                      "noise multiplier: deviation of the noise / clipping norm");
  command->add_option("--batch-size,--batch", a->batch, "(expected) batch size B");
  command->add_option("--dataset", a->dataset, "number of records N");
  command->add_option("--epochs", a->epochs, "passes over the data E");
  command->add_option("--sampling-rate,--sample-rate", a->rate,
                      "in place of --batch and --dataset: the probability p of a record in a step");
  command->add_option("--loader", a->loader,
                      "in place of --batch, --dataset and --sampling: a JSON file that says how "
                      "batches are drawn (docs/dp-sgd.md, section 9)");
  command->add_option("--steps", a->steps, "in place of --epochs: the number of steps");
  command->add_option("--delta", a->delta, "the delta at which epsilon is wanted")->required();
  command
      ->add_option("--records-per-user", a->records,
                   "records that a user has at most, added or removed together (Poisson sampling)")
      ->capture_default_str();
  command
      ->add_option("--fpr", a->fprs,
                   "false positive rates at which attacks' TPR is wanted (0.001 and 0.01 unless "
                   "given), or ranges lo:hi:count:log")
      ->expected(1, -1)
      ->delimiter(',');
  add_target_words(*command, *a);
  command
      ->add_option(
          "--sampling", a->sampling,
          "how batches are drawn: poisson (p = B/N), poisson-loader (p = 1/ceil(N/B); also "
          "opacus), fixed-batch (also shuffle) or random-allocation")
      ->check(one_of(sampling_names()))
      ->capture_default_str();
  add_common_options(*command, a->common, true);
  command->footer("Example: plumbline " + before +
                  "dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5" + after);
  return command;
}

}  // namespace plumbline
