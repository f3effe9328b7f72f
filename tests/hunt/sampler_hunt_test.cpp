/// Hunts for faulty samplers: children that print draws, correct and wrong ones.
#include "verify/hunt/sampler/sampler_hunt.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tests/support.hpp"
#include "verify/base/exit_code.hpp"

using namespace plumbline;

namespace {

SamplerHuntResult hunted(const std::string& law, const std::string& shell, long draws = 20000) {
  SamplerHuntOptions options;
  options.draws = draws;
  options.seconds = 60;
  return hunt_sampler(sampler_law(law, {}), {"sh", "-c", shell}, options);
}

/// Returns a law of 256 equally likely outcomes.
std::string bytes() {
  std::string list = "1/256";
  for (int i = 1; i < 256; ++i) list += ",1/256";
  return "finite(P=[" + list + "],Q=[" + list + "])";
}
/// Hunts with random bytes through a filter.
SamplerHuntResult bytes_through(const char* filter, long draws) {
  return hunted(bytes(), fmt::format("od -An -v -tu1 -w1 /dev/urandom | {}", filter), draws);
}

std::vector<SamplerDraw> draws_of(const std::string& text, DrawForm form = DrawForm::text) {
  std::vector<SamplerDraw> out;
  DrawReader reader(form);
  for (const char c : text) reader.read(std::string(1, c), &out);
  reader.finish(&out);
  return out;
}

}  // namespace

TEST_CASE("hunt for samplers: draws are read as they are printed", "[hunt][sampler]") {
  const std::vector<SamplerDraw> found =
      draws_of("1\n-2\r\n+3\n\n2.5\n[4, 5.0,true]\n-inf\n123456789012345678901\nFalse");
  REQUIRE(found.size() == 10);
  CHECK(found[0] == SamplerDraw::of(1L));
  CHECK(found[1].whole == -2);
  CHECK(found[2].whole == 3);
  CHECK((!found[3].is_whole && found[3].value == 2.5));
  CHECK((found[5].is_whole && found[5].whole == 5));
  CHECK(found[6].whole == 1);
  CHECK(!found[7].is_whole);
  CHECK((found[8].is_whole && found[8].value > 1e20));
  CHECK(found[9].whole == 0);
  for (const char* wrong : {"a\n", "1 2\n", "[1,\"a\"]\n", "{\"draw\":1}\n"}) {
    CHECK_THROWS_WITH(draws_of(wrong), Catch::Contains("one number a line"));
  }
}

TEST_CASE("hunt for samplers: raw values of 64 bits", "[hunt][sampler]") {
  const std::string minus_two("\xfe\xff\xff\xff\xff\xff\xff\xff", 8),
      half("\0\0\0\0\0\0\xe0\x3f", 8);
  CHECK(draws_of(minus_two + minus_two, DrawForm::binary_integers).back().whole == -2);
  CHECK(draws_of(half + "abc", DrawForm::binary_doubles).front().value == 0.5);
  CHECK(draws_of(half + "abc", DrawForm::binary_doubles).size() == 1);
}

TEST_CASE("hunt for samplers: a right one is not refuted, in one start or in many",
          "[hunt][sampler]") {
  const SamplerHuntResult one = bytes_through("cat", 20000);
  CHECK(sampler_hunt_exit_code(one) == kAllAsAsked);
  CHECK(one.draws == 20000);
  CHECK(one.starts == 2);
  CHECK(sampler_hunt_text(one).find("not refuted") != std::string::npos);
  const SamplerHuntResult many = bytes_through("head -301", 2000);
  CHECK(many.draws == 2000);
  CHECK(many.starts >= 7);
  CHECK(!many.verdict.refuted);
}

TEST_CASE("hunt for samplers: wrong ones are refuted, and the cell is named", "[hunt][sampler]") {
  const SamplerHuntResult capped = bytes_through("sed s/255/254/", 100000);
  CHECK(sampler_hunt_exit_code(capped) == kWrong);
  CHECK(capped.draws < 100000);
  CHECK(sampler_hunt_text(capped).find("0 of ") != std::string::npos);
  const SamplerHuntResult fixed = hunted("poisson(mu=4)", "yes 4 | head -300; sleep 60", 300);
  const nlohmann::ordered_json record = sampler_hunt_record(fixed);
  CHECK(record["refuted"] == true);
  CHECK(record["tests"][0]["e_value"].get<std::string>().size() > 3);
  const SamplerHuntResult seeded =
      hunted("poisson(mu=100000)", "seq 99800 100200 | sort -R --random-source=/bin/sh", 300);
  CHECK(seeded.verdict.refuted);
  const SamplerHuntResult halves = hunted("binomial(n=10)", "yes 2.5", 300);
  CHECK(sampler_hunt_text(halves).find("no integer of the support") != std::string::npos);
}

TEST_CASE("hunt for samplers: silence is no verdict", "[hunt][sampler]") {
  const SamplerHuntResult silent = hunted("poisson(mu=4)", "echo no module >&2; exit 3", 300);
  CHECK(sampler_hunt_exit_code(silent) == kBadInput);
  CHECK(silent.silence.find("exit code 3; standard error: no module") != std::string::npos);
  CHECK_THROWS_WITH(hunt_sampler(sampler_law("poisson(mu=4)", {}), {"/no/such/sampler"}, {}),
                    Catch::Contains("the sampler /no/such/sampler cannot be started"));
}
