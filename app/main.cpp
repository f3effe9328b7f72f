#include "app/program.hpp"
#include "app/running/delivered.hpp"

int main(int argc, char** argv) {
  plumbline::keep_standard_streams();
  return plumbline::run_program(argc, argv);
}
