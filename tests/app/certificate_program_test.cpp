/// certify, check, bundle and audit from the command line.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/run_program.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/folder.hpp"
#include "tests/places.hpp"

using namespace plumbline;
using namespace plumbline::testing;
namespace fs = std::filesystem;

namespace {

std::string content(const std::string& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("program: certify every quantity, then check", "[cli][certificates]") {
  const Folder folder;
  std::string files;
  for (const Quantity* one : profile_quantities()) {
    const Quantity& quantity = *one;
    const std::string file = folder / (quantity.name + ".json");
    const std::string at = quantity.argument().empty() ? "" : " --" + quantity.argument() + " 0.25";
    const Run r = run("certify " + quantity.name + " 'gaussian(sigma=2.0)^3'" + at + " -o " + file);
    CAPTURE(r.err);
    CHECK(r.code == 0);
    CHECK_THAT(r.out, Catch::Contains("gaussian(sigma=2)^3"));
    const Json json = Json::parse(content(file));
    CHECK(json["quantity"] == quantity.name);
    CHECK(json["written"]["mechanism"] == "gaussian(sigma=2.0)^3");
    files += " " + file;
  }
  const Run both = run("certify divergence 'gaussian(sigma=1)' 'laplace(b=1)' -o " +
                       folder.file("divergence.json"));
  CHECK(both.code == 0);
  CHECK_THAT(both.out, Catch::Contains("Delta(M2 || M1)"));
  const Run checked = run("check" + files + " " + folder.file("divergence.json"));
  CAPTURE(checked.out, checked.err);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Catch::Contains("confirmed") && !Catch::Contains("refuted"));
}

TEST_CASE("program: certify what is more than one number, check and audit it",
          "[cli][certificates][slow]") {
  const Folder folder;
  const std::vector<std::string> words = {
      "calibrate 'gaussian(sigma=3)*laplace(b=4.0)^2' --vary 2.b --alpha 1/20 --beta 0.3 --digits "
      "6",
      "calibrate 'gaussian(sigma=20)^?' --gamma 0.5 --kappa 0.1",
      "calibrate 'gaussian(sigma=?)' --mu 1 --digits 6",
      "compare 'gaussian(sigma=1.0)' 'laplace(b=1)' --digits 6",
      "divergence 'gaussian(sigma=1)' 'laplace(b=1)' --hyperprior 'beta(1/2,0.5)' --digits 6",
      "renyi 'laplace(b=3)^5' --order 1:2:3",
      "theorem3 'gaussian(sigma=20)^400' 'gaussian(sigma=30)^400' --target 1/10 --digits 6",
      "moments 'laplace(b=3)^5'"};
  std::string files;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string file = folder / (std::to_string(i) + ".json");
    const Run r = run("certify " + words[i] + " -o " + file);
    CAPTURE(words[i], r.out, r.err);
    CHECK(r.code == 0);
    CHECK_FALSE(r.out.empty());
    files += " " + file;
  }
  const Run checked = run("check" + files);
  CAPTURE(checked.out, checked.err);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Catch::Contains("12 certificates: 12 confirmed"));
  CHECK(run("bundle" + files + " -o " + folder.file("all.json")).code == 0);
  CHECK(run("audit " + folder.file("all.json") + " -o " + folder.file("all.html")).code == 0);
  const std::string page = content(folder.file("all.html"));
  CHECK_THAT(page, Catch::Contains("The largest number of runs N with which no attacker"));
  CHECK_THAT(page, Catch::Contains("neither is more private"));
  CHECK_THAT(page, Catch::Contains("weighted by the density beta(0.5,0.5)"));
}

TEST_CASE("program: the earlier form of certificates is written and read",
          "[cli][certificates][hypotheses]") {
  const Folder folder;
  const std::string file = folder.file("before.json"), bundle = folder.file("bundle.json");
  const std::string words = "certify delta 'laplace(b=1,group=3)' --certificate-version 2 ";
  REQUIRE(run(words + "--epsilon 1 -o " + file).code == 0);
  const Json before = Json::parse(content(file));
  CHECK(before["version"] == 2);
  CHECK_FALSE(before.contains("hypotheses"));
  const Run checked = run("check " + file);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Catch::Contains("group 3, dominates, attained (derived, not stated)"));
  REQUIRE(run(words + "--epsilon 1 2 -o " + bundle).code == 0);
  CHECK(Json::parse(content(bundle))["version"] == 2);
  CHECK(run(words + "--epsilon 1 --certificate-version 1 -o " + file).code == 2);
}

TEST_CASE("program: a certificate of a mechanism that is refused now is withdrawn",
          "[cli][certificates][hypotheses]") {
  const std::string recorded = std::string(kSourceFolder) + "/tests/certificates/recorded/";
  const std::string group = recorded + "withdrawn_group.json";
  const Run text = run("check " + group);
  CHECK(text.code == 1);
  CHECK_THAT(text.out,
             Catch::Contains("withdrawn: no pair is proved for a mechanism that it names: "
                             "subsampled: subsampled does not take laplace(b=1,group=3)"));
  const Run json = run("check --json " + group);
  CHECK(json.code == 1);
  CHECK(Json::parse(json.out)["verdict"] == "withdrawn");
  CHECK(
      run("check " + recorded + "withdrawn_divergence.json " + recorded + "version_3.json").code ==
      1);
  const Folder folder;
  const Run page = run("statement " + group + " -o " + folder.file("page.json"));
  CHECK(page.code == 1);
  CHECK_THAT(page.err, Catch::Contains("no statement written: 1 certificate: 1 withdrawn"));
}

TEST_CASE("program: a mixed pair is certified with a warning", "[cli][certificates][hypotheses]") {
  const Folder folder;
  const std::string file = folder.file("mixed.json");
  const Run made =
      run("certify delta 'gaussian(sigma=1,group=2)*laplace(b=1)' --epsilon 1 -o " + file);
  CHECK(made.code == 0);
  CHECK_THAT(made.err, Catch::Contains("warning: the factors are of unlike neighbours"));
  CHECK(Json::parse(content(file))["hypotheses"]["relation"] == "mixed");
  const Run checked = run("check " + file);
  CHECK(checked.code == 0);
  CHECK_THAT(checked.out, Catch::Contains("relation mixed") && Catch::Contains("warning"));
}

TEST_CASE("program: certificates on standard output stand alone", "[cli][certificates]") {
  const Run r = run("certify delta 'gaussian(sigma=2)' --epsilon 0:1:3 --json -o -");
  CHECK(r.code == 0);
  const Json json = Json::parse(r.out);
  CHECK(json["format"] == "plumbline-bundle");
  CHECK(json["certificates"].size() == 3);
  CHECK_THAT(r.err, Catch::Contains("\"quantity\":\"delta\""));
  CHECK(run("certify delta 'gaussian(sigma=2)' --epsilon 1 -o - 2>/dev/null | " +
            std::string(plumbline::testing::kProgram) + " check -")
            .code == 0);
}

TEST_CASE("program: files of certificates are whole or not at all", "[cli][certificates]") {
  const Folder folder;
  const std::string words = "certify delta 'gaussian(sigma=2)' --epsilon 1 -o ";
  const Run none = run(words + folder.file("none/a.json"));
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Catch::Contains("cannot write") && Catch::Contains("No such file"));
  CHECK(none.out.empty());  // refused before any computation
  CHECK(run(words + folder.file("")).code == 2);
  const Run full = run(words + "/dev/full");
  CHECK(full.code == 2);
  CHECK_THAT(full.err, Catch::Contains("No space left"));
  CHECK_THAT(full.out, Catch::Contains("plumbline-certificate"));  // the output is complete
  CHECK(run(words + folder.file("a.json")).code == 0);
  CHECK(folder.files() == 1);
  fs::create_symlink(folder.file("a.json"), folder.file("link.json"));
  CHECK(run(words + folder.file("link.json")).code == 0);
  CHECK(fs::is_symlink(folder.file("link.json")));
  CHECK(run("certify delta 'gausian(sigma=2)' --epsilon 1 -o " + folder.file("b.json")).code == 2);
  CHECK_FALSE(fs::exists(folder.file("b.json")));
}

TEST_CASE("program: check tells what is wrong by its exit code", "[cli][certificates]") {
  const Folder folder;
  const std::string good = folder.file("good.json"), bad = folder.file("bad.json"),
                    broken = folder.file("broken.json");
  REQUIRE(run("certify delta 'gaussian(sigma=2)' --epsilon 1 -o " + good).code == 0);
  Json json = Json::parse(content(good));
  json["upper"] = "0.2";
  json["lower"] = "0.1";
  put(broken, json.dump());
  const Run edited = run("check " + broken);
  CHECK(edited.code == 2);
  CHECK_THAT(edited.err, Catch::Contains("/digest") && Catch::Contains(broken));
  put(bad, signed_again(json).dump());
  const Run wrong = run("check " + good + " " + bad);
  CHECK(wrong.code == 1);
  CHECK_THAT(wrong.out, Catch::Contains("confirmed") && Catch::Contains("WRONG digits"));
  const Run lines = run("check --json " + bad + " " + broken);
  CHECK(lines.code == 1);
  const size_t end = lines.out.find('\n');
  const Json first = Json::parse(lines.out.substr(0, end));
  CHECK(first["verdict"] == "refuted");
  CHECK_FALSE(first["wrong"].empty());
  CHECK(Json::parse(lines.out.substr(end + 1))["verdict"] == "not_a_certificate");
  CHECK(Json::parse(lines.out.substr(end + 1))["index"].is_null());
  CHECK(run("check " + folder.file("nothing.json")).code == 2);
  CHECK(run("check " + folder.file("")).code == 2);
  CHECK(run("check").code == 2);
  REQUIRE(run("certify delta 'subsampled_gaussian(sigma=1,p=0.01)^10000' --epsilon 1 -o " + good)
              .code == 0);
  CHECK(run("check --timeout 1e-9 " + good).code == 3);
}

TEST_CASE("program: a member that is no certificate voids no other one of its bundle",
          "[cli][certificates]") {
  const Folder folder;
  const std::string good = folder.file("good.json"), all = folder.file("all.json");
  REQUIRE(run("certify delta 'gaussian(sigma=2)' --epsilon 1 -o " + good).code == 0);
  const Json honest = Json::parse(content(good));
  Json broken = honest, wrong = honest;
  broken.erase("asked");
  wrong["lower"] = "0.9";
  wrong["upper"] = "0.91";
  wrong["digits"] = "1.9";
  wrong["reached"] = false;
  const auto check = [&](const std::vector<Json>& members) {
    Json bundle = {{"format", "plumbline-bundle"}, {"version", 2}, {"certificates", Json::array()}};
    for (const Json& member : members) {
      bundle["certificates"].push_back(member.is_object() ? signed_again(member) : member);
    }
    put(all, signed_again(bundle).dump());
    return run("check " + all);
  };
  CHECK(check({honest}).code == 0);
  const Run beside = check({broken, honest});
  CHECK(beside.code == 2);
  CHECK_THAT(beside.out, Catch::Contains("confirmed"));
  CHECK_THAT(beside.err, Catch::Contains("/certificates/0") && Catch::Contains("asked"));
  CHECK(check({honest, broken}).code == 2);
  CHECK(check({broken, wrong}).code == 1);
  CHECK(check({honest, "text"}).code == 2);
  CHECK(run("audit " + all + " -o -").code == 2);
}

TEST_CASE("program: bundles join, audits refuse what does not hold", "[cli][certificates][slow]") {
  const Folder folder;
  const std::string a = folder.file("a.json"), b = folder.file("b.json"),
                    all = folder.file("all.json");
  REQUIRE(run("certify delta 'gaussian(sigma=2)' --epsilon 1 -o " + a).code == 0);
  REQUIRE(run("certify delta 'laplace(b=1)^3' --epsilon 0.1,0.2 --digits 6 -o " + b).code == 0);
  REQUIRE(run("bundle " + a + " " + b + " -o " + all).code == 0);
  CHECK(Json::parse(content(all))["certificates"].size() == 3);
  for (const char* name : {"s.md", "s.html"}) {
    const Run r = run("audit " + all + " -o " + folder.file(name));
    CAPTURE(r.err);
    CHECK(r.code == 0);
    CHECK_THAT(content(folder.file(name)), Catch::Contains("3 confirmed"));
  }
  CHECK(run("audit " + all + " -o " + folder.file("s.pdf")).code == 2);
  // The page quotes its commands for the shell: a file name is one word, whatever its characters.
  const std::string named = folder.file("a $(name).json");
  put(named, content(a));
  CHECK_THAT(run("audit '" + named + "' -o -").out,
             Catch::Contains("plumbline check 'a $(name).json'"));
  // With verdicts of the second checker, listed by digest.
  const std::string said = folder.file("said.jsonl");
  const auto says = [&](const std::vector<std::string>& verdicts) {
    std::string text;
    for (size_t i = 0; i < verdicts.size(); ++i) {
      const Json line = {{"digest", Json::parse(content(all))["certificates"][i]["digest"]},
                         {"verdict", verdicts[i]}};
      text += line.dump() + "\n";
    }
    put(said, text);
    return run("audit " + all + " --checker " + said + " -o -");
  };
  const Run both = says({"confirmed", "unconfirmed"});
  CHECK(both.code == 0);
  // The page attributes verdicts from a file to that file: anybody can write one.
  CHECK_THAT(both.out, Catch::Contains("The file said.jsonl (SHA-256") &&
                           Catch::Contains(
                               "confirmed 1 of the 3 certificates. This run did not repeat that"));
  CHECK_THAT(both.out,
             Catch::Contains("second checker: as stated in said.jsonl, not asked here: confirmed"));
  CHECK_THAT(both.out, Catch::Contains(
                           "second checker: as stated in said.jsonl, not asked here: unconfirmed"));
  CHECK_THAT(both.out,
             Catch::Contains("as stated in said.jsonl, not asked here: not among its results"));
  CHECK_THAT(both.out, Catch::Contains("python3 checker/plumbline_check.py all.json"));
  CHECK(says({"confirmed", "refuted"}).code == 1);
  CHECK(says({"contradiction", "refuted"}).code == 4);
  CHECK(says({"sure"}).code == 2);
  CHECK(says({}).code == 2);
  // Runs the second checker itself; the verdicts of another program are rejected.
  const std::string checker = std::string(kSourceFolder) + "/checker/plumbline_check.py";
  if (std::system("python3 -c 'import json'") == 0) {
    const Run asked = run("audit " + all + " --checker " + checker + " -o -");
    CAPTURE(asked.err);
    CHECK(asked.code == 0);
    CHECK_THAT(asked.out, Catch::Contains("3 were confirmed by the second checker too, in this "
                                          "run: plumbline\\_check.py (SHA-256"));
    CHECK_THAT(asked.out, Catch::Contains("second checker: confirmed |"));
    put(folder.file("none.py"), "print('confirmed')\n");
    CHECK(run("audit " + all + " --checker " + folder.file("none.py") + " -o -").code == 2);
    put(folder.file("none.py"), "raise SystemExit(9)\n");
    CHECK(run("audit " + all + " --checker " + folder.file("none.py") + " -o -").code == 2);
    // The printed verdicts are valid, but the exit code contradicts them.
    CHECK(says({"confirmed", "confirmed", "confirmed"}).code == 0);
    put(folder.file("none.py"),
        "print(open('" + said + "').read(), end='')\nraise SystemExit(3)\n");
    CHECK(run("audit " + all + " --checker " + folder.file("none.py") + " -o -").code == 2);
    CHECK(run("audit - --checker " + checker + " -o - < " + all).code == 2);
  }
  // Several files; the page names its author, and expressions appear as they were typed.
  const std::string typed = folder.file("typed.json");
  REQUIRE(
      run("certify power 'subsampled_gaussian(sigma=1,p=512/60000)^10' --alpha 1e-3 -o " + typed)
          .code == 0);
  const Run joint = run("audit " + all + " " + typed + " --title 'Model 7' --owner 'Team A' -o -");
  CHECK(joint.code == 0);
  for (const char* words :
       {"# Model 7\n", "For: Team A.", "4 certificates from the files all.json", "512/60000",
        "true positive rate", "plumbline check all.json typed.json"}) {
    CAPTURE(words);
    CHECK_THAT(joint.out, Catch::Contains(words));
  }
  CHECK_THAT(joint.out, !Catch::Contains("16/1875"));
  Json json = Json::parse(content(all));
  json["certificates"][0]["upper"] = "0.9";
  json["certificates"][0] = signed_again(json["certificates"][0]);
  put(all, signed_again(json).dump());
  const Run refused = run("audit " + all + " -o " + folder.file("t.md"));
  CHECK(refused.code == 1);
  CHECK_THAT(refused.err, Catch::Contains("no statement written"));
  CHECK_FALSE(fs::exists(folder.file("t.md")));
  const Run unchecked = run("audit --no-check " + all + " -o -");
  CHECK(unchecked.code == 0);
  CHECK_THAT(unchecked.out, Catch::Contains("NOT CHECKED IN THIS RUN"));
}

TEST_CASE(
    "certificates: a statement of a promise and an attack says on the terminal what is refuted",
    "[certificates][program][slow]") {
  const Folder folder;
  const std::string run_file = folder.file("run.json"), attack = folder.file("attack.json"),
                    page = folder.file("page.md");
  const Run made =
      run("certify dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 10 --delta 1e-5 -o " +
          run_file);
  REQUIRE(made.code == 0);
  // The page states the basis of the numbers as `dpsgd` does.
  CHECK_THAT(made.err, Catch::Contains("Poisson sampling: every record is in every step's batch") &&
                           Catch::Contains("Note: Opacus takes p = 1/ceil(N/B)"));
  // One equals sign per line, before the value.
  CHECK_THAT(made.out, Catch::Contains("\nepsilon at delta 1e-5 = [") &&
                           Catch::Contains("\nTPR at FPR 0.001 = [") &&
                           Catch::Contains(" has kappa 1e-4 = ["));
  const Run audited =
      run("certify audit trials --tp 140 --fn 860 --fp 2 --tn 998 --delta 1e-5 --fpr 0.01 "
          "--claim-epsilon 1.38 --claim-delta 1e-5 -o " +
          attack);
  REQUIRE(audited.code == 0);
  for (const char* words :
       {"false positive rate = [", "false negative rate = [", "epsilon(delta=1e-5) = [",
        "mu (Gaussian DP) = [", "advantage TPR - FPR = [", "TPR(fpr=0.01) = [",
        "p-value of (1.38, 1e-5)-DP = [", "REFUTED at confidence 0.95: (1.38, 1e-5)-DP\n"}) {
    CAPTURE(words, audited.out);
    CHECK_THAT(audited.out, Catch::Contains(words));
  }
  const std::string both = "statement " + run_file + " " + attack + " -o " + page;
  const Run told = run(both);
  CHECK(told.code == 0);
  CHECK_THAT(
      told.err,
      Catch::Contains("plumbline: note: The promise is that epsilon is at most 1.38 at delta "
                      "= 0.00001; the attack (trials: 140 of 1000 members found") &&
          Catch::Contains("If what was attacked is the certified run, the promise is "
                          "refuted.\n"));
  CHECK(run(both + " --fail-on refuted").code == 1);
  CHECK(run(both + " --fail-on anything").code == 2);
  CHECK(run("statement " + run_file + " -o " + page + " --fail-on refuted").code == 0);
}

TEST_CASE("certificates: a statement about a mixed pair is refused, naming both factors",
          "[certificates][program]") {
  const Folder folder;
  const std::string mixed = folder.file("mixed.json"), page = folder.file("page.md");
  REQUIRE(run("certify epsilon 'gaussian(sigma=1,group=2)*gaussian(sigma=1)' --delta 1e-5 "
              "--digits 4 -o " +
              mixed)
              .code == 0);
  const Run refused = run("statement " + mixed + " -o " + page);
  CHECK(refused.code == 2);
  CHECK_FALSE(fs::exists(page));
  CHECK_THAT(refused.err, Catch::Contains("mixed.json: the factors are of unlike neighbours: "
                                          "gaussian(sigma=1,group=2) (any, group of 2) beside "
                                          "gaussian(sigma=1) (any)"));
}

TEST_CASE("certificates: an invalid checker is reported with a remedy, and without its traceback",
          "[certificates][program]") {
  if (std::system("python3 -c 'import json'") != 0) return;
  const Folder folder;
  const std::string a = folder.file("a.json"), script = folder.file("none.py");
  REQUIRE(run("certify tv 'gaussian(sigma=2)' -o " + a).code == 0);
  const auto with = [&](const std::string& text) {
    put(script, text);
    const Run told = run("statement " + a + " --checker " + script + " -o -");
    CAPTURE(text, told.err);
    CHECK(told.code == 2);
    CHECK(told.out.empty());
    CHECK_THAT(told.err, !Catch::Contains("Traceback"));
    return told.err;
  };
  CHECK_THAT(with("print('{\"digest\":\"x\",\"verdict\":\"not covered\"}')\n"),
             Catch::Contains("the verdict 'not covered' is none") &&
                 Catch::Contains("take the checker of this program's own sources"));
  CHECK_THAT(with("raise StopIteration\n"),
             Catch::Contains("printed no verdict (exit code 1): StopIteration"));
  CHECK_THAT(with("raise SystemExit(9)\n"), Catch::Contains("could not be run by python3"));
}

TEST_CASE("certificates: a digest of another form is malformed, not a changed file",
          "[certificates][program]") {
  const Folder folder;
  const std::string a = folder.file("a.json");
  REQUIRE(run("certify tv 'gaussian(sigma=2)' -o " + a).code == 0);
  const std::string honest = content(a);
  const std::string digest = Json::parse(honest)["digest"];
  const auto with = [&](const std::string& other) {
    std::string text = honest;
    put(a, text.replace(text.find(digest), digest.size(), other));
    const Run told = run("check " + a);
    CHECK(told.code == 2);
    return told.err;
  };
  for (const std::string& other :
       {digest.substr(7), digest + "0", std::string("sha256:"), "SHA256:" + digest.substr(7)}) {
    CHECK_THAT(with(other), Catch::Contains("a digest is sha256: and 64 hexadecimal digits"));
  }
  std::string changed = digest;
  changed.back() = changed.back() == '0' ? '1' : '0';
  CHECK_THAT(with(changed), Catch::Contains("the file was changed after it was written"));
}

TEST_CASE("certificates: a wrong end is told once", "[certificates][program]") {
  const Folder folder;
  const std::string a = folder.file("a.json");
  REQUIRE(run("certify tv 'gaussian(sigma=2)' -o " + a).code == 0);
  Json json = Json::parse(content(a));
  json["upper"] = json["lower"] = "0.1";
  json["digits"] = "exact";
  put(a, signed_again(json).dump());
  const Run told = run("check " + a);
  CAPTURE(told.out);
  CHECK(told.code == 1);
  CHECK_THAT(told.out,
             Catch::Contains("  WRONG upper end: the certificate says 0.1, which is below "
                             "all that was derived again\n"));
}
