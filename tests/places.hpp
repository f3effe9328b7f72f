/// Where the program under test and the sources are; set by CMake for places.cpp alone, so that no
/// other test depends on the folder it is built in.
#pragma once

namespace plumbline::testing {

extern const char* const kProgram;
extern const char* const kSourceFolder;

}  // namespace plumbline::testing
