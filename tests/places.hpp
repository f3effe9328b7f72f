/// The paths of the program under test and of the sources; CMake sets them for places.cpp only, so that no other test
/// depends on the build folder.
#pragma once

namespace plumbline::testing {

extern const char* const kProgram;
extern const char* const kSourceFolder;

}  // namespace plumbline::testing
