/// A program whose check of the arithmetic is compiled with the options of tests/CMakeLists.txt: it prints the result
/// of a call.
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
