/// The entry point of libFuzzer, for the target named when this file is compiled.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  plumbline::fuzz::PLUMBLINE_FUZZ_TARGET(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
