/// Certificates through the C interface, read back and checked.
#include <memory>
#include <string>
#include <vector>

#include "capi/plumbline.h"
#include "reference/certificates/check.hpp"
#include "tests/support.hpp"
#include "verify/certificates/certificate_json.hpp"

using namespace plumbline;

namespace {

std::string certificate_of(const plumbline_request& request) {
  plumbline_options six{};
  six.digits = 6;
  plumbline_answer* made = nullptr;
  REQUIRE(plumbline_derive(&request, &six, &made) == PLUMBLINE_OK);
  const std::unique_ptr<plumbline_answer, decltype(&plumbline_free)> held(made, plumbline_free);
  const char* text = nullptr;
  REQUIRE(plumbline_certificate(made, &text) == PLUMBLINE_OK);
  return text;
}

plumbline_request scores_request() {
  static const plumbline_named words[] = {{"members", "3,2.5,2,1.5"}, {"others", "1,0.5,0,-1"}};
  plumbline_request out{};
  out.quantity = "audited_epsilon";
  out.mechanism =
      "scores(members=4,others=4,member_scores=high,rule=explicit,threshold=1.5,confidence=0.5,"
      "split=0.5)";
  out.at = "1e-5";
  out.words = words;
  out.word_count = 2;
  return out;
}

plumbline_request divergence_request() {
  static const plumbline_named words[] = {{"hyperprior", "none"}};
  plumbline_request out{};
  out.quantity = "divergence";
  out.mechanism = "gaussian(sigma=1)";
  out.other = "gaussian(sigma=2)";
  out.words = words;
  out.word_count = 1;
  return out;
}

}  // namespace

TEST_CASE("C: the certificates of scores and of an option in its usual form are confirmed",
          "[capi]") {
  for (const plumbline_request& request : {scores_request(), divergence_request()}) {
    CAPTURE(request.quantity);
    const std::vector<Certificate> read = read_certificates(certificate_of(request));
    REQUIRE(read.size() == 1);
    CHECK(check(read.front(), {}).verdict == Verdict::confirmed);
  }
}
