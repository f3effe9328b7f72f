/// The pairs that are proved for loaders, and the notes about calls that assume Poisson sampling.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tests/app/program_records.hpp"
#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"

using namespace plumbline;
using plumbline::testing::end;
using plumbline::testing::records;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

using Json = nlohmann::json;

/// A loader's file, which exists during the lifetime of the object.
class LoaderFile {
 public:
  explicit LoaderFile(const std::string& text) {
    char name[] = "/tmp/plumbline-loader-XXXXXX";
    const int descriptor = mkstemp(name);
    REQUIRE(descriptor >= 0);
    close(descriptor);
    name_ = name;
    std::ofstream(name_) << text;
  }
  LoaderFile(const LoaderFile&) = delete;
  LoaderFile& operator=(const LoaderFile&) = delete;
  ~LoaderFile() { std::remove(name_.c_str()); }
  std::string words(const std::string& more = "") const {
    return "dpsgd --loader " + name_ + " --delta 1e-5 " + more;
  }

 private:
  std::string name_;
};

/// Returns the mechanism for which the answer is proved.
std::string proved(const std::string& file, const std::string& more = "") {
  const Run r = run(LoaderFile(file).words("--sigma 2 --timeout 5 " + more));
  CAPTURE(file, r.err, r.code);
  const std::string first = r.out.substr(0, r.out.find('\n'));
  return first.substr(0, first.find(", worst"));
}

std::string refused(const std::string& file, const std::string& more = "--sigma 2") {
  const Run r = run(LoaderFile(file).words(more));
  CHECK(r.code == 2);
  CHECK(r.out.empty());
  return r.err;
}

/// Returns Phi(x).
double below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

}  // namespace

TEST_CASE("dpsgd: each loader has its pair", "[cli][dpsgd][loader][slow]") {
  CHECK(proved(
            R"({"class": "DPDataLoader", "dataset_size": 6000, "batch_size": 512, "epochs": 2})") ==
        "subsampled_gaussian(sigma=2,p=1/12)^24");
  CHECK(proved(R"({"sampling": "poisson", "sampling_rate": "0.01"})", "--steps 7") ==
        "subsampled_gaussian(sigma=2,p=0.01)^7");
  CHECK(proved(R"({"class": "CyclicPoissonSampling", "sampling_rate": "0.1", "steps": 10,
                   "cycle_length": 4})") ==
        "subsampled_gaussian(sigma=2,p=0.1,relation=zero_out)^3");
  CHECK(proved(R"({"class": "CyclicPoissonSampling", "sampling_rate": "0.1", "steps": 1,
                   "dataset_size": 50, "truncated_batch_size": 9})") ==
        "truncated_subsampled_gaussian(sigma=2,p=0.1,n=50,batch=9)");
  const std::string sizes = R"("dataset_size": 1000, "batch_size": 100)";
  CHECK(proved("{\"shuffle\": true, " + sizes + ", \"epochs\": 4}") ==
        "gaussian(sigma=2,relation=zero_out)^4");
  CHECK(proved("{\"class\": \"DataLoader\", " + sizes + ", \"steps\": 11}") ==
        "gaussian(sigma=2,relation=zero_out)^2");
  CHECK(proved("{\"shuffle\": true, \"same_order\": true, " + sizes + ", \"epochs\": 4}") ==
        "gaussian(sigma=2,relation=zero_out)^4");
  const std::string odd = R"("dataset_size": 1000, "batch_size": 300, "epochs": 5)";
  CHECK(
      proved("{\"shuffle\": true, \"repeat_before_batch\": true, " + odd + "}") ==
      "gaussian(sigma=2,sensitivity=2,relation=zero_out)^2 * gaussian(sigma=2,relation=zero_out)");
  CHECK(proved("{\"class\": \"FixedBatchSampling\", " + sizes + ", \"steps\": 1}") ==
        "without_replacement(sigma=2,n=1000,batch=100,sensitivity=2)");
  CHECK(proved(R"({"class": "BallsInBinsSampling", "steps": 10, "cycle_length": 10})") ==
        "random_allocation(sigma=2,t=10)");
  CHECK(proved(R"({"class": "BallsInBinsSampling", "steps": 25, "cycle_length": 10})") ==
        "balls_in_bins(sigma=2,strategy=identity,steps=25,bins=10)");
  CHECK(proved(R"({"class": "RandomAllocationSampling", "steps": 10, "participations": 2})") ==
        "random_allocation(sigma=2,t=10,k=2)");
  CHECK(proved(R"({"class": "BMinSepSampling", "steps": 10, "min_separation": 4})") ==
        "gaussian(sigma=2,relation=zero_out)^3");
  const std::string apart = R"({"class": "BMinSepSampling", "steps": 10, "min_separation": 4)";
  const std::string pair = "b_min_sep(sigma=2,strategy=identity,steps=10,p=0.1,separation=4";
  CHECK(proved(apart + R"(, "sampling_rate": "0.1"})") == pair + ")");
  CHECK(proved(apart + R"(, "sampling_rate": "0.1", "start": "cold"})") == pair + ",start=cold)");
  // Truncated batches: a further record displaces others, so that the sampling decisions of records are dependent.
  CHECK(proved(apart + R"(, "sampling_rate": "0.1", "truncated_batch_size": 9})") ==
        "gaussian(sigma=2,relation=zero_out)^3");
  // Sampling rate 1: a record participates from the first step, or from one of the first four steps.
  CHECK(proved(apart + R"(, "sampling_rate": 1})") == "gaussian(sigma=2)^3");
  CHECK(proved(apart + R"(, "sampling_rate": 1, "start": "cold"})") == "gaussian(sigma=2)^3");
  CHECK(proved(apart + R"(, "sampling_rate": 1, "start": "warm"})") ==
        "balls_in_bins(sigma=2,strategy=identity,steps=10,bins=4)");
  // With drop_last Opacus samples at rate 1/len(loader), which is larger than 1/ceil(N/B).
  CHECK(proved(R"({"class": "DPDataLoader", "dataset_size": 6000, "batch_size": 512, "epochs": 2,
                   "drop_last": true})") == "subsampled_gaussian(sigma=2,p=1/11)^22");
}

TEST_CASE("dpsgd: what keeps a record's steps apart has the pair that is proved for it",
          "[cli][dpsgd][loader]") {
  // For comparison: 10 steps of b-min-sep without sampling have epsilon 13.69, three rounds of bins 7.47.
  const LoaderFile apart(R"({"class": "BMinSepSampling", "steps": 30, "min_separation": 4,
                             "sampling_rate": "0.1", "start": "warm"})");
  const std::vector<Json> answers = records(apart.words("--sigma 1.1 --fpr 0.01"));
  REQUIRE(answers.size() == 6);
  CHECK(answers[0]["mechanism"] ==
        "b_min_sep(sigma=1.1,strategy=identity,steps=30,p=0.1,separation=4)");
  CHECK(end(answers[0], "upper") <= Rational::parse("3.47564"));
  CHECK(answers[1]["role"] == "at_least");
  CHECK(end(answers[1], "upper") < end(answers[0], "lower"));
  CHECK(answers[2]["verdict"] == "sound");
  CHECK(answers[2]["sentence"] ==
        "What an accountant of Poisson sampling says holds for this loader, too.");
  const LoaderFile bins(R"({"class": "BallsInBinsSampling", "steps": 25, "cycle_length": 10})");
  const std::vector<Json> of_bins = records(bins.words("--sigma 1.1 --fpr 0.01"));
  CHECK(of_bins[0]["mechanism"] == "balls_in_bins(sigma=1.1,strategy=identity,steps=25,bins=10)");
  CHECK(end(of_bins[0], "upper") <= Rational::parse("5.1765"));
  CHECK(end(of_bins[0], "lower") >= Rational::parse("5.1755"));
}

TEST_CASE("dpsgd: b-min-sep is about added records only if each is drawn by coins of its own",
          "[cli][dpsgd][loader]") {
  const auto first = [&](const std::string& more) {
    const LoaderFile file(R"({"class": "BMinSepSampling", "steps": 10, "min_separation": 4)" +
                          more + "}");
    return run(file.words("--sigma 0.5 --fpr 0.01 --digits 3")).out;
  };
  using Catch::Contains;
  const std::string zero = "one record, whose gradient counts as zero in one of them";
  for (const char* more : {"", R"(, "sampling_rate": "0.1", "truncated_batch_size": 9)"}) {
    CHECK_THAT(first(more), Contains("gaussian(sigma=0.5,relation=zero_out)^3") && Contains(zero));
    CHECK_THAT(first(more), !Contains("added or removed"));
  }
  CHECK_THAT(first(R"(, "sampling_rate": 1)"), Contains("added or removed") && !Contains(zero));
}

TEST_CASE("dpsgd: with little noise the draws of a record are counted", "[cli][dpsgd][loader]") {
  const std::string drawn = R"({"class": "BMinSepSampling", "steps": 40, "min_separation": 4,
                                "sampling_rate": "0.25"})";
  const auto mechanism = [&](const std::string& more) {
    return records(LoaderFile(drawn).words("--fpr 0.01 --digits 3 " + more))[0]["mechanism"];
  };
  CHECK(mechanism("--sigma 0.5") == "gaussian(sigma=0.5)^10");
  CHECK(mechanism("--sigma 2") ==
        "b_min_sep(sigma=2,strategy=identity,steps=40,p=0.25,separation=4)");
}

TEST_CASE("dpsgd: long runs of b-min-sep and of bins have their pairs too",
          "[cli][dpsgd][loader]") {
  const auto mechanism = [&](const std::string& loader) {
    return records(LoaderFile(loader).words("--sigma 2 --fpr 0.01 --digits 3"))[0]["mechanism"];
  };
  CHECK(mechanism(R"({"class": "BMinSepSampling", "steps": 50000, "min_separation": 40,
                      "sampling_rate": "0.001", "start": "warm"})") ==
        "b_min_sep(sigma=2,strategy=identity,steps=50000,p=0.001,separation=40)");
  CHECK(mechanism(R"({"class": "BallsInBinsSampling", "steps": 50000, "cycle_length": 5000})") ==
        "balls_in_bins(sigma=2,strategy=identity,steps=50000,bins=5000)");
}

TEST_CASE("dpsgd: a loader's key that it has no use for is refused", "[cli][dpsgd][loader]") {
  using Catch::Contains;
  const std::string sizes = R"("dataset_size": 1000, "batch_size": 100, "steps": 10)";
  for (const auto& [loader, key] : std::vector<std::pair<std::string, std::string>>{
           {R"("sampling": "random_allocation", "truncated_batch_size": 5)",
            "truncated_batch_size"},
           {R"("sampling": "balls_in_bins", "cycle_length": 5, "truncated_batch_size": 5)",
            "truncated_batch_size"},
           {R"("sampling": "shuffle", "cycle_length": 5)", "cycle_length"},
           {R"("sampling": "fixed_batch", "drop_last": true)", "drop_last"},
           {R"("sampling": "poisson", "drop_last": true)", "drop_last"},
           {R"("sampling": "poisson", "start": "cold")", "start"},
           {R"("sampling": "poisson", "min_separation": 3)", "min_separation"}}) {
    CAPTURE(loader);
    CHECK_THAT(refused("{" + loader + ", " + sizes + "}"), Contains(key + " has no meaning"));
  }
  CHECK_THAT(
      refused(R"({"sampling": "b_min_sep", "steps": 9, "min_separation": 3, "start": "hot"})"),
      Contains("start must be warm or cold, got hot"));
  for (const char* drawn :
       {R"("sampling": "balls_in_bins", "cycle_length": 5)", R"("sampling": "random_allocation")",
        R"("sampling": "b_min_sep", "min_separation": 3)"}) {
    CAPTURE(drawn);
    CHECK_THAT(
        refused("{" + std::string(drawn) + ", \"normalisation\": \"actual\", \"steps\": 10}"),
        Contains("section 10"));
  }
}

TEST_CASE("dpsgd: what is public for neighbours that differ in their number is said",
          "[cli][dpsgd]") {
  const std::string few = " --sigma 4 --delta 1e-5 --digits 3 --fpr 0.1",
                    said =
                        "the number of steps, the sampling rate and what the sums are divided "
                        "by are public, the same for both";
  for (const char* drawn : {"--batch 10 --dataset 100 --epochs 1", "--sample-rate 0.1 --steps 3",
                            "--batch 10 --dataset 100 --epochs 1 --sampling opacus",
                            "--batch 10 --dataset 100 --epochs 1 --sampling random-allocation",
                            "--batch 10 --dataset 100 --epochs 1 --records-per-user 2"}) {
    CAPTURE(drawn);
    CHECK_THAT(run("dpsgd " + std::string(drawn) + few).out, Catch::Contains(said));
  }
  const LoaderFile bins(R"({"class": "BallsInBinsSampling", "steps": 10, "cycle_length": 10})");
  CHECK_THAT(run(bins.words("--sigma 4 --digits 3 --fpr 0.1")).out, Catch::Contains(said));
}

TEST_CASE("dpsgd: a call for Poisson sampling of cut batches is compared", "[cli][dpsgd][loader]") {
  const LoaderFile cut(R"({"class": "CyclicPoissonSampling", "sampling_rate": "0.1", "steps": 1,
                           "dataset_size": 50, "truncated_batch_size": 9})");
  const std::vector<Json> answers = records(cut.words("--sigma 2 --fpr 0.01"));
  REQUIRE(answers.size() == 5);
  CHECK(answers[1]["role"] == "accountant");
  CHECK(answers[1]["verdict"] == "undecided");
}

TEST_CASE("dpsgd: what Poisson sampling promises of shuffled passes is refuted by data sets",
          "[cli][dpsgd][loader][slow]") {
  for (const bool drop_last : {false, true}) {
    const LoaderFile file(R"({"shuffle": true, "dataset_size": 6050, "batch_size": 600, "epochs": 3,
                              "noise_multiplier": "1.1", "drop_last": )" +
                          std::string(drop_last ? "true}" : "false}"));
    const std::vector<Json> answers = records(file.words("--fpr 0.01"));
    REQUIRE(answers.size() == 6);
    CHECK(answers[0]["mechanism"] == "gaussian(sigma=1.1,relation=zero_out)^3");
    CHECK(answers[1]["role"] == "at_least");
    CHECK(answers[2]["role"] == "accountant");
    CHECK(answers[2]["mechanism"] ==
          std::string("subsampled_gaussian(sigma=1.1,p=12/121)^") + (drop_last ? "30" : "33"));
    CHECK(end(answers[2], "upper") < end(answers[1], "lower"));
    CHECK(end(answers[1], "upper") < end(answers[0], "lower"));
    // The pair has two probabilities; the label contains their threshold.
    const auto label = answers[1]["label"].get<std::string>();
    const double c = std::stod(label.substr(label.find("above ") + 6));
    const double t = drop_last ? 10 : 11, out = drop_last ? 50.0 / 6050 : 0;
    const auto above = [&](double mean) {
      const double kept = below((c - mean) / 1.1), none = below(c / 1.1);
      return 1 - std::pow(none, t - 1) * ((1 - out) * kept + out * none);
    };
    const auto mechanism = answers[1]["mechanism"].get<std::string>();
    std::vector<double> masses;
    static const std::regex number("[0-9.e-]+(?=[,\\]])");
    for (std::sregex_iterator i(mechanism.begin(), mechanism.end(), number), none; i != none; ++i) {
      masses.push_back(std::stod(i->str()));
    }
    REQUIRE(masses.size() == 4);
    CHECK(masses[1] == Approx(above(1)).epsilon(1e-8));
    CHECK(masses[3] == Approx(above(2)).epsilon(1e-8));
    CHECK(answers[2]["verdict"] == "violated");
    const auto sentence = answers[2]["sentence"].get<std::string>();
    CHECK_THAT(sentence, Catch::Contains("promises too small an epsilon for this loader"));
    const Run text = run(file.words("--fpr 0.01"));
    CHECK_THAT(text.out, Catch::Contains(sentence));
  }
}

TEST_CASE("dpsgd: balls in bins, where rounds have no rational root", "[cli][dpsgd][loader]") {
  const LoaderFile file(R"({"class": "BallsInBinsSampling", "steps": 35, "cycle_length": 10})");
  const std::vector<Json> answers = records(file.words("--sigma 1.1 --fpr 0.01"));
  REQUIRE(answers.size() == 6);
  CHECK(answers[0]["mechanism"] == "balls_in_bins(sigma=1.1,strategy=identity,steps=35,bins=10)");
  CHECK(answers[1]["mechanism"] == "random_allocation(sigma=1.1,t=10,sensitivity=1.7320508)");
  CHECK(end(answers[1], "upper") < end(answers[0], "lower"));
}

TEST_CASE("certify dpsgd: a page says that some lose as much only of runs whose pair is attained",
          "[cli][dpsgd][loader]") {
  const plumbline::testing::Folder folder;
  const auto page = [&](const std::string& cycle) {
    const LoaderFile file(R"({"class": "CyclicPoissonSampling", "sampling_rate": "1", "steps": 8,
                              "partition": "INDEPENDENT", "cycle_length": )" +
                          cycle + "}");
    const std::string run_file = folder.file("run.json");
    REQUIRE(run("certify " + file.words("--sigma 2 --digits 6 --fpr 0.01 -o " + run_file)).code ==
            0);
    return run("statement " + run_file + " -o -").out;
  };
  const std::string attained = page("1");
  CHECK_THAT(attained, Catch::Contains("and some lose as much"));
  const std::string bounded = page("4");
  CHECK_THAT(bounded, Catch::Contains("None are known that lose as much"));
  CHECK(bounded.find("some lose as much") == std::string::npos);
}

TEST_CASE("certify dpsgd: no page says that some lose as much of b-min-sep without a known start",
          "[cli][dpsgd][loader]") {
  const plumbline::testing::Folder folder;
  const std::string apart = R"("class": "BMinSepSampling", "min_separation": 4, "steps": 8)";
  const auto said = [&](const std::string& more) {
    const LoaderFile file("{" + apart + more + "}");
    const std::string run_file = folder.file("run.json");
    REQUIRE(run("certify " + file.words("--sigma 2 --digits 6 --fpr 0.01 -o " + run_file)).code ==
            0);
    // The pair of the mechanism by itself is attained; `check` prints the role of the certificate in the run.
    const Run checked = run("check " + run_file);
    CHECK(checked.code == 0);
    const std::string page = run("statement " + run_file + " -o -").out;
    const bool some = page.find("some lose as much") != page.npos;
    const bool role =
        checked.out.find("no data sets of which are known to have this pair") != checked.out.npos;
    CHECK(some != role);
    CHECK((page.find("None are known that lose as much") != page.npos) == role);
    return some;
  };
  CHECK_FALSE(said(""));  // without a rate
  CHECK_FALSE(said(R"(, "sampling_rate": "0.9", "truncated_batch_size": 10)"));
  CHECK_FALSE(said(R"(, "sampling_rate": "1", "start": "warm")"));
  CHECK_FALSE(said(R"(, "sampling_rate": "0.9")"));
  CHECK(said(R"(, "sampling_rate": "1", "start": "cold")"));
}

TEST_CASE("dpsgd: a loader without a proved pair is refused, and a file that says nothing",
          "[cli][dpsgd][loader]") {
  using Catch::Contains;
  const std::string sizes = R"("dataset_size": 1000, "batch_size": 100, "epochs": 1)";
  CHECK_THAT(refused("{\"replacement\": true, " + sizes + "}"), Contains("with replacement"));
  CHECK_THAT(refused("{\"sampling\": \"weighted\", " + sizes + "}"), Contains("by weights"));
  CHECK_THAT(refused("{\"sampling\": \"mine\", " + sizes + "}"),
             Contains("no pair is proved here"));
  // Unknown loaders are not accepted as passes over the data, and contradictory ones are refused.
  CHECK_THAT(refused("{\"class\": \"WeightedRandomSampler\", " + sizes + "}"),
             Contains("by weights"));
  CHECK_THAT(refused("{\"class\": \"Mine\", \"shuffle\": true, " + sizes + "}"),
             Contains("class 'Mine' is not known here"));
  for (const char* both : {R"("class": "DataLoader", "shuffle": true, "sampling": "poisson")",
                           R"("class": "DPDataLoader", "sampling": "shuffle")",
                           R"("class": "DPDataLoader", "shuffle": true)",
                           R"("class": "DPDataLoader", "replacement": true)",
                           R"("class": "FixedBatchSampling", "sampling": "poisson")"}) {
    CAPTURE(both);
    CHECK_THAT(refused("{" + std::string(both) + ", " + sizes + "}"),
               Contains("contradict each other"));
  }
  CHECK_THAT(refused(R"({"class": "FixedBatchSampling", "sampling": "fixed_batch",)"
                     R"("replacement": true, )" +
                     sizes + "}"),
             Contains("with replacement"));
  CHECK_THAT(refused("{\"sampling\": \"poisson\", \"normalisation\": \"actual\", " + sizes + "}"),
             Contains("section 10"));
  CHECK_THAT(refused("{\"shufle\": true}"), Contains("did you mean 'shuffle'?"));
  CHECK_THAT(refused("{\"shuffle\": 1}"), Contains("true or false"));
  CHECK_THAT(refused("[]"), Contains("one JSON object"));
  CHECK_THAT(refused("{\"shuffle\": true, \"shuffle\": true}"), Contains("shuffle"));
  CHECK_THAT(refused("{\"shuffle\": true, \"epochs\": 1}"), Contains("dataset_size is missing"));
  CHECK_THAT(refused("{" + sizes + "}", "--sigma 2 --batch 5"), Contains("leave out --batch"));
  CHECK_THAT(refused("{\"sampling\": \"poisson\"}"), Contains("steps is missing"));
  CHECK_THAT(refused("{" + sizes + "}", ""), Contains("--sigma is missing"));
  CHECK_THAT(run("dpsgd --loader /nowhere.json --sigma 2 --delta 1e-5").err,
             Contains("no such file"));
}
