/// The bundles in the repository for the kernel pass the usual reader: digests, names, numbers.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/certificates/certificate_support.hpp"
#include "tests/places.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("certificates: bundles of the repository have the digests of their contents",
          "[certificates]") {
  size_t bundles = 0;
  for (const char* folder : {"rocq", "cases/certificates"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(kSourceFolder) / folder)) {
      if (entry.path().extension() != ".json") continue;
      std::ifstream file(entry.path());
      std::stringstream text;
      text << file.rdbuf();
      if (text.str().find("\"plumbline-bundle\"") == std::string::npos) continue;
      CAPTURE(entry.path().string());
      CHECK_FALSE(read_certificates(text.str()).empty());
      ++bundles;
    }
  }
  CHECK(bundles >= 5);
}
