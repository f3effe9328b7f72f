/// A file of claims with every kind of line.
#pragma once

#include <string>

namespace plumbline::testing {

/// Returns claims of each verdict about nine compositions, a broken line and a line without a number.
inline std::string claims_of_nine() {
  std::string text;
  for (int i = 0; i < 36; ++i) {
    const std::string mechanism =
        "gaussian(sigma=" + std::to_string(1 + i % 3) + ")^" + std::to_string(1 + i / 12);
    const char* kind = i % 4 == 0 ? "lower" : i % 4 == 1 ? "estimate" : "upper";
    text += R"({"tool":"a","version":"1","method":"m)" + std::to_string(i % 2) +
            R"(","mechanism":")" + mechanism + R"(","quantity":"delta","at":{"epsilon":"1"},)" +
            R"("value":)" + std::to_string(0.01 * i) + R"(,"kind":")" + kind + "\"" +
            (i % 8 == 1 ? R"(,"tolerance":1e-3})" : "}") + "\n";
    if (i == 20) text += "{\n";
    if (i == 30) {
      text += R"_({"mechanism":"gaussian(sigma=1)","quantity":"tv","kind":"upper","error":"x"})_"
              "\n";
    }
  }
  return text;
}

}  // namespace plumbline::testing
