/// The paths of the program under test and of the sources; CMake sets them for places.cpp alone, so that no other test
/// depends on the folder in which it is built.
#pragma once

namespace plumbline::testing {

extern const char* const kProgram;
extern const char* const kSourceFolder;

}  // namespace plumbline::testing
