/// What the certificate commands share.
#pragma once

#include <functional>

#include "app/options/words.hpp"
#include "reference/certificates/check.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline {

void add_certify_command(Command& app, int& exit_code);
void add_check_command(Command& app, int& exit_code);
void add_bundle_command(Command& app, int& exit_code);
void add_audit_command(Command& app, int& exit_code);

/// The certificates of a file ("-": standard input), naming the file in what it throws.
std::vector<Certificate> certificates_in(const std::string& file);
/// The same member by member; a problem names the file.
std::vector<ReadMember> members_in(const std::string& file);

/// Says on standard error what is in the file now; nothing of standard output.
void say_written(const std::string& path, const std::string& what);

/// As one certificate or a bundle; to standard output where the file cannot be written.
void write_certificates(const std::vector<Certificate>& certificates, const std::string& path,
                        bool bundle);

/// Limits of checking, from the command line.
struct CheckLimits {
  int digits = 0;
  double timeout = 60;  ///< seconds for each certificate
};
void add_check_limits(Command& command, CheckLimits& limits);
/// `otherwise`: what is answered, and the exit code, where the command must end before this one is
/// checked; without it, it goes on until it finds out itself that time is up.
CheckResult check_within(const Certificate& certificate, const CheckLimits& limits,
                         const std::function<int()>& otherwise = {});

/// 0 all proved, 1 one is refuted, 3 one is not decided, 4 a check contradicts itself.
int exit_code_of(const std::vector<CheckResult>& results);
/// Throws Contradiction (exit code 4) where a check came upon one.
void require_no_contradiction(const std::vector<CheckResult>& results);

}  // namespace plumbline
