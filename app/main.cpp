#include "app/delivered.hpp"
#include "app/program.hpp"

int main(int argc, char** argv) {
  plumbline::keep_standard_streams();
  return plumbline::run_program(argc, argv);
}
