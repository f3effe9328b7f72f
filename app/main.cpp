#include "app/program.hpp"

int main(int argc, char** argv) { return plumbline::run_program(argc, argv); }
