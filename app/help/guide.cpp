#include "app/help/guide.hpp"

#include <algorithm>

namespace plumbline {
namespace {

const std::string kTraining = "'subsampled_gaussian(sigma=1,p=0.01)^10000'";

const std::string kOfTests =
    "Which one: tradeoff is f(alpha), the smallest false negative rate of an attack whose false "
    "positive\n"
    "rate is alpha; power is 1 - f(alpha); tpr is the same number in an attacker's words (TPR at "
    "FPR);\n"
    "tradeoff-inverse is the alpha for which the false negative rate is beta.";
const std::string kOfAdvantage =
    "Which one: advantage and tv are the same number, max TPR - FPR = delta(0). Papers on attacks "
    "call it\n"
    "advantage, others tv (total variation); claims and case files accept both names.";
const std::string kOfJudging =
    "Which one: judge compares built-in approximations, or your number (--answer), with the truth\n"
    "of one question; claims judges a file of another accountant's answers; hunt asks the "
    "accountant\n"
    "itself until an answer is wrong; verify runs case files (a regression suite); check derives "
    "the numbers\n"
    "of certificates again.";

const std::string kOfClaims =
    "\nCSV: a line of names, then one line for each answer; quote a mechanism that has commas:\n"
    "  mechanism,quantity,delta,value,kind\n"
    "  gaussian(sigma=2)^50,epsilon,1e-5,20.7,upper\n"
    "  gaussian(sigma=0x1.4cccccccccccdp+0),epsilon,0x1.b7cdfd9d7bdbbp-34,4.92,upper\n"
    "JSON has one object per line with the same members; cases/accountants/README.md has all of "
    "them.\n"
    "Numbers: a decimal in CSV, in an expression and in a string is exact (1.3 is 13/10), a JSON "
    "number is\n"
    "the double it parses to. If your program computed in doubles, write hex floats (the second "
    "row: the\n"
    "doubles 1.3 and 1e-10; float.hex() in Python), or a bound may be violated at rounding level. "
    "In CSV\n"
    "and JSON, a value with 16 or 17 digits is read as the nearest double.";
const std::string kOfHunts =
    "\nThe accountant reads one question per line, writes one answer per line, and flushes it:\n"
    "      {\"id\":7,\"mechanism\":\"...\",...,\"quantity\":\"epsilon\",\"at\":{\"delta\":1e-05}}\n"
    "      {\"id\":7,\"value\":20.7,\"kind\":\"upper\"}   or   {\"id\":7,\"unsupported\":\"why\"}\n"
    "In Python, plumbline.hunting.serve makes an accountant of a function; docs/hunting.md has the "
    "details.";

const std::string kValues = "Values: certified numbers of a mechanism";

std::vector<Guide> training_runs() {
  const std::string group = kValues;
  return {
      {"dpsgd",
       group,
       {{"dpsgd --epsilon 2 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5",
         "the noise that meets a target"},
        {"dpsgd --noise-multiplier 1.1 --sample-rate 0.01 --steps 3000 --delta 1e-5",
         "a sampling rate and a number of steps"},
        {"dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5 --fpr 1e-4,1e-2",
         "attacks at rates of your choice"}}},
      {"federated",
       group,
       {{"federated --clients 100000 --per-round 1000 --rounds 500 --epsilon 2 --delta 1e-6",
         "the noise that meets a target"},
        {"federated --clients 1000 --per-round 10 --rounds 100 --sigma 1 --delta 1e-5 --sampling "
         "fixed",
         "exactly ten clients a round, as Flower draws them"},
        {"federated --clients 1000 --per-round 10 --rounds 100 --sigma 1 --delta 1e-5 --unit "
         "example",
         "neighbours differ in one example of one client"}}}};
}

std::vector<Guide> values_of_mechanisms() {
  const std::string group = kValues;
  return {
      {"epsilon",
       group,
       {{"epsilon 'laplace(b=20)^100' --delta 1e-5,1e-6", "several deltas"},
        {"epsilon 'laplace(b=20)^100' --delta 1e-8:1e-2:7:log",
         "seven deltas with equal quotients"},
        {"epsilon 'subsampled_gaussian(sigma=1,p=0.01)^1000' --delta 1e-5 --direction remove",
         "only one direction of the neighbours"},
        {"epsilon @log.csv --delta 1e-5", "a training log: CSV with the columns sigma, p, steps"},
        {"epsilon @history.json --delta 1e-5",
         "the history or state_dict of an Opacus accountant, in JSON or as Python prints it"},
        {"epsilon @statement.txt --delta 1e-5", "a privacy statement of TensorFlow Privacy"},
        {"epsilon @event.txt --delta 1e-5", "an event of dp-accounting, in JSON or as its repr"},
        {"epsilon --event event.txt --relation replace_one --delta 1e-5",
         "the same, for neighbours of your choice"}},
       "Which one: epsilon for a given delta; delta for a given epsilon; gdp for one number mu "
       "that\n"
       "bounds the whole curve; renyi for orders of RDP."},
      {"delta",
       group,
       {{"delta 'laplace(b=20)^100' --epsilon 0:2:5", "five epsilons at equal distances"},
        {"delta 'laplace(b=20)^100' --epsilon 0.1:10:7:log", "seven epsilons with equal quotients"},
        {"delta 'gaussian(sigma=2)' --epsilon 'log(3)' --json",
         "an exact logarithm, for programs"}}},
      {"tpr",
       group,
       {{"tpr " + kTraining + " --fpr 1e-4:1e-1:4:log", "a bound on ROC curves, on a grid"}},
       kOfTests},
      {"power", group, {{"power 'gaussian(sigma=1)' --alpha 0.01,0.05", "two levels"}}, kOfTests},
      {"tradeoff",
       group,
       {{"tradeoff 'gaussian(sigma=1)' --alpha 0:1:11", "the curve at eleven points"}},
       kOfTests},
      {"tradeoff-inverse",
       group,
       {{"tradeoff-inverse 'gaussian(sigma=1)' --beta 0:1:11", "the curve at eleven points"}},
       kOfTests},
      {"advantage", group, {}, kOfAdvantage},
      {"tv", group, {}, kOfAdvantage},
      {"rero",
       group,
       {{"rero 'gaussian(sigma=1)' --kappa 1e-6:1e-1:6:log", "from hard to easy secrets"}},
       "Which one: rero bounds reconstruction from this mechanism's own curve; rero-bound uses\n"
       "only an (epsilon, delta) guarantee, and is weaker."},
  };
}

std::vector<Guide> more_values() {
  const std::string group = kValues;
  return {
      {"bayes",
       group,
       {{"bayes 'gaussian(sigma=1)' --prior 0.1:0.9:9", "nine priors"}},
       "Which one: bayes is the error of the best guess at a prior, posterior its success (1 - "
       "error),\n"
       "minimax the error at the worst prior, minimax-prior this prior; posterior-belief is the "
       "largest\n"
       "certainty of membership that a single output can give an attacker."},
      {"posterior", group, {{"posterior 'gaussian(sigma=1)' --prior 0.1:0.9:9", "nine priors"}}},
      {"posterior-belief",
       group,
       {{"posterior-belief 'gaussian(sigma=1)' --prior 0.1:0.9:9", "nine priors"}}},
      {"minimax",
       group,
       {{"minimax 'gaussian(sigma=1)' --direction forward",
         "only one direction of the neighbours"}}},
      {"minimax-prior", group},
      {"fixed-point", group},
      {"gdp",
       group,
       {{"gdp 'subsampled_gaussian(sigma=9.4,p=0.328)^2000' --within 1e-4",
         "the smallest mu with f + 1e-4 >= G_mu"}}},
      {"renyi", group, {{"renyi 'gaussian(sigma=1)' --order 2:32:4", "four orders"}}},
      {"moments",
       group,
       {{"moments 'gaussian(sigma=2)' --direction forward --json", "one direction, for programs"}}},
      {"divergence",
       group,
       {{"divergence 'gaussian(sigma=1)' 'laplace(b=1)' --hyperprior 'beta(2,3)'",
         "priors weighted by a distribution"}}},
      {"compare",
       group,
       {},
       "Which one: compare says which of two mechanisms is more private, and where that changes;\n"
       "divergence measures how far apart they are; plot compare draws both."},
      {"batch",
       group,
       {{"batch questions.csv --quantity epsilon --digits 6 --format csv",
         "a sweep, one row for each line"},
        {"batch rates.csv --quantity tpr", "TPR of attacks: columns mechanism,fpr"}},
       "Which one: batch answers a file of arbitrary, mixed questions; the command of a quantity\n"
       "answers several arguments for one mechanism."},
  };
}

std::vector<Guide> values() {
  std::vector<Guide> out = training_runs();
  for (Guide& one : values_of_mechanisms()) out.push_back(std::move(one));
  return out;
}

std::vector<Guide> designs() {
  const std::string group = "Calibration and composition";
  return {
      {"convert",
       group,
       {{"convert 'dp(epsilon=1)' --to zcdp", "the least rho of all epsilon-DP mechanisms"},
        {"convert 'laplace(b=1)^10' --to rdp --order 1.5,2,4,8", "a curve of Renyi divergences"},
        {"convert 'subsampled_gaussian(sigma=1,p=0.01)^1000' --to zcdp --up-to 64",
         "rho at orders up to 64"}}},
      {"calibrate",
       group,
       {{"calibrate 'laplace(b=?)^100' --epsilon 2 --delta 1e-5", "any open parameter"},
        {"calibrate 'subsampled_gaussian(sigma=1,p=0.01)^?' --epsilon 2 --delta 1e-5",
         "how many steps"},
        {"calibrate 'gaussian(sigma=?)^10' --tpr 0.02 --fpr 0.01", "attacks' TPR at an FPR"},
        {"calibrate 'gaussian(sigma=?)^10' --advantage 0.1", "membership advantage"},
        {"calibrate 'gaussian(sigma=?)^10' --gamma 0.1 --kappa 0.01", "reconstruction"},
        {"calibrate 'gaussian(sigma=?)' --epsilon 2 --delta 1e-5 --safe",
         "one double, for a script"}},
       "Which one: dpsgd --epsilon does the same for a training run that is described by batch "
       "size and epochs."},
      {"selection",
       group,
       {{"selection 'gaussian(sigma=4)' --runs 'poisson(mu=10)' --epsilon 0:2:5",
         "delta at five epsilons"},
        {"selection 'gaussian(sigma=4)' --runs 'geometric(gamma=0.1)' --order 2,8",
         "orders of RDP"},
        {"selection 'laplace(b=2)' --outcomes 4 --epsilon 0.5", "a choice by noisy scores"}}},
      {"bounded-range",
       group,
       {{"bounded-range --range 0.1 --runs 10 --epsilon 0:1:5", "delta at five epsilons"}}},
      {"compose-tv",
       group,
       {{"compose-tv --epsilon 1 --eta 0.3 --steps 5 --at 0:2:5", "delta at five epsilons"},
        {"compose-tv --epsilon 1,0.5 --eta 0.3,0.1 --steps 5,10 --at-delta 1e-2",
         "two kinds of steps, and epsilon at a delta"},
        {"compose-tv --epsilon 1 --eta 0.3 --steps 5 --alpha 0:1:11", "the trade-off function"}}},
      {"rero-bound",
       group,
       {{"rero-bound --epsilon 1 --delta 1e-5 --kappa 1e-6:1e-1:6:log",
         "from hard to easy secrets"}},
       "Which one: rero is tighter if the mechanism is known: it uses the mechanism's own curve."},
      {"channel", group},
      {"sensitivity",
       group,
       {{"sensitivity 'bisr(8)' --steps 100 --every 25 --sigma 2",
         "each record takes part in every 25th step"}}},
      {"amplification",
       group,
       {{"amplification 'b_min_sep(sigma=8,strategy=sqrt(8),steps=512,p=0.01,separation=8)' "
         "--delta "
         "1e-6",
         "a record in a batch is in none of the next seven batches"}}},
      {"tv-limit", group},
      {"noisy-sgd", group},
      {"theorem3", group},
  };
}

std::vector<Guide> attacks() {
  const std::string group = "Attacks: what measured attacks prove";
  return {
      {"audit",
       group,
       {{"audit trials --tp 140 --fn 860 --fp 2 --tn 998 --delta 1e-5",
         "counts of independent runs"},
        {"audit trials --tp 140 --fn 860 --fp 2 --tn 998 --family 'gaussian(sigma=?)'",
         "which values of a parameter are refuted"},
        {"audit trials --successes 40 --attempts 100 --kappa 0.1", "reconstructions"},
        {"audit one-run --canaries 1000 --guesses 100 --right 90", "canaries of a single run"}}}};
}

std::vector<Guide> judging() {
  const std::string group = "Judging: approximations and other accountants";
  return {{"judge",
           group,
           {{"judge epsilon 'gaussian(sigma=2)^50' --delta 1e-5 --answer 20.7", "your number"},
            {"judge epsilon 'gaussian(sigma=2)^50' --delta 1e-5 --with renyi,clt",
             "methods of the literature"}},
           kOfJudging},
          {"claims",
           group,
           {{"claims answers.csv --out judged --junit junit.xml",
             "a file, with verdicts for `plumbline scoreboard judged` and JUnit for CI"}},
           kOfJudging + kOfClaims},
          {"hunt", group, {}, kOfJudging + kOfHunts},
          {"profile",
           group,
           {{"profile check pld.json 'gaussian(sigma=1)' --direction forward",
             "a whole distribution, at every epsilon"},
            {"profile export 'subsampled_gaussian(sigma=1,p=0.01)' --grid 1e-3 -o pld.json",
             "a certified one, for dp_accounting"}},
           kOfJudging},
          {"deployment",
           group,
           {{"deployment deployments/*.toml --summary", "one line for each of 41 public records"},
            {"deployment record.yaml --json", "an unchanged record of the deployments registry"}}},
          {"verify", group, {}, kOfJudging},
          {"merge", group},
          {"advisories",
           group,
           {{"advisories PLA-2026-011", "one advisory in full"},
            {"advisories --package opendp==0.15.1", "a release that is not installed here"}}}};
}

std::vector<Guide> certificates() {
  const std::string group = "Certificates: numbers that others can check";
  return {{"certify",
           group,
           {{"certify dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5 -o "
             "run.json",
             "a training run, in one file"},
            {"certify audit trials --tp 140 --fn 860 --fp 2 --tn 998 --delta 1e-5 -o attack.json",
             "an attack's counts"}}},
          {"check", group, {}, kOfJudging},
          {"bundle", group},
          {"dossier",
           group,
           {{"dossier 'subsampled_gaussian(sigma=1.1,p=512/60000)^3516' --delta 1e-5 -o "
             "dossier.json --page dossier.html",
             "certificates, and a page about them for a third party"}}},
          {"statement",
           group,
           {{"statement run.json attack.json -o page.html",
             "the promise next to the bounds that an attack proves"},
            {"statement run.json attack.json -o page.html --fail-on refuted",
             "exit code 1 if a promise is refuted"}},
           "If the program was copied elsewhere: plumbline help environment (PLUMBLINE_REPORTS)."}};
}

std::vector<Guide> reports() {
  const std::string group = "Reports: pages, pictures, history";
  return {{"plot", group},       {"figure", group},  {"report", group},
          {"scoreboard", group}, {"history", group}, {"site", group}};
}

std::vector<Guide> about() {
  const std::string group = "About the program";
  return {{"list", group}, {"help", group, {{"help delta", "as `plumbline delta --help`"}}}};
}

}  // namespace

const std::vector<Guide>& guides() {
  static const std::vector<Guide> all = [] {
    std::vector<Guide> out;
    for (const auto& part : {values(), more_values(), designs(), attacks(), judging(),
                             certificates(), reports(), about()}) {
      out.insert(out.end(), part.begin(), part.end());
    }
    return out;
  }();
  return all;
}

std::string guide_text(const Guide& guide) {
  std::string out;
  for (const Example& example : guide.examples) {
    out += (out.empty() ? "More examples:\n" : "\n") + ("  plumbline " + example.command) +
           "\n      " + example.use;
  }
  if (!guide.choice.empty()) out += (out.empty() ? "" : "\n") + guide.choice;
  return out;
}

const std::string& first_screen() {
  static const std::string text =
      "Start here:\n"
      "  a DP-SGD training run: epsilon, membership advantage, attacks' TPR at FPR\n"
      "      plumbline dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5\n"
      "  the noise that such a run needs for epsilon 2\n"
      "      plumbline dpsgd --epsilon 2 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5\n"
      "  epsilon of any mechanism\n"
      "      plumbline epsilon 'subsampled_gaussian(sigma=1,p=0.01)^10000' --delta 1e-5\n"
      "  epsilon of a log of sigma, p, steps, an Opacus history, an event of dp-accounting\n"
      "      plumbline epsilon @history.json --delta 1e-5\n"
      "  a verdict on each answer of an accountant\n"
      "      plumbline claims answers.csv\n"
      "  lower bounds on epsilon from an attack's counts\n"
      "      plumbline audit trials --tp 140 --fn 860 --fp 2 --tn 998 --delta 1e-5\n"
      "  a file that others can check, and the check\n"
      "      plumbline certify epsilon 'gaussian(sigma=2)^50' --delta 1e-5 -o eps.json\n"
      "      plumbline check eps.json\n"
      "More: plumbline COMMAND --help; plumbline help TOPIC (numbers, mechanisms,\n"
      "directions, ranges, exit-codes, environment, commands)\n";
  return text;
}

}  // namespace plumbline
