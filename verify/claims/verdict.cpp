#include "verify/claims/verdict.hpp"

#include <algorithm>

namespace plumbline {

ViolationGrade grade_of_failure(const ClaimVerdict& verdict) {
  const bool exceeded = verdict.promise && verdict.promise->verdict == VerdictKind::violated;
  if (verdict.no_number) return ViolationGrade::broken;
  return exceeded ? std::max(ViolationGrade::material, verdict.grade) : verdict.grade;
}

std::string verdict_name(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::sound:
      return "sound";
    case VerdictKind::violated:
      return "violated";
    case VerdictKind::estimate:
      return "estimate";
    case VerdictKind::undecided:
      return "undecided";
    case VerdictKind::unsupported:
      return "unsupported";
    case VerdictKind::broken:
      break;
  }
  return "broken";
}

std::optional<VerdictKind> find_verdict(const std::string& name) {
  using enum VerdictKind;
  for (const VerdictKind kind : {sound, violated, estimate, undecided, unsupported, broken}) {
    if (verdict_name(kind) == name) return kind;
  }
  return std::nullopt;
}

std::string grade_name(ViolationGrade grade) {
  switch (grade) {
    case ViolationGrade::last_digits:
      return "last_digits";
    case ViolationGrade::numerical:
      return "numerical";
    case ViolationGrade::material:
      return "material";
    case ViolationGrade::gross:
      return "gross";
    case ViolationGrade::broken:
      return "broken";
    case ViolationGrade::none:
      break;
  }
  return "";
}

std::optional<ViolationGrade> find_grade(const std::string& name) {
  using enum ViolationGrade;
  for (const ViolationGrade grade : {last_digits, numerical, material, gross, broken}) {
    if (grade_name(grade) == name) return grade;
  }
  return std::nullopt;
}

}  // namespace plumbline
