/// `audit --claim`: the mechanisms of other neighbours that an attack on one record refutes.
#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

Run claim(const std::string& mechanism) {
  return run("audit trials --tp 900 --fn 100 --fp 2 --tn 998 --delta 1e-3 --claim '" + mechanism +
             "'");
}

}  // namespace

TEST_CASE("audit: an attack refutes a mechanism of its own neighbours alone", "[cli][audit]") {
  const std::string alone = "alone, which says nothing about the mechanism";
  for (const char* mechanism :
       {"gaussian(sigma=3)", "subsampled_gaussian(sigma=2,p=0.1)", "gaussian(sigma=3,group=2)",
        "subsampled_gaussian(sigma=3,p=0.1,group=2)"}) {
    CAPTURE(mechanism);
    const Run found = claim(mechanism);
    CHECK(found.code == 1);
    CHECK_THAT(found.out, Catch::Contains("REFUTED at confidence 0.95: " + std::string(mechanism)));
    CHECK(found.out.find(alone) == std::string::npos);
  }
  for (const char* mechanism :
       {"gaussian(sigma=3,relation=replace)", "gaussian(sigma=3,group=2,relation=replace)",
        "choice(1/2:finite(P=[1/2,1/2],Q=[0.51,0.49]),1/2:gaussian(sigma=3))",
        "subsampled(finite(P=[1/2,1/2],Q=[0.51,0.49]),p=0.5)",
        "above_threshold(b_threshold=2,b_queries=2,answers=[0,0],others=[1,1])",
        "thresholded(laplace(b=1),threshold=9)"}) {
    CAPTURE(mechanism);
    CHECK_THAT(claim(mechanism).out, Catch::Contains(alone));
  }
}

TEST_CASE("audit: a claim of unlike neighbours is judged as a pair, with a warning",
          "[cli][audit]") {
  const Run found = claim("gaussian(sigma=3,group=2)*gaussian(sigma=3)");
  CHECK_THAT(found.out, Catch::Contains("alone, which says nothing about the mechanism"));
  CHECK_THAT(found.err, Catch::Contains("warning: the factors are of unlike neighbours"));
}

TEST_CASE("audit: a family of other neighbours is refuted as pairs alone", "[cli][audit]") {
  const auto family = [](const std::string& mechanism) {
    return run("audit trials --tp 900 --fn 100 --fp 2 --tn 998 --family '" + mechanism + "'").out;
  };
  const std::string alone = "of the pair alone, which says nothing about the mechanism";
  CHECK_THAT(family("gaussian(sigma=?)"), !Catch::Contains(alone));
  CHECK_THAT(family("subsampled_gaussian(sigma=?,p=0.1)"), !Catch::Contains(alone));
  CHECK_THAT(family("gaussian(sigma=?,relation=replace)"), Catch::Contains(alone));
  CHECK_THAT(family("gaussian(sigma=?,group=2,relation=replace)"), Catch::Contains(alone));
  // Two records change the value by twice the sensitivity: the refuted sigma is half of that for one record.
  CHECK_THAT(family("gaussian(sigma=?,group=2)"), !Catch::Contains(alone));
}

TEST_CASE("certify audit: a claim of other neighbours is refuted as a pair alone",
          "[cli][audit][certificates]") {
  const auto refuted = [](const std::string& words) {
    return run("certify audit trials --tp 900 --fn 100 --fp 2 --tn 998 " + words + " -o /dev/null")
        .out;
  };
  const std::string alone = "alone, which says nothing about the mechanism";
  CHECK_THAT(refuted("--claim 'gaussian(sigma=3)'"), Catch::Contains("REFUTED"));
  CHECK_THAT(refuted("--claim 'gaussian(sigma=3)'"), !Catch::Contains(alone));
  CHECK_THAT(refuted("--claim 'gaussian(sigma=3,group=2)'"), Catch::Contains("REFUTED"));
  CHECK_THAT(refuted("--claim 'gaussian(sigma=3,group=2)'"), !Catch::Contains(alone));
  CHECK_THAT(refuted("--family 'gaussian(sigma=?,group=2)'"), Catch::Contains("REFUTED"));
  CHECK_THAT(refuted("--family 'gaussian(sigma=?,group=2)'"), !Catch::Contains(alone));
  for (const char* words : {"--claim 'gaussian(sigma=3,relation=replace)'",
                            "--claim 'gaussian(sigma=3,group=2,relation=replace)'",
                            "--family 'gaussian(sigma=?,relation=replace)'"}) {
    CAPTURE(words);
    CHECK_THAT(refuted(words), Catch::Contains(alone));
  }
}

TEST_CASE("certify: each direction has its heading", "[cli][audit][certify]") {
  const plumbline::testing::Folder folder;
  const Run attack =
      run("certify audit trials --tp 60 --fn 40 --fp 5 --tn 95 --delta 0 --direction "
          "reverse --claim-epsilon 0.5 --claim-delta 1e-3 -o " +
          folder.file("attack.json"));
  REQUIRE(attack.code == 0);
  const size_t heading = attack.out.find("), reverse\nepsilon(delta=0) = ");
  CHECK(heading != attack.out.npos);
  CHECK(attack.out.find("), reverse\np-value of (0.5, 0.001)-DP = ", heading) != attack.out.npos);
  const Run moments = run("certify moments 'laplace(b=1)' -o " + folder.file("moments.json"));
  CHECK(moments.out.find("laplace(b=1), forward\n") != moments.out.npos);
  CHECK(moments.out.find("laplace(b=1), reverse\n") != moments.out.npos);
}
