/// The toys through every interface: each interface supports a mechanism or an engine that was registered once.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.hpp"
#include "capi/plumbline.h"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "tests/share.hpp"
#include "tests/structure/toys.hpp"
#include "verify/hunt/shrink.hpp"
#include "verify/hunt/space/kinks.hpp"
#include "verify/hunt/space/space.hpp"
#include "verify/suite/cases/case_runner.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

namespace fs = std::filesystem;

/// A temporary folder, removed at the end of the test.
class Folder {
 public:
  Folder() {
    char name[] = "/tmp/plumbline-toys-XXXXXX";
    REQUIRE(mkdtemp(name) != nullptr);
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const { return path_ / name; }
  std::string read(const std::string& name) const {
    std::stringstream out;
    out << std::ifstream(path_ / name).rdbuf();
    return out.str();
  }
  std::string written(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return file(name);
  }

 private:
  fs::path path_;
};

struct Told {
  int code = -1;
  std::string out, err;
};

/// Redirects one of the standard streams into a file during its lifetime.
class Redirected {
 public:
  Redirected(FILE* stream, const std::string& file) : stream_(stream) {
    std::fflush(stream_);
    kept_ = dup(fileno(stream_));
    FILE* to = std::fopen(file.c_str(), "w");
    REQUIRE(to != nullptr);
    dup2(fileno(to), fileno(stream_));
    std::fclose(to);
  }
  ~Redirected() {
    std::fflush(stream_);
    dup2(kept_, fileno(stream_));
    close(kept_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  FILE* stream_;
  int kept_;
};

/// Runs the program with these arguments in this process: another process would not have the toys.
Told plumbline_says(const std::vector<std::string>& words) {
  const Folder folder;
  std::vector<std::string> all = {"plumbline"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> argv;
  for (std::string& word : all) argv.push_back(word.data());
  argv.push_back(nullptr);
  Told told;
  {
    const Redirected out(stdout, folder.file("out")), err(stderr, folder.file("err"));
    told.code = run_program(static_cast<int>(all.size()), argv.data());
  }
  told.out = folder.read("out");
  told.err = folder.read("err");
  return told;
}

nlohmann::json first_line(const std::string& text) {
  return nlohmann::json::parse(text.substr(0, text.find('\n')));
}

/// Returns delta(1/2) of slope(w=1)^3 by another method: on a lattice.
Ball truth() {
  register_toys();
  PrivacyProfile profile(Composition::parse("slope(w=1)^3"), Direction::worst, "lattice");
  return profile.delta(Real(number("1/2")), Effort{4}).value;
}

Ball between(const nlohmann::json& line) {
  return Ball::hull(ball(line.at("lower")), ball(line.at("upper")));
}

}  // namespace

TEST_CASE("toys: the planner orders them by what they say of themselves", "[structure][engines]") {
  register_toys();
  const Composition toy = Composition::parse("slope(w=1)^3");
  const std::vector<Planned> planned = cheapest_first(toy, 15);
  REQUIRE(planned.size() >= 3);
  CHECK(planned.front().entry->name == "hoeffding");
  const std::string text = plan_text(toy, 15);
  CHECK(text.find("plan: hoeffding, cost 0.0001, 1 digits at most (a few numbers); then ") == 0);
  // The engine does not support other mechanisms.
  for (const Planned& one : cheapest_first(Composition::parse("gaussian(sigma=1)^2"), 15)) {
    CHECK(one.entry->name != "hoeffding");
  }
  CHECK_THROWS_WITH(plan(Composition::parse("laplace(b=1)"), "hoeffding"),
                    Catch::Contains("it covers products of slope alone"));
  CHECK_THROWS_WITH(register_engine(hoeffding_entry()), Catch::Contains("already"));
}

TEST_CASE("toys: the toy engine's bounds hold", "[structure][engines][sweep]") {
  register_toys();
  int turn = 0;
  for (const char* mechanism : {"slope(w=1)", "slope(w=1/2)^20 * slope(w=1.5)"}) {
    const Composition c = Composition::parse(mechanism);
    const auto toy = plan(c, "hoeffding"), line = plan(c, "lattice");
    for (const char* t : {"-0.5", "0", "0.3", "1"}) {
      for (int q = 0; q <= static_cast<int>(Question::Q_below); ++q) {
        if (!testing::of_list(turn++, 8)) continue;  // each question occurs once
        CAPTURE(mechanism, t, q);
        const auto question = static_cast<Question>(q);
        const Real at(number(t));
        CHECK(overlaps(toy->answer(question, at, Effort{8}).value,
                       line->answer(question, at, Effort{3}).value));
      }
    }
  }
}

TEST_CASE("toys: on the command line", "[structure][app]") {
  const Ball known = truth();
  const Told value =
      plumbline_says({"delta", "slope(w=1)^3", "--epsilon", "1/2", "--digits", "12", "--json"});
  CAPTURE(value.out, value.err);
  REQUIRE(value.code == 0);
  CHECK(overlaps(between(first_line(value.out)), known));
  CHECK(first_line(value.out).at("digits").get<double>() >= 12);

  const Told coarse = plumbline_says(
      {"delta", "slope(w=1)^3", "--epsilon", "1/2", "--engine", "hoeffding", "--json"});
  CHECK(coarse.code == 3);
  CHECK(first_line(coarse.out).at("engine") == "hoeffding");
  CHECK(overlaps(between(first_line(coarse.out)), known));

  const Told why = plumbline_says({"delta", "slope(w=1)^3", "--epsilon", "1/2", "--explain"});
  CHECK(why.err.find("plan: hoeffding, cost 0.0001") != std::string::npos);
  CHECK(plumbline_says({"list", "mechanisms"}).out.find("slope") != std::string::npos);
  CHECK(plumbline_says({"list", "engines"}).out.find("hoeffding") != std::string::npos);
}

TEST_CASE("toys: in certificates", "[structure][certificates][slow]") {
  register_toys();
  const Folder folder;
  const std::string file = folder.file("toy.json");
  CHECK(plumbline_says(
            {"certify", "delta", "slope(w=1)^3", "--epsilon", "1/2", "--digits", "6", "-o", file})
            .code == 0);
  const Told checked = plumbline_says({"check", file});
  CAPTURE(checked.out, checked.err);
  CHECK(checked.code == 0);
}

TEST_CASE("toys: in claims of accountants", "[structure][claims]") {
  const double delta = truth().approximate();
  const Folder folder;
  const auto claim = [](double value) {
    return nlohmann::json{{"tool", "toy"},
                          {"method", "any"},
                          {"quantity", "delta"},
                          {"at", {{"epsilon", 0.5}}},
                          {"direction", "worst"},
                          {"kind", "upper"},
                          {"value", std::to_string(value)},
                          {"mechanism", {{"kind", "tilted_uniform"}, {"slope", 1}, {"steps", 3}}}};
  };
  const std::string file = folder.written(
      "claims.jsonl", claim(delta * 1.01).dump() + "\n" + claim(delta * 0.99).dump() + "\n");
  const Told told = plumbline_says({"claims", file, "--json"});
  CAPTURE(told.out, told.err);
  CHECK(told.code == 1);
  std::stringstream lines(told.out);
  std::string line;
  REQUIRE(std::getline(lines, line));
  CHECK(nlohmann::json::parse(line).at("verdict") == "sound");
  REQUIRE(std::getline(lines, line));
  CHECK(nlohmann::json::parse(line).at("verdict") == "violated");
}

TEST_CASE("toys: in case files, and judged", "[structure][suite]") {
  register_toys();
  const CaseFile file = read_case_text(R"_(
title = "toys"
source = "none"
[[case]]
id = "slope"
mechanism = "slope(w=1)"
quantity = "delta"
at = { epsilon = "0" }
equals = "1/8"
[[case]]
id = "judged"
mechanism = "slope(w=1)^3"
quantity = "delta"
at = { epsilon = "1/2" }
judge = ["edgeworth2"]
)_",
                                       "toys.toml");
  CAPTURE(file.problems.size());
  REQUIRE(file.cases.size() == 2);
  CHECK(run_case(file.cases.front(), {}).results.front()["verdict"] == "agrees");
  const auto judged = run_case(file.cases.back(), {}).results.front();
  CHECK(overlaps(between(judged), truth()));
  CHECK(judged["judged"][0]["verdict"] == "measured");
  const Told told = plumbline_says({"judge", "delta", "slope(w=1)^3", "--epsilon", "1/2",
                                    "--digits", "8", "--with", "edgeworth2"});
  CAPTURE(told.out, told.err);
  CHECK(told.code == 0);
  CHECK(told.out.find("edgeworth2") != std::string::npos);
}

TEST_CASE("toys: in hunts", "[structure][hunt]") {
  register_toys();
  CHECK(Space::usual().has_kind("tilted_uniform"));
  CHECK(plumbline_says({"hunt", "--show-space"}).out.find("kind = \"tilted_uniform\"") !=
        std::string::npos);
  const Space space = Space::parse(
      "[[mechanism]]\nkind = \"tilted_uniform\"\nslope = {from = 0.2, to = 1.8}\nsteps = 4\n"
      "[questions]\ndelta = [{at = \"kink\"}]\n",
      "toy");
  const auto setting = space.at(Genome(space.dimension(), 0.4));
  REQUIRE(setting);
  CHECK(setting_expression(*setting).find("slope(w=") == 0);
  // The kink is the largest loss, log(1 + w/2) per step.
  const double w = setting->factors.front().parameters.front().second;
  CHECK(kink_near(*setting, 0) == Approx(4 * std::log1p(w / 2)));
  Setting plainer = *setting, other = *setting;
  plainer.factors = {{"gaussian", {{"sigma", w}}, 4}};
  other.factors = {{"subsampled_gaussian", {{"sigma", w}, {"sampling_rate", 0.5}}, 4}};
  CHECK(complexity_of(plainer) < complexity_of(*setting));
  CHECK(complexity_of(*setting) < complexity_of(other));
}

TEST_CASE("toys: through the C interface", "[structure][capi]") {
  const Ball known = truth();
  const auto is_listed = [](const char* (*name)(size_t), const std::string& wanted) {
    for (size_t i = 0; name(i) != nullptr; ++i) {
      if (name(i) == wanted) return true;
    }
    return false;
  };
  CHECK(is_listed(plumbline_mechanism_name, "slope"));
  CHECK(is_listed(plumbline_engine, "hoeffding"));
  plumbline_mechanism* opened = nullptr;
  REQUIRE(plumbline_open("slope(w=1)^3", &opened) == PLUMBLINE_OK);
  const std::unique_ptr<plumbline_mechanism, void (*)(plumbline_mechanism*)> m(opened,
                                                                               plumbline_close);
  plumbline_options options{};
  options.digits = 12;
  plumbline_answer* answered = nullptr;
  REQUIRE(plumbline_ask(m.get(), "delta", "1/2", &options, &answered) == PLUMBLINE_OK);
  const std::unique_ptr<plumbline_answer, void (*)(plumbline_answer*)> a(answered, plumbline_free);
  CHECK(
      overlaps(Ball::hull(ball(plumbline_lower(a.get())), ball(plumbline_upper(a.get()))), known));
  CHECK(plumbline_reached(a.get()) == 1);
}
