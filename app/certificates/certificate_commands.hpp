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
/// Parses the certificates of a file one by one. If one cannot be parsed, its member `problem` describes why and names
/// the file.
std::vector<ReadMember> members_in(const std::string& file);

/// Prints to standard error a note about the written file; prints nothing for standard output.
void say_written(const std::string& path, const std::string& what);

/// Writes one certificate or a bundle; if the file cannot be written, writes to standard output and throws
/// std::invalid_argument.
void write_certificates(const std::vector<Certificate>& certificates, const std::string& path,
                        bool bundle);

/// Limits of checking, from the command line.
struct CheckLimits {
  int digits = 0;
  double timeout = 60;  ///< seconds for each certificate
};
void add_check_limits(Command& command, CheckLimits& limits);
/// Checks one certificate within the limits. The check polls the time limit and ends by itself. If it does not end, and
/// `otherwise` is present, the command is ended: `otherwise` prints the answer and returns the exit code.
CheckResult check_within(const Certificate& certificate, const CheckLimits& limits,
                         const std::function<int()>& otherwise = {});

/// Returns 4 if a check found a contradiction between its own enclosures. Otherwise returns 1 if a certificate is
/// refuted or withdrawn, otherwise 3 if one is undecided, otherwise 0.
int exit_code_of(const std::vector<CheckResult>& results);
/// Throws Contradiction (exit code 4) if a check found a contradiction.
void require_no_contradiction(const std::vector<CheckResult>& results);

}  // namespace plumbline
