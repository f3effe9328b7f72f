/// Shared parts of the certificate commands.
#pragma once

#include <functional>

#include "app/certificates/certify_items.hpp"
#include "app/options/words.hpp"
#include "reference/certificates/check.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline {

void add_certify_command(Command& app, int& exit_code);
void add_check_command(Command& app, int& exit_code);
void add_bundle_command(Command& app, int& exit_code);
void add_audit_command(Command& app, int& exit_code);

void add_dossier_command(Command& app, int& exit_code);

/// Certifies the items and prints each answer when it is complete. Writes a bundle if there are several items. Returns
/// the exit code.
int certify_items(const std::vector<CertifyItem>& items, const CommonOptions& common,
                  const std::string& path);
/// Writes the statement page of a file of certificates, with the default options of `statement`. Returns the exit code.
int write_statement_page(const std::string& certificates, const std::string& page,
                         const std::string& title);

/// Returns the certificates of a file ("-": standard input). Exceptions name the file.
std::vector<Certificate> certificates_in(const std::string& file);
/// Parses the members of a file one by one; the text of a problem names the file.
std::vector<ReadMember> members_in(const std::string& file);

/// Prints to standard error a note about the written file; prints nothing for standard output.
void say_written(const std::string& path, const std::string& what);

/// Writes one certificate or a bundle; writes to standard output if the file cannot be written.
void write_certificates(const std::vector<Certificate>& certificates, const std::string& path,
                        bool bundle);

/// Limits of checking, from the command line.
struct CheckLimits {
  int digits = 0;
  double timeout = 60;  ///< seconds for each certificate
};
void add_check_limits(Command& command, CheckLimits& limits);
/// Checks one certificate within the limits. If the command must end before the check is complete, `otherwise` prints
/// the answer and returns the exit code. Without `otherwise` the check itself ends at the time limit.
CheckResult check_within(const Certificate& certificate, const CheckLimits& limits,
                         const std::function<int()>& otherwise = {});

/// Returns 0 if all are proved, 1 if one is refuted, 3 if one is undecided, 4 if a check contradicts itself.
int exit_code_of(const std::vector<CheckResult>& results);
/// Throws Contradiction (exit code 4) if a check found one.
void require_no_contradiction(const std::vector<CheckResult>& results);

}  // namespace plumbline
