#include "tests/places.hpp"

namespace plumbline::testing {

const char* const kProgram = PLUMBLINE_PROGRAM;
const char* const kSourceFolder = PLUMBLINE_SOURCE_DIR;

}  // namespace plumbline::testing
