// Computes a certified delta with the library: delta(1) of the Gaussian mechanism with sigma = 1.
#include <iostream>
#include <plumbline/plumbline.hpp>

int main() {
  plumbline::api::Mechanism mechanism("gaussian(sigma=1)");
  const plumbline::api::CertifiedAnswer delta = mechanism.delta("1");
  std::cout << delta.lower << " <= delta <= " << delta.upper << "\n";
  // Phi(-1/2) - e Phi(-3/2), from published tables.
  return delta.reached && delta.lower.rfind("0.126936737", 0) == 0 ? 0 : 1;
}
