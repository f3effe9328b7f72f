#include "verify/deployments/evaluation.hpp"

namespace plumbline {
namespace {

/// A question that a field of the registry answers.
struct FieldQuestion {
  const char* question;
  const char* path;
};

// The questions follow the order of the pyramid of NIST SP 800-226, Section 1: the guarantee and its unit, the
// algorithms, the trust model and the handling of the data.
constexpr FieldQuestion kFieldQuestions[] = {
    {"Which variant of differential privacy is guaranteed?", "dp_variant.variant_name"},
    {"What is the unit of privacy?", "privacy_loss.privacy_unit"},
    {"Which data sets are neighbours, exactly?", "privacy_loss.privacy_unit_details"},
    {"Which quantities are released without noise?", "dp_variant.unprotected_quantities"},
    {"Is the model central, local or shuffled?", "deployment_model.model_name"},
    {"Who is trusted with what?", "deployment_model.actors"},
    {"Is there one release, or many?", "deployment_model.release_type"},
    {"How does the loss of several releases add up?", "accounting.composition"},
    {"Which post-processing follows?", "accounting.post_processing"},
    {"Which mechanisms add the noise?", "implementation.mechanisms"},
    {"Are parameters chosen with the data themselves?",
     "implementation.preprocessing_and_hyperparameter_tuning"},
    {"Why were these parameters chosen?", "implementation.justification"},
    {"Can users ask questions of their own?", "deployment_model.access_type"}};

struct OutOfScope {
  const char* question;
  const char* why;
};
constexpr OutOfScope kOutOfScope[] = {
    {"Is the sensitivity bounded as the mechanism needs it?",
     "only the code and its proofs show that"},
    {"Does the sampler draw the law that it should?",
     "for a running sampler: plumbline hunt --goal sampler"},
    {"Does floating-point arithmetic leak?", "a matter of the implementation"},
    {"Do timing and other side channels leak?", "a matter of the implementation"},
    {"Are the raw data secure, and collected lawfully?", "a matter of the organisation"},
    {"Are the released data useful and fair?", "no question about privacy"}};

}  // namespace

std::string evaluation_name(EvaluationStatus status) {
  switch (status) {
    case EvaluationStatus::answered:
      return "answered";
    case EvaluationStatus::unanswerable:
      return "unanswerable";
    default:
      return "out of scope";
  }
}

std::vector<EvaluationAnswer> evaluate_record(const Deployment& deployment) {
  std::vector<EvaluationAnswer> out;
  const StatedGuarantee guarantee = stated_guarantee(deployment, deployment.parameters);
  const bool known = !guarantee.expression.empty();
  out.push_back({"How large can the privacy loss be?",
                 known ? EvaluationStatus::answered : EvaluationStatus::unanswerable,
                 known ? guarantee.expression : guarantee.missing});
  for (const FieldQuestion& one : kFieldQuestions) {
    const bool stated = deployment.states(one.path);
    out.push_back({one.question,
                   stated ? EvaluationStatus::answered : EvaluationStatus::unanswerable,
                   stated ? one.path : std::string(one.path) + " is empty"});
  }
  for (const OutOfScope& one : kOutOfScope) {
    out.push_back({one.question, EvaluationStatus::out_of_scope, one.why});
  }
  return out;
}

}  // namespace plumbline
