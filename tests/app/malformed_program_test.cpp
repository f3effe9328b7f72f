/// Invalid input to every command and every reader of files: exit code 2, nothing on standard output, and one line on
/// standard error with the place and the remedy.
#include <filesystem>
#include <fstream>
#include <vector>

#include "reference/mechanisms/neighbours/direction.hpp"
#include "tests/app/run_program.hpp"

using plumbline::testing::Run;
using plumbline::testing::run_in;

namespace {

namespace fs = std::filesystem;

/// Arguments, and the text that the line on standard error must contain.
struct Malformed {
  std::string words, said;
};

/// A folder with files that no reader accepts.
class Files {
 public:
  Files()
      : folder_(fs::temp_directory_path() / ("plumbline-malformed-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "folder");
    std::string bytes;
    for (unsigned i = 0; i < 3000; ++i) bytes += static_cast<char>((i * 197U + i / 7U) & 0xFFU);
    for (const char* name : {"binary.csv", "binary.toml", "binary.json", "binary.jsonl"}) {
      write(name, bytes);
    }
    for (const char* name : {"empty.csv", "empty.toml", "empty.json", "empty.jsonl"}) {
      write(name, "");
    }
  }
  ~Files() { fs::remove_all(folder_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string path() const { return folder_.string(); }

 private:
  fs::path folder_;
};

bool is_one_line(const std::string& text) {
  return !text.empty() && text.find('\n') == text.size() - 1;
}

bool is_printable(const std::string& line) {
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    const auto c = static_cast<unsigned char>(line[i]);
    if (c < ' ' || c == 0x7F) return false;
  }
  return true;
}

/// Runs the commands in the folder, so that file names in `words` equal those in messages.
void require_refused(const std::string& folder, const std::vector<Malformed>& all) {
  constexpr size_t kLongestLine = 1000;
  for (const Malformed& input : all) {
    INFO(input.words);
    // Each command takes a few hundredths of a second; the limit allows for loaded machines.
    const Run r = run_in(folder, input.words, 10);
    INFO(r.out << r.err);
    CHECK(r.code == 2);
    CHECK(r.out.empty());
    CHECK(is_one_line(r.err));
    CHECK(is_printable(r.err));
    CHECK(r.err.size() < kLongestLine);
    CHECK_THAT(r.err, Catch::Contains(input.said));
  }
}

void require_refused(const std::vector<Malformed>& all) { require_refused("/tmp", all); }

/// Returns the command with each of several values of one option or argument.
std::vector<Malformed> each(const std::string& before, const std::vector<Malformed>& values) {
  std::vector<Malformed> out;
  for (const Malformed& value : values) out.push_back({before + " " + value.words, value.said});
  return out;
}

const std::string kGaussian = "'gaussian(sigma=1)'";

}  // namespace

TEST_CASE("malformed: near misses are named with what is meant", "[cli][malformed]") {
  const std::string run = "dpsgd --batch 512 --dataset 60000 --epochs 30 --delta 1e-5 ";
  require_refused({
      {"epsilon " + kGaussian + " --detla 1e-5",
       "unknown option '--detla'; did you mean '--delta'?"},
      {"epsilon 'gaussian(sigma=1)' --delta 1e-5 --csv",
       "unknown option '--csv'; did you mean '--format csv'?"},
      {"epsilon --sample-rate 0.1 --delta 1e-5", "it is written in the mechanism, as in"},
      {run + "--sgima 1", "unknown option '--sgima'; did you mean '--sigma'?"},
      {"hunt --budget 1q -- false", "must be a number of seconds above 0, got '1q'"},
      {"tv 'subsampled_gausian(sigma=1,p=0.1)'", "did you mean 'subsampled_gaussian'?"},
      {"tv 'gaussian(sgima=1)'", "no parameter 'sgima'; did you mean 'sigma'?"},
      {"tv 'gaussian(sigma=1,5)'", "'5' has no name; write decimals with a point"},
      {"epsilon " + kGaussian + " --delta 0,00001", "'0,00001' has a decimal comma"},
      {"judge epsilon " + kGaussian + " --delta 1e-5 --answer 7,36",
       "--answer: '7,36' may be one number or two; write 7.36, or for two --answer 7 36"},
      {"judge epsilon " + kGaussian + " --delta 1e-5 --answer=1.234,5", "write 1234.5, or for two"},
      {"judge epsilon " + kGaussian + " --delta 1e-5 --answer 1,234.5", "write 1234.5, or for two"},
      {"judge epsilon " + kGaussian + " --delta 1e-5 --answer 1.234.567",
       "'1.234.567' has marks between thousands; write 1234567"},
      {"audit trials --tp 1,400 --fn 2 --fp 3 --tn 4", "--tp: '1,400' has marks between thousands"},
      {"dpsgd --dataset 60_000", "--dataset: '60_000' has marks between thousands; write 60000"},
      {"audit one-run --canaries 1.000 --guesses 2 --right 1", "write 1000"},
      {"hunt --questions 3 -- python3 no_such_script.py", "there is no file 'no_such_script.py'"},
      {run + "--sigma 1 --loader x", "x: there is no such file"},
      {"audit trial --tp 1 --fn 2 --fp 3 --tn 4", "it goes with `audit trials`"},
      {"certify --batch 3", "it goes with `certify dpsgd`"},
      {"epsilon " + kGaussian + " --delta 1%", "not a number: '1%': write a percentage as"},
      {run + "--sigma 1,1", "not a number: '1,1': write decimals with a point"},
      {"tpr " + kGaussian + " --fpr 1.5", "fpr must be in [0, 1], got 1.5"},
      {"epsilon @missing --delta 1e-5", "cannot read 'missing': there is no such file"},
      {"epsilon --event missing --delta 1e-5", "cannot read 'missing': there is no such file"},
      {"audit scores missing missing --threshold all-cuts", "missing: there is no such file"},
  });
}

TEST_CASE("malformed: an attack's words say what is meant", "[cli][malformed]") {
  const std::string trials = "audit trials --tp 140 --fn 860 --fp 2 --tn 998 ",
                    run = "audit one-run --canaries 1000 --guesses 700 --delta 1e-5 ",
                    fixed = run + "--right 640 --guesses-fixed ",
                    sgd = "dpsgd --sigma 1 --batch 512 --epochs 1 --delta 1e-5 ";
  require_refused({
      {run + "--guesses-fixed yes --right 0.914",
       "--right: a count is needed, not a share, got '0.914'"},
      {run + "--guesses-fixed yes --right=0.91", "a count is needed, not a share, got '0.91'"},
      {run + "--guesses-fixed yes --right 64%", "--right: a count is needed, not a share"},
      {"audit trials --tp 0,140 --fn 860 --fp 2 --tn 998", "--tp: a count is needed, not a share"},
      {"audit trials --tp .14 --fn 860 --fp 2 --tn 998", "--tp: a count is needed, not a share"},
      {"audit trials --successes 0.4 --attempts 100 --kappa 0.1", "a count is needed, not a share"},
      {"certify audit trials --tp 14% --fn 860 --fp 2 --tn 998 -o x.json", "not a share"},
      {sgd + "--dataset 60,000", "--dataset: '60,000' has marks between thousands; write 60000"},
      {sgd + "--dataset 60,123", "--dataset: '60,123' has marks between thousands; write 60123"},
      {"tpr " + kGaussian + " --fpr 1%", "--fpr: not a number: '1%'"},
      {"tpr run.json --fpr 0.01", "`plumbline statement run.json attack.json -o page.html`"},
      {trials + "--claim run.json", "`plumbline statement run.json attack.json -o page.html`"},
      {trials + "--claim run.json", "--claim-epsilon E --claim-delta D"},
      {trials + "--claim 1.38",
       "--claim takes a mechanism, such as gaussian(sigma=2), not the "
       "number 1.38: a promised epsilon is tested by --claim-epsilon E"},
      {fixed + "yes --claim 1.38", "not the number 1.38"},
      {fixed + "list=600,800", "the number of guesses, 700, is not in the list"},
      {fixed + "perhaps", "--guesses-fixed is yes, no or list=R1,R2,..., got 'perhaps'"},
      {"audit", "which attack? `audit trials` for counts"},
      {"audit onerun", "'onerun' is neither an attack nor a file; did you mean `audit one-run`?"},
      {"audit one\u2013run", "did you mean `audit one-run`?"},
      {"audit missing.json -o -", "cannot read 'missing.json': there is no such file"},
      {"audit certificates -o -", "neither an attack nor a file; `audit trials` for counts"},
      {"audit one-run --canaries 10 --guesses 5 --right 5 --epsilon 1",
       "unknown option '--epsilon'; did you mean '--claim-epsilon'?"},
      {"audit trials --TP 140", "unknown option '--TP'; did you mean '--tp'?"},
      {run + "--correct 640", "unknown option '--correct'; did you mean '--right'?"},
      {"epsilon " + kGaussian + " \u2013\u2013delta 1e-5",
       "begins with a dash that is no hyphen; write --delta"},
      {"epsilon " + kGaussian + " \u2014delta 1e-5", "is no hyphen; write --delta"},
      {"certify rero-bound", "unknown command 'rero-bound'; did you mean 'rero'?"},
  });
  CHECK(plumbline::testing::run(fixed + "Yes").code == 0);
}

TEST_CASE("malformed: what an audit is asked is read before anything is printed",
          "[cli][malformed]") {
  const std::string trials = "audit trials --tp 140 --fn 860 --fp 2 --tn 998 ",
                    won = "audit trials --successes 40 --attempts 100 --kappa 0.1 ",
                    run = "audit one-run --canaries 1000 --guesses 700 --right 640 ";
  for (const auto& [words, complaint] : std::vector<std::pair<std::string, std::string>>{
           {trials + "--fpr 2", "--fpr must be in [0, 1], got 2"},
           {trials + "--fpr 0.01,-1", "--fpr must be in [0, 1], got -1"},
           {trials + "--delta 2", "--delta must be in [0, 1), got 2"},
           {trials + "--claim 'nonsense(a=1)'", "unknown mechanism 'nonsense'"},
           {trials + "--claim-epsilon 1", "go together"},
           {trials + "--family 'gaussian(sigma=1)'", "say what to vary"},
           {"audit trials --family '?'", "known: gaussian, laplace, "},
           {trials + "--family 'foo(sigma=?)'", "known: gaussian, laplace, "},
           {won + "--claim 'nonsense(a=1)'", "unknown mechanism 'nonsense'"},
           {run + "--claim 'nonsense(a=1)'", "unknown mechanism 'nonsense'"},
           {run + "--delta 1", "--delta must be in [0, 1), got 1"}}) {
    const Run told = plumbline::testing::run(words);
    CAPTURE(words, told.out, told.err);
    CHECK(told.code == 2);
    CHECK(told.out.empty());
    CHECK_THAT(told.err, Catch::Contains(complaint));
  }
}

TEST_CASE("malformed: words that are no command", "[cli][malformed][slow]") {
  require_refused({
      {"", "plumbline: name a command: `plumbline --help` lists them\n"},
      {"nonsense", "unknown command 'nonsense'"},
      {"pure_dp", "'pure_dp' is a mechanism: `plumbline epsilon 'MECHANISM' --delta 1e-5`"},
      {"'gaussian(sigma=1)'", "'gaussian' is a mechanism"},
      {"geometric", "geometric noise on the integers is discrete_laplace(b=1/epsilon); `plumbline"},
      {"rappor", "one bit of RAPPOR with noise f is finite("},
      {"rdp", "unknown command 'rdp'; did you mean 'renyi'?"},
      {"delt " + kGaussian + " --epsilon 1", "unknown command 'delt'"},
      {"--nonsense", "unknown option '--nonsense'"},
      {"delta", "--epsilon is missing; for example: plumbline delta '"},
      {"delta " + kGaussian, "--epsilon is missing; for example: plumbline delta '"},
      {"delta --epsilon 1",
       "mechanism is missing or empty: write for example gaussian(sigma=1), or --event FILE"},
      {"tv", "mechanism is missing"},
      {"delta " + kGaussian + " --epsilon 1 --event x.json", "a mechanism and --event were given"},
      {"delta " + kGaussian + " --epsilon 1 --relation replace_one", "--relation"},
      {"delta --event x.json --relation sideways --epsilon 1", "--relation"},
      {"delta " + kGaussian + " --epsilon", "--epsilon needs a value"},
      {"delta " + kGaussian + " --epsilon 1 --delta 1e-5", "unknown option '--delta'"},
      {"delta " + kGaussian + " --epsilon 1 --nonsense 3", "unknown option '--nonsense'"},
      {"delta " + kGaussian + " " + kGaussian + " --epsilon 1",
       "'gaussian(sigma=1)' is one word too many"},
      {"delta " + kGaussian + " --epsilon 1 --explain=maybe", "--explain = maybe is no value"},
      {"rero " + kGaussian + " --kappa 0.1 --direction reverse", "unknown option '--direction'"},
      {"tv " + kGaussian + " --epsilon 1", "unknown option '--epsilon'"},
      {"divergence " + kGaussian, "mechanism2 is missing"},
      {"compare " + kGaussian, "mechanism2 is missing"},
      {"theorem3 " + kGaussian, "mechanism2 is missing"},
      {"moments", "mechanism is missing"},
      {"renyi " + kGaussian, "--order is missing; for example: plumbline renyi"},
      {"channel", "file is missing"},
      {"list", "what is missing; for example: plumbline list mechanisms"},
      {"list cats",
       "must be mechanisms, quantities, engines, approximations or figures, got 'cats'"},
      {"list mechanisms engines", "'engines' is one word too many"},
      {"plot delta " + kGaussian, "unknown command 'delta'; did you mean 'profile'?"},
      {"figure", "name is missing"},
      {"figure nothing", "unknown figure 'nothing'; known: all, bcp-1"},
      {"claims", "files is missing"},
      {"merge", "shards is missing"},
      {"certify", "name a command: `plumbline certify --help` lists them"},
      {"certify nonsense", "unknown command 'nonsense'; `plumbline certify --help`"},
      {"certify delta " + kGaussian + " --epsilon 1", "--output is missing"},
      {"certify epsilon " + kGaussian + " -o -", "--delta is missing"},
      {"check", "files is missing"},
      {"bundle", "files is missing"},
      {"audit", "which attack? `audit trials` for counts"},
      {"compose-tv", "--epsilon is missing; for example: plumbline compose-tv"},
  });
}

TEST_CASE("malformed: empty places in lists", "[cli][malformed]") {
  require_refused(each("delta " + kGaussian, {{"--epsilon 1,,2", "--epsilon: not a number: ' '"},
                                              {"--epsilon ,1", "--epsilon: not a number: ' '"},
                                              {"--epsilon 1,", "--epsilon: not a number: ' '"},
                                              {"--epsilon=1,,2", "--epsilon: not a number: ' '"}}));
}

TEST_CASE("malformed: values of options", "[cli][malformed][slow]") {
  require_refused(
      each("delta " + kGaussian + " --epsilon 1",
           {{"--digits 0", "--digits: must be an integer from 1 to 10000, got '0'"},
            {"--digits -3", "got '-3'"},
            {"--digits 1e9", "must be an integer from 1 to 10000"},
            {"--digits ten", "got 'ten'"},
            {"--digits 1.5", "must be an integer"},
            {"--timeout 0", "--timeout: must be a number of seconds above 0, got '0'"},
            {"--timeout -1", "got '-1'"},
            {"--timeout soon", "got 'soon'"},
            {"--timeout nan", "got 'nan'"},
            {"--direction up", "unknown direction 'up'; use forward (remove), reverse (add)"},
            {"--engine warp", "unknown engine 'warp'; known: auto"},
            {"--format xml", "--format: must be text, json or csv, got 'xml'"},
            {"--format csv --json", "contradict each other; give one of them"},
            {"--threads 0", "--threads: must be an integer from 1 to 1024"}}));
  require_refused(
      each("claims /dev/null",
           {{"--timeout 0", "--timeout: must be a number of seconds above 0, got '0'"},
            {"--timeout -1", "got '-1'"},
            {"--timeout nan", "got 'nan'"},
            {"--threads 0", "--threads: must be an integer from 1 to 1024"},
            {"--line 0", "--line must be an integer in [1, 10^9], got 0"},
            {"--line 1.5", "got 1.5"},
            {"--line one", "--line: not a number: 'one'"},
            {"--fail-on bad", "write any, last_digits, numerical, material, gross or broken"},
            {"--out /proc/nowhere", "choose another --out"},
            {"--junit /proc/nowhere/x", "/proc/nowhere/x: cannot be written"},
            {"--write-baseline /proc/nowhere/x", "cannot be written"},
            {"--baseline /nonexistent", "write it with `claims --write-baseline"}}));
  require_refused(each("figure rero-1a", {{"--points 0", "an integer from 2 to 10000, got '0'"},
                                          {"--points many", "got 'many'"},
                                          {"--out /proc/nowhere", "cannot make /proc/nowhere"}}));
}

TEST_CASE("malformed: numbers", "[cli][malformed][slow]") {
  const std::string remedy = "(write a decimal, 1/3, 2^-40, log(3) or a hex float)";
  require_refused(each("delta " + kGaussian + " --epsilon",
                       {{"''", "--epsilon: not a number: ''"},
                        {"one", "not a number: 'one' " + remedy},
                        {"nan", remedy},
                        {"inf", remedy},
                        {"1e-999999", "exponents are at most 100000 in size"},
                        {"1e999999", "exponents are at most 100000 in size"},
                        {"2^1000000", "exponents are at most 100000 in size"},
                        {"1e1000^1000", "2^21 bits"},
                        {"1/0", "denominator is zero"},
                        {"0:1", "a range is written lo:hi:count or lo:hi:count:log, got '0:1'"},
                        {"0:1:0", "an integer count from 2 to 100000"},
                        {"0:1:-3", "an integer count"},
                        {"0:1:1e12", "an integer count"},
                        {"0:1:2:3", "a range is written lo:hi:count"},
                        {"'log(0)'", "the argument of log must be greater than 0"},
                        {"'log(-1)'", "the argument of log"},
                        {"'sqrt(-1)'", "the argument of sqrt must be at least 0"},
                        {"'log(log(3))'", "is to be rational"},
                        {"'log(3'", remedy},
                        {"0x", remedy},
                        {"'１'", "'１'"},
                        {"'1 2'", remedy},
                        {"'1\n2'", "1\\x0a2"},
                        {"'\xff'", "\\xff"},
                        {std::string(300, '1') + "x", "111..."}}));
}

TEST_CASE("malformed: arguments out of their domain", "[cli][malformed][slow]") {
  const std::string rational = "is irrational; here a number must be rational";
  require_refused({
      {"epsilon " + kGaussian + " --delta 2", "delta must be in [0, 1), got 2"},
      {"epsilon " + kGaussian + " --delta 1", "delta must be in [0, 1)"},
      {"epsilon " + kGaussian + " --delta -1e-5", "got -1e-5"},
      {"epsilon " + kGaussian + " --delta 'log(3)'",
       "delta must be in (0, 1) where it is not rational, got log(3)"},
      {"epsilon " + kGaussian + " --delta 1e-999999", "exponents are at most 100000"},
      {"epsilon " + kGaussian + " --delta -1e-100000", "got -1e-100000"},
      {"tradeoff " + kGaussian + " --alpha 2", "alpha must be in [0, 1], got 2"},
      {"tradeoff " + kGaussian + " --alpha -0.1", "got -0.1"},
      {"tradeoff-inverse " + kGaussian + " --beta 1.5", "beta must be in [0, 1]"},
      {"power " + kGaussian + " --alpha 7", "alpha must be in [0, 1]"},
      {"rero " + kGaussian + " --kappa 2", "kappa must be in [0, 1]"},
      {"rero " + kGaussian + " --kappa -1", "kappa must be in [0, 1]"},
      {"bayes " + kGaussian + " --prior 2", "prior must be in [0, 1]"},
      {"posterior " + kGaussian + " --prior -1", "prior must be in [0, 1]"},
      {"posterior-belief " + kGaussian + " --prior 3", "prior must be in [0, 1]"},
      {"renyi " + kGaussian + " --order 0", "order must be greater than 0, got 0"},
      {"renyi " + kGaussian + " --order -1", "order must be greater than 0"},
      {"divergence " + kGaussian + " 'laplace(b=1)' --hyperprior beta", "unknown hyperprior"},
      {"divergence " + kGaussian + " 'laplace(b=1)' --hyperprior 'beta(0,1)'", "two positive"},
      {"divergence " + kGaussian + " 'laplace(b=1)' --hyperprior 'piecewise([0,1],[1])'",
       "as many points as heights"},
      {"certify delta " + kGaussian + " --epsilon 'log(3)' -o -", rational},
      {"certify epsilon " + kGaussian + " --delta 2 -o -", "delta must be in [0, 1), got 2"},
      {"compose-tv --epsilon -1", "epsilon"},
      {"compose-tv --epsilon 1 --eta 2", "eta"},
      {"compose-tv --epsilon 1 --steps 0", "steps"},
      {"compose-tv --epsilon 1 --delta 2", "delta"},
      {"rero-bound --epsilon -1 --delta 0 --kappa 0.1", "epsilon"},
      {"rero-bound --epsilon 1 --delta 2 --kappa 0.1", "delta"},
  });
}

TEST_CASE("malformed: calibration that asks nothing", "[cli][malformed]") {
  const std::string target = " --epsilon 1 --delta 1e-5";
  const std::string open = "calibrate 'gaussian(sigma=?)'";
  require_refused({
      {"calibrate " + kGaussian + target,
       "say what to vary; parameters: sigma, sigma2, sensitivity, group, N"},
      {"calibrate " + kGaussian + " --vary tau" + target, "no factor has the parameter 'tau'"},
      {open, "calibrate needs a target: --epsilon E --delta D"},
      {open + " --epsilon 1", "a target needs --epsilon and --delta together"},
      {open + " --delta 1e-5", "a target needs --epsilon and --delta together"},
      {open + " --epsilon 1 --delta 2", "delta must be in [0, 1), got 2"},
      {open + " --epsilon -1 --delta 1e-5", "request a larger delta"},
      {"certify " + open + target + " --advantage 0.1 -o -", "about one target"},
      {open + " --advantage 1.5", "advantage must be in (0, 1)"},
      {"calibrate 'discrete_gaussian(sigma=?)'" + target, "vary N (write ^?)"},
      {"calibrate 'finite(P=?,Q=[1])'" + target, "vary N (write ^?)"},
  });
}

TEST_CASE("malformed: expressions", "[cli][malformed][slow]") {
  std::vector<Malformed> all = {
      {"''", "mechanism is missing or empty: write for example gaussian(sigma=1)"},
      {"' '", "empty mechanism expression"},
      {"'gauss(sigma=1)'", "unknown mechanism 'gauss'; did you mean 'gaussian'?"},
      {"'normal(sigma=1)'", "unknown mechanism 'normal'; did you mean 'gaussian'?"},
      {"'another(sigma=1)'", "unknown mechanism 'another'; known: gaussian"},
      {"'noise(sigma=1)'", "the noise that meets a target is found by `plumbline calibrate"},
      {"'convert(rho=1)'", "`plumbline convert 'zcdp(rho=0.5)' --to dp --delta 1e-6`"},
      {"'compose(gaussian(sigma=1))'",
       "a composition is a product: gaussian(sigma=4)^10 * laplace"},
      {"accountant", "steps of DP-SGD are subsampled_gaussian(sigma=...,p=...)^steps"},
      {"validate", "judged by `plumbline claims FILE`"},
      {"'geometric(epsilon=1)'", "is discrete_laplace(b=1/epsilon)"},
      {"'svt(epsilon=1)'", "above_threshold(b_threshold=...,b_queries=..."},
      {"'report_noisy_max(epsilon=1)'", "permute_and_flip(epsilon=...)"},
      {"'tree(sigma=1)'", "correlated_gaussian(sigma=...,strategy=tree,steps=...)"},
      {"'sampled_gaussian(sigma=1)'", "subsampled_gaussian(sigma=...,p=...)"},
      {"'poisson_subsampled_gaussian(sigma=1)'", "subsampled_gaussian(sigma=...,p=...)"},
      {"'hadamard(epsilon=1)'", "pure_dp(epsilon=...)"},
      {"'rappor(f=0.5)'", "finite(P=[1-f/2,f/2],Q=[f/2,1-f/2])"},
      {"'dpsgd(sigma=1)'", "subsampled_gaussian(sigma=...,p=...)^steps"},
      {"'laplace(epsilon=1)'",
       "laplace has no parameter 'epsilon'; noise for epsilon has b=sensitivity/epsilon"},
      {"'gaussian(mu=1)'", "mu-GDP is gdp(mu=...), or sigma=1/mu here"},
      {"'gaussian(epsilon=1,delta=1e-5)'", "`plumbline calibrate` with sigma=?"},
      {"gaussian",
       "expected '(' after gaussian; write gaussian(sigma=...) (in 'gaussian', column 9)"},
      {"'gaussian()'", "gaussian needs sigma=; its parameters are"},
      {"'gaussian(1)'", "the number 1 has no name; write gaussian(sigma=...)"},
      {"subsampled_gaussian", "write subsampled_gaussian(sigma=..., p=...)"},
      {"'gaussian(sigma=0)'", "sigma must be greater than 0, got 0"},
      {"'gaussian(sigma=-1)'", "sigma must be greater than 0, got -1"},
      {"'gaussian(sigma=nan)'", "sigma: not a number: 'nan'"},
      {"'gaussian(sigma=1e-999999)'", "exponents are at most 100000 in size"},
      {"'gaussian(sigma=1,sigma=2)'", "sigma is given twice"},
      {"'gaussian(sigma=1,mu=2)'", "gaussian has no parameter 'mu'"},
      {"'subsampled_gaussian(sigma=1,q=0.1)'", "has no parameter 'q'; did you mean 'p'?"},
      {"'gaussian(sigma=1'", "expected ',' or ')' in the parameters of gaussian"},
      {"'gaussian(sigma=1))'", "expected '^', '*' or the end"},
      {"'gaussian(sigma=1)^'", "N must be a positive integer"},
      {"'gaussian(sigma=1)^-1'", "N must be a positive integer, or 0, got -1"},
      {"'gaussian(sigma=1)^1.5'", "N must be a positive integer, or 0, got 1.5"},
      {"'gaussian(sigma=1) *'", "a mechanism is missing"},
      {"'* gaussian(sigma=1)'", "a mechanism is missing"},
      {"'gaussian(sigma=1) + laplace(b=1)'", "unexpected '+'; expected '^', '*' or the end"},
      {"'gaussian(sigma=1) laplace(b=1)'", "unexpected 'l'"},
      {"'gaussian(sigma=1)é'", "unexpected 'é'"},
      {"'gaus\nsian(sigma=1)'", "unknown mechanism 'gaus'"},
      {"'gaussian(sigma=?)'", "sigma=? is an unknown number, which calibrate finds"},
      {"'gaussian(sigma=1)^?'", "^? is an unknown number, which calibrate finds"},
      {"'subsampled_gaussian(sigma=0,p=0)'", "sigma must be greater than 0"},
      {"'subsampled_gaussian(sigma=1,p=1.5)'", "p must be in (0, 1], got 1.5"},
      {"'subsampled_gaussian(sigma=1)'", "subsampled_gaussian needs p="},
      {"'discrete_gaussian(sigma=1,sensitivity=0.5)'", "must be a positive integer, got 0.5"},
      {"'finite(P=[0.5,0.6],Q=[0.5,0.5])'", "P sums to 1.1, not to 1; write exact numbers"},
      {"'finite(P=[0.5,0.5],Q=[1])'", "the same positive number of probabilities"},
      {"'finite(P=[],Q=[])'", "P: not a number: ''"},
      {"'finite(P=[1.5,-0.5],Q=[0.5,0.5])'", "probabilities are at least 0"},
      {"'finite(P=[0.5,0.5,Q=[0.5,0.5])'", "P: not a number: 'Q=[0.5'"},
      {"'randomized_response(epsilon=1,k=1)'", "k must be an integer of at least 2, got 1"},
      {"'randomized_response(epsilon=-1)'", "epsilon must be at least 0, got -1"},
      {"'approximate_dp(epsilon=1,delta=2)'", "delta must be in [0, 1], got 2"},
  };
  for (Malformed& input : all) input.words += " --epsilon 1";
  require_refused(each("delta", all));
  require_refused({{"compare " + kGaussian + " ''", "empty mechanism expression"},
                   {"divergence " + kGaussian + " 'gaus(sigma=1)'", "unknown mechanism 'gaus'"},
                   {"theorem3 " + kGaussian + " x", "unknown mechanism 'x'"},
                   {"moments 'gaus(sigma=1)'", "unknown mechanism 'gaus'"}});
}

TEST_CASE("malformed: channels", "[cli][malformed]") {
  const Files files;
  files.write("sum.csv", "0.5,0.6\n0.5,0.5\n");
  files.write("ragged.csv", "0.5,0.5\n1\n");
  files.write("negative.csv", "1.5,-0.5\n0.5,0.5\n");
  files.write("hole.csv", "0.5,,0.5\n");
  files.write("words.csv", "half,half\n");
  files.write("semicolons.csv", "0.5;0.5\n0.5;0.5\n");
  files.write("float.toml", "rows = [[0.5, 0.5]]\n");
  files.write("other.toml", "columns = [[\"1\"]]\n");
  files.write("broken.toml", "rows = [[\n");
  files.write("bad.toml", "extremal = { epsilon = \"1\" }\n");
  files.write("k.toml", "randomized_response = { epsilon = \"1\", k = 1 }\n");
  require_refused(
      files.path(),
      each("channel",
           {
               {"missing.csv", "missing.csv: there is no such file; name a CSV or TOML file"},
               {"folder", "folder: is a folder; name a CSV or TOML file in it"},
               {"binary.csv", "binary.csv:1: is not text; write probabilities between commas"},
               {"binary.toml", "binary.toml:1: "},
               {"empty.csv", "empty.csv: no rows; write one line per input"},
               {"empty.toml", "exactly one of the keys rows, randomized_response, extremal"},
               {"- </dev/null", "standard input: no rows"},
               {"sum.csv", "sum.csv:1: the row sums to 1.1, not to 1"},
               {"ragged.csv", "ragged.csv:2: 1 entries, but 2 in the first row"},
               {"negative.csv", "negative.csv:1: column 2: the negative probability -0.5"},
               {"hole.csv", "hole.csv:1: column 2: empty; write 0"},
               {"words.csv", "words.csv:1: column 1: not a number: 'half'"},
               {"semicolons.csv", "semicolons.csv:1: column 1: not a number: '0.5;0.5'"},
               {"float.toml", "float.toml:1: row 1, column 1: write the number in quotes"},
               {"other.toml", "unknown key 'columns'; write one of the keys rows"},
               {"broken.toml", "broken.toml:"},
               {"bad.toml", "bad.toml:1: extremal must be {"},
               {"k.toml", "k.toml:1: k must be an integer in [2, 1000], got 1"},
           }));
}

TEST_CASE("malformed: cases, baselines and shards", "[cli][malformed]") {
  const Files files;
  const std::string head = "title = \"a\"\nsource = \"a\"\n";
  const std::string start = head + "[[case]]\nid = \"a\"\n";
  const std::string rest = "mechanism = \"gaussian(sigma=1)\"\nquantity = \"delta\"\n";
  files.write("key.toml", start + rest + "at = { epsilon = \"1\" }\nexpected = \"1\"\n");
  files.write("float.toml", start + rest + "at = { epsilon = 1.5 }\n");
  files.write("quantity.toml", start + "mechanism = \"gaussian(sigma=1)\"\nquantity = \"dleta\"\n");
  files.write("mechanism.toml", start + "mechanism = \"gaus(sigma=1)\"\nquantity = \"tv\"\n");
  files.write("judge.toml", start + rest + "at = { epsilon = \"1\" }\njudge = [\"magic\"]\n");
  files.write("good.toml", start + rest + "at = { epsilon = \"1\" }\n");
  files.write("certificate.json", "\n {\"format\": \"plumbline-certificate\"}\n");
  require_refused(
      files.path(),
      each("verify --out out",
           {
               {"missing.toml", "missing.toml: no such file or directory; give a case file"},
               {"binary.toml", "binary.toml:1: is not TOML"},
               {"certificate.json",
                "certificate.json:1: is JSON, not a case file in TOML; certificates: "
                "`plumbline check FILE`"},
               {"empty.toml",
                "empty.toml: is empty; a case file has title, source and [[case]] entries"},
               {"key.toml", "key.toml:8: [a] expected: "},
               {"float.toml", "float.toml:7: [a] at.epsilon"},
               {"quantity.toml", "quantity.toml:6: [a] quantity: "},
               {"mechanism.toml", "mechanism.toml:5: [a] mechanism: unknown mechanism 'gaus'"},
               {"judge.toml", "judge.toml:8: [a] judge: "},
               {"good.toml --shard 3/2", "--shard is written i/n"},
               {"good.toml --shard x", "--shard is written i/n"},
               {"good.toml --timeout 0", "--timeout: must be a number of seconds above 0"},
               {"good.toml --threads 0", "--threads: must be an integer from 1 to 1024"},
               {"good.toml --baseline missing", "write one with --write-baseline missing"},
               {"good.toml --baseline binary.json", "binary.json"},
           }));
  CHECK_FALSE(fs::exists(files.path() + "/out"));
  require_refused(files.path(), {{"verify good.toml --out /proc/nowhere", "/proc/nowhere"},
                                 {"merge missing", "missing: has no run.json of a finished run"},
                                 {"merge folder", "folder: has no run.json"}});
}

TEST_CASE("malformed: certificates", "[cli][malformed]") {
  const Files files;
  REQUIRE(
      run_in(files.path(), "certify delta " + kGaussian + " --epsilon 1 -o one.json", 60).code ==
      0);
  const std::string wrote = "is this the file that `plumbline certify -o` wrote?";
  files.write("other.json", "{}");
  require_refused(
      files.path(),
      {
          {"certify delta " + kGaussian + " --epsilon 1 -o missing/eps.json",
           "cannot write 'missing/eps.json': No such file or directory; make the folder first: "
           "mkdir "
           "-p 'missing'"},
          {"certify delta " + kGaussian + " --epsilon 1 -o folder",
           "cannot write 'folder': it is a folder; name a file in it"},
          {"check missing.json", "cannot read 'missing.json': there is no such file"},
          {"check folder", "cannot read 'folder': it is a folder; name a file in it"},
          {"check binary.json",
           "binary.json: not a certificate: line 1: a NUL byte; ask for the original file"},
          {"check empty.json", "empty.json: not a certificate"},
          {"check other.json", "other.json: not a certificate"},
          {"check one.json --digits 0", "--digits: must be an integer from 1 to 10000"},
          {"check one.json --timeout 0", "--timeout: must be a number of seconds above 0"},
          {"bundle one.json", "--output is missing"},
          {"bundle missing.json -o -", "cannot read 'missing.json'"},
          {"bundle binary.json -o -", "binary.json: not a certificate"},
          {"bundle one.json one.json -o -", "are one file; name each file once"},
          {"bundle one.json ./one.json -o -", "'./one.json' and 'one.json' are one file"},
          {"audit one-run --canaries 1000 --guesses 100 --right 90 --delta 1e-5 --guesses-fixed "
           "list=100,2000",
           "--guesses-fixed list=100,2000: each possible number of guesses must be in [1, "
           "canaries = 1000], got 2000"},
          {"bundle one.json -o missing/all.json", "make the folder first: mkdir -p 'missing'"},
          {"audit one.json", "--output is missing"},
          {"audit missing.json -o -", "cannot read 'missing.json'"},
          {"audit binary.json -o -", "binary.json: not a certificate"},
          {"audit one.json -o page.pdf", "'page.pdf' ends neither in .md nor in .html"},
          {"audit one.json -o missing/page.md", "make the folder first: mkdir -p 'missing'"},
      });
}

TEST_CASE("malformed: claims", "[cli][malformed][slow]") {
  const Files files;
  const std::string start = R"_({"mechanism":"gaussian(sigma=1)","kind":"upper","value":"1",)_";
  const auto claim = [&](const std::string& name, const std::string& text) {
    files.write(name, text + "\n");
  };
  claim("quantity.jsonl", start + R"("quantity":"detla","at":{"epsilon":"1"}})");
  claim("field.jsonl", start + R"("Direction":"reverse","quantity":"tv"})");
  claim("step.jsonl", start + R"("step":3,"quantity":"tv"})");
  claim("sides.jsonl", start + R"("direction":"forward","adjacency":"add","quantity":"tv"})");
  claim("twice.jsonl", start + R"("value":"2","quantity":"tv"})");
  claim("at.jsonl", start + R"("quantity":"delta"})");
  claim("argument.jsonl", start + R"("quantity":"delta","at":{"delta":"1"}})");
  claim("domain.jsonl", start + R"("quantity":"epsilon","at":{"delta":"2"}})");
  claim("sigma.jsonl", start + R"("quantity":"sigma","at":{"epsilon":"1","delta":"1e-5"}})");
  claim("kind.jsonl", R"_({"mechanism":"gaussian(sigma=1)","kind":"uper","quantity":"tv"})_");
  claim("value.jsonl",
        R"_({"mechanism":"gaussian(sigma=1)","kind":"upper","quantity":"tv","value":"1,5"})_");
  claim("valueless.jsonl", R"_({"mechanism":"gaussian(sigma=1)","kind":"upper","quantity":"tv"})_");
  claim("nulls.jsonl",
        R"_({"mechanism":"gaussian(sigma=1)","kind":"upper","quantity":"tv","value":null})_");
  claim("mechanism.jsonl", R"({"kind":"upper","quantity":"tv","value":"1"})");
  claim("expression.jsonl",
        R"_({"mechanism":"gaus(sigma=1)","kind":"upper","quantity":"tv","value":"1"})_");
  claim(
      "steps.jsonl",
      R"({"mechanism":{"kind":"gaussian","sigma":1},"kind":"upper","quantity":"tv","value":"1"})");
  claim("wide.jsonl", "{\n  \"kind\": \"upper\",\n  \"value\": 1\n}");
  claim("list.jsonl", "[{\"kind\": \"upper\"},\n {\"kind\": \"upper\"}]");
  claim("cut.jsonl", "{\"kind\": \"upper\"");
  claim("nan.jsonl", start + R"("quantity":"tv","tolerance":NaN})");
  claim("semicolons.csv", "mechanism;quantity;kind;value\ngaussian(sigma=1);tv;upper;0,5");
  claim("tabs.csv", "mechanism\tquantity\tkind\tvalue\ngaussian(sigma=1)\ttv\tupper\t0.5");
  claim("columns.csv", "mechanism,quantity,kind,value,step\ngaussian(sigma=1),tv,upper,0.5,3");
  claim("fields.csv", "mechanism,quantity,kind,value\nfinite(P=[1,0],Q=[0,1]),tv,upper,0.5");
  claim("headless.csv", "gaussian(sigma=1),tv,upper,0.5");
  claim("bytes.csv", "mechanism,quantity,kind,value\ngaussian(sigma=\xff),tv,upper,0.5");
  claim("marked.csv", "\xEF\xBB\xBFmechanism,quantity,kind,value\ngaussian(sigma=0),tv,upper,1");
  require_refused(
      files.path(),
      each(
          "claims",
          {
              {"missing.jsonl",
               "missing.jsonl: there is no such file; give JSON Lines or CSV files"},
              {"folder", "folder: cannot be read"},
              {"empty.jsonl", "nothing was judged: there is no claim"},
              {"- </dev/null", "nothing was judged: there is no claim"},
              {"binary.jsonl", "binary.jsonl:1: "},
              {"quantity.jsonl",
               "quantity.jsonl:1: quantity: unknown 'detla'; write one of delta, "},
              {"field.jsonl", "field.jsonl:1: Direction: unknown field; write direction"},
              {"step.jsonl", "step.jsonl:1: step: unknown field; fields of your own begin with x-"},
              {"sides.jsonl",
               "sides.jsonl:1: direction: is forward, but adjacency add means another one"},
              {"twice.jsonl", "twice.jsonl:1: value: given twice; write it once"},
              {"at.jsonl", "at.jsonl:1: at: missing epsilon"},
              {"argument.jsonl", "argument.jsonl:1: at: delta takes no 'delta'"},
              {"domain.jsonl", "domain.jsonl:1: at.delta: must be in (0, 1), got 2"},
              {"sigma.jsonl",
               "sigma.jsonl:1: mechanism: a claim of sigma needs sigma=? in the mechanism"},
              {"kind.jsonl", "kind.jsonl:1: kind: unknown 'uper'; write upper, lower or estimate"},
              {"value.jsonl", "value.jsonl:1: value: not a number: '1,5'"},
              {"valueless.jsonl", "valueless.jsonl:1: value: missing, and no error is given"},
              {"mechanism.jsonl",
               "mechanism.jsonl:1: mechanism: missing; write an expression such as "
               "gaussian(sigma=1)"},
              {"expression.jsonl", "expression.jsonl:1: mechanism: unknown mechanism 'gaus'"},
              {"steps.jsonl", "steps.jsonl:1: mechanism: gaussian has no steps; write \"steps\":1"},
              {"wide.jsonl", "wide.jsonl:1: claims are one object on a line each; `jq -c . FILE`"},
              {"list.jsonl", "`jq -c '.[]' FILE` those of a list"},
              {"cut.jsonl", "cut.jsonl:1: not JSON"},
              {"nan.jsonl", "nan and inf as strings"},
              {"semicolons.csv", "semicolons.csv:1: columns are separated by commas here"},
              {"tabs.csv", "tabs.csv:1: columns are separated by commas here"},
              {"columns.csv", "columns.csv:1: column 'step': a mechanism's numbers stand in"},
              {"fields.csv", "fields.csv:2: 7 fields under 4 column names; quote a field"},
              {"headless.csv", "headless.csv:1: neither a JSON object nor the column names"},
              {"bytes.csv", "bytes.csv:2: mechanism: sigma: not a number: '\\xff'"},
              {"marked.csv", "marked.csv:2: mechanism: gaussian: sigma must be greater than 0"},
              {"steps.jsonl --line 7", "--line 7: no file has a claim there"},
          }));
  // Lines that are readable but contain no claim.
  const Run nulls = run_in(files.path(), "claims nulls.jsonl", 10);
  CHECK(nulls.code == 2);
  CHECK_THAT(nulls.err, Catch::Contains("nothing was judged: 1 without a number"));
}
