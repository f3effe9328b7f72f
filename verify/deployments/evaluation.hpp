/// The questions of an evaluator, and the answers of a record.
#pragma once

#include <string>
#include <vector>

#include "verify/deployments/deployment.hpp"

namespace plumbline {

enum class EvaluationStatus { answered, unanswerable, out_of_scope };
/// Returns "answered", "unanswerable" or "out of scope".
std::string evaluation_name(EvaluationStatus status);

/// One question of NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees.
struct EvaluationAnswer {
  std::string question;
  EvaluationStatus status;
  std::string
      where;  ///< the field of the record that answers it, the missing field, or the reason why it
              ///< is out of scope
};

std::vector<EvaluationAnswer> evaluate_record(const Deployment& deployment);

}  // namespace plumbline
