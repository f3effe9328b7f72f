#include "reference/certificates/derived.hpp"

#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"

namespace plumbline {

Certificate derived_certificate(const Query& question, const Effort& effort) {
  return certificate_of(question, answer(question, effort));
}

}  // namespace plumbline
