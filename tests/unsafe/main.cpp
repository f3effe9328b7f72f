/// A program of this library whose check of arithmetic is compiled with options of tests/CMakeLists.txt: prints what a
/// call says.
#include <exception>
#include <iostream>

#include "reference/arithmetic/running/floating_point.hpp"

int main() {
  try {
    const plumbline::FloatingPointScope scope;
    std::cout << "safe\n";
    return 0;
  } catch (const std::exception& e) {
    std::cout << e.what() << "\n";
    return 1;
  }
}
