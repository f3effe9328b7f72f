/// An evaluator's questions about a deployment, and the fields of a record that answer them.
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
  /// The field of the record that answers the question, the missing field, or the reason why the question is out of
  /// scope.
  std::string where;
};

std::vector<EvaluationAnswer> evaluate_record(const Deployment& deployment);

}  // namespace plumbline
