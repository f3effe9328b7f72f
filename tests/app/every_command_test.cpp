/// Runs every command of the program once, on a small question, for `./dev test quick`.
#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "app/program.hpp"
#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

struct Trial {
  std::string command, words, says;
  int code = 0;
};

/// The order matters: trials read the files of earlier trials.
const std::vector<Trial>& trials() {
  static const std::vector<Trial> all{
      {"delta", "'gaussian(sigma=1)' --epsilon 1", "= [0.12693673750664394"},
      {"epsilon", "'gaussian(sigma=1)' --delta 0.01", "= [2.3177890403040"},
      {"tradeoff", "'gaussian(sigma=1)' --alpha 0.1", "= [0.610856308354639"},
      {"rero", "'gaussian(sigma=1)' --kappa 0.1", "= [0.38914369164536"},
      {"bayes", "'gaussian(sigma=1)' --prior 1/2", "= [0.308537538725986"},
      {"tv", "'gaussian(sigma=1)'", "= [0.382924922548026"},
      {"tradeoff-inverse", "'gaussian(sigma=1)' --beta 0.1", "= [0.610856308354639"},
      {"power", "'gaussian(sigma=1)' --alpha 0.1", "= [0.38914369164536"},
      {"advantage", "'gaussian(sigma=1)'", "= [0.382924922548026"},
      {"posterior", "'gaussian(sigma=1)' --prior 1/2", "= [0.691462461274013"},
      {"posterior-belief", "'laplace(b=1)' --prior 1/2", "= [0.731058578630004"},
      {"minimax", "'gaussian(sigma=1)'", "= [0.308537538725986"},
      {"minimax-prior", "'gaussian(sigma=1)'", "= 0.5000000"},
      {"fixed-point", "'gaussian(sigma=1)'", "= [0.308537538725986"},
      {"tpr", "'gaussian(sigma=1)' --fpr 0.1", "= [0.38914369164536"},
      {"dpsgd", "--sigma 1 --batch 10 --dataset 100 --epochs 1 --delta 1e-5",
       "subsampled_gaussian(sigma=1,p=10/100)^10"},
      {"divergence", "'laplace(b=1)' 'laplace(b=2)' --digits 4", "Delta(M2 || M1) = [0.08613"},
      {"gdp", "'gaussian(sigma=1)' --digits 3", "= 1.00"},
      {"convert", "'gaussian(sigma=1)' --to zcdp", "rho = 0.5"},
      {"federated",
       "--clients 100000 --per-round 1000 --rounds 500 --sigma 1.1 --delta 1e-6 --digits 3 "
       "--timeout 600",
       "epsilon at delta = 1e-6: [1.275"},
      {"deployment", "record.toml", "pure_dp(epsilon=4.0)"},
      {"selection",
       "'gaussian(sigma=4)' --runs 'geometric(gamma=0.1)' --delta 1e-6 --digits 3 --timeout 600",
       "epsilon(delta=1e-6) <= [1.55697"},
      {"bounded-range", "--range 0.1 --runs 10 --delta 1e-6", "= [0.62863683877322"},
      {"calibrate", "'gaussian(sigma=?)' --epsilon 2 --delta 1e-5 --digits 6", "sigma = [1.99381"},
      {"batch", "questions.jsonl --digits 6", "sigma=1)\nepsilon(delta=1e-5) = [4.377"},
      {"moments", "'laplace(b=1)'", "v1 = [0.367879441171442"},
      {"renyi", "'gaussian(sigma=1)' --order 2", "= 1.0000000"},
      {"theorem3", "'gaussian(sigma=20)^400' 'gaussian(sigma=30)^400' --target 0.1 --digits 4",
       "holds from N1 = 178 on"},
      {"compare", "'gaussian(sigma=1)' 'gaussian(sigma=2)' --digits 4", "M2 is at least"},
      {"rero-bound", "--epsilon 1 --delta 1e-5 --kappa 0.1", "= [0.271838182845904"},
      {"compose-tv", "--epsilon 1 --eta 0.3 --steps 2", "delta=[0.4052441927635212"},
      {"channel", "channel.csv --f kl", "epsilon = [1.09861228866810"},
      {"sensitivity", "sqrt --steps 6 --participations 2 --gap 3", "squared 4.0972442626953125"},
      {"amplification",
       "'balls_in_bins(sigma=2,strategy=toeplitz([1,1/2]),steps=8,bins=4)' --delta 1e-3",
       "not above that of"},
      {"tv-limit", "--steps 16", "sup|f - G_mu| = [0.0095205216770396"},
      {"noisy-sgd", "--steps 2 --alpha 0.5 --epsilon 1", "Theorem 2 [0.4977432360963346"},
      {"judge", "delta 'gaussian(sigma=1)^10' --epsilon 1 --with renyi", "safe side"},
      {"profile check", "masses.csv 'randomized_response(epsilon=1,k=2)'",
       "pessimistic at every epsilon"},
      {"profile export", "'laplace(b=1)' --grid 1/8 -o pld.json", "17 losses from -1 to 1"},
      {"verify", "case.toml --shard 1/2 --out 1", "0 judged wrong"},
      {"verify", "case.toml --shard 2/2 --out 2", "0 judged wrong"},
      {"merge", "1 2 --out all", "2 values of 2 cases"},
      {"report", "all --no-plots", "report.html"},
      {"claims", "claims.jsonl --out claims", "1 sound, 0 violated"},
      {"scoreboard", "claims", "1 claim in"},
      {"history add", "history claims", "night 1: 1 answers"},
      {"history show", "history", "1 sound"},
      {"history check", "history", "nothing got worse"},
      {"site", "--out site --results claims --history history --root . --certificates 0",
       "site/index.html"},
      {"hunt", "--questions 3 -- ./silent", "3 unsupported", 2},
      {"hunt", "--goal sampler 'poisson(mu=4)' --draws 512 -- yes 4", "REFUTED", 1},
      {"advisories", "", "PLA-2026-011  opendp from 0.14.2, fixed in 0.16.0: "},
      {"advisories", "PLA-2026-011", "issues/2912"},
      {"advisories", "--package opendp==0.15.1", "installed: opendp 0.15.1", 1},
      {"advisories", "--package opendp==99", "advisories that apply: 0 of "},
      {"figure", "bcp-3 --points 3 --out figures", "figures/bcp-3.csv"},
      {"plot tradeoff", "'gaussian(sigma=1)' -o tradeoff.svg", "tradeoff.svg"},
      {"plot profile", "'gaussian(sigma=1)' -o profile.svg", "profile.svg"},
      {"plot compare", "'gaussian(sigma=1)' 'laplace(b=1)' -o compare.svg", "compare.svg"},
      {"plot strategies", "sqrt --steps 4 --single --delta 1e-6 --epsilon 1:2:2 -o sums.svg",
       "sums.svg"},
      {"list", "engines", "closed_form"},
      {"help", "numbers", "0x1.8p-3"},
      {"certify", "delta 'gaussian(sigma=1)' --epsilon 1 -o certificate.json",
       "= [0.12693673750664394"},
      {"check", "certificate.json", "confirmed"},
      {"bundle", "certificate.json -o bundle.json", ""},
      {"dossier", "'gaussian(sigma=1)' --delta 1e-5 -o dossier.json", "rero(kappa=0.0001) = ["},
      {"statement", "bundle.json -o -", "# Privacy statement"},
      {"audit", "bundle.json -o -", "# Privacy statement"},
      {"audit trials", "--tp 140 --fn 860 --fp 2 --tn 998 --delta 1e-5", ">= 2.804807278463001"},
      {"audit scores", "members.txt others.txt --threshold all-cuts", "epsilon(delta=0"},
      {"audit one-run",
       "--canaries 1000 --guesses 100 --right 90 --claim-epsilon 'log(9)' --claim-delta 0",
       ">= 1.630823192740973"},
  };
  return all;
}

/// A record of the registry of deployments, with the fewest fields.
const char* const kRecord =
    R"_(# Our transcription of the numbers that a record of the deployments registry states.
tier = "3"
stated = [
  "dp_variant.unprotected_quantities",
  "dp_variant.data_domain",
  "privacy_loss.privacy_unit_details",
  "deployment_model.actors",
  "accounting.post_processing",
  "implementation.mechanisms",
  "implementation.preprocessing_and_hyperparameter_tuning",
  "implementation.justification",
]

[source]
address = "https://github.com/opendp/deployments-registry-data/blob/3e9c812a924cf01d228f26f6c462c59c391c3f2a/deployments/apple_popular_emojis.yaml"
read = "2026-07-15"

[basic]
name = "Popular Emojis"
data_curators = ["Apple"]
publication_date = "2017-01-01"

[dp_variant]
variant_name = "Pure DP"

[privacy_loss]
privacy_unit = "Event-level"

[privacy_loss.privacy_parameters]
epsilon = "4.0"

[deployment_model]
model_name = "Local"
release_type = "Many releases"
access_type = "Non-interactive"
)_";

void write_inputs(const Folder& folder) {
  folder.write("masses.csv", "loss,mass\n-1,0.27\n1,0.74\n");
  folder.write("record.toml", kRecord);
  folder.write("channel.csv", "3/4,1/4\n1/4,3/4\n");
  folder.write("members.txt", "1 2 3 4 5\n");
  folder.write("others.txt", "0 1 2 3 4\n");
  folder.write("case.toml",
               "title = \"Two values\"\nsource = \"none\"\n[[case]]\nid = \"delta\"\n"
               "quantity = \"delta\"\nmechanism = \"gaussian(sigma=1)\"\n"
               "at = { epsilon = [\"1\"] }\njudge = [\"renyi\"]\n[[case]]\nid = \"tv\"\n"
               "quantity = \"tv\"\nmechanism = \"gaussian(sigma=1)\"\n");
  folder.write("questions.jsonl",
               R"_({"quantity":"epsilon","mechanism":"gaussian(sigma=1)","delta":"1e-5"})_"
               "\n");
  folder.write("claims.jsonl",
               R"_({"mechanism":"gaussian(sigma=1)","quantity":"delta","at":{"epsilon":"1"},)_"
               R"_("value":"0.127","kind":"upper"})_"
               "\n");
  const std::filesystem::path silent = folder.write(
      "silent", "#!/bin/sh\nwhile read -r line; do echo '{\"unsupported\":true}'; done\n");
  std::filesystem::permissions(silent, std::filesystem::perms::owner_all);
}

/// Returns true if a command answers without one of its subcommands, for example `audit FILE` beside `audit trials`.
bool answers_itself(const CommandText& command) {
  return command.subcommands.empty() ||
         std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionText& option) { return !option.positional.empty(); });
}

/// Returns the commands of the program. `judge` and `certify` count once: they have one subcommand per quantity.
std::set<std::string> commands() {
  std::set<std::string> out;
  for (const CommandText& command : program_text().subcommands) {
    const bool of_a_kind = command.name == "judge" || command.name == "certify";
    if (answers_itself(command) || of_a_kind) out.insert(command.name);
    if (of_a_kind) continue;
    for (const CommandText& inner : command.subcommands) {
      out.insert(command.name + " " + inner.name);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("program: every command answers", "[cli]") {
  std::set<std::string> tried;
  for (const Trial& trial : trials()) tried.insert(trial.command);
  CHECK(tried == commands());  // add a line above for each new command
  const Folder folder;
  write_inputs(folder);
  for (const Trial& trial : trials()) {
    CAPTURE(trial.command, trial.words);
    const testing::Run run = run_command("cd '" + folder.path().string() + "' && { " + kProgram +
                                         " " + trial.command + " " + trial.words + "; }");
    CAPTURE(run.out, run.err);
    CHECK(run.code == trial.code);
    CHECK((run.out + run.err).find(trial.says) != std::string::npos);
  }
}
