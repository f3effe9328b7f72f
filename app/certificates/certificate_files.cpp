/// Reads and writes files of certificates.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/certificates/certificate_commands.hpp"
#include "app/certificates/certify_items.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline {

void say_written(const std::string& path, const std::string& what) {
  if (path == "-" || path.rfind("/dev/", 0) == 0) return;
  fmt::print(stderr, "wrote {}: {}\n", one_line(path), one_line(what));
}

std::vector<ReadMember> members_in(const std::string& file) {
  const std::string text = read_text(file);
  const auto named = [&](const std::string& problem) {
    return NotACertificate(file == "-" ? "standard input" : file, "not a certificate: " + problem);
  };
  try {
    std::vector<ReadMember> out = read_members(text);
    for (ReadMember& member : out) {
      if (!member.certificate) member.problem = named(member.problem).what();
    }
    return out;
  } catch (const NotACertificate& e) {
    throw named(e.what());
  }
}

std::vector<Certificate> certificates_in(const std::string& file) {
  std::vector<Certificate> out;
  for (ReadMember& member : members_in(file)) {
    if (!member.certificate) throw NotACertificate("", member.problem);
    out.push_back(std::move(*member.certificate));
  }
  return out;
}

void write_certificates(const std::vector<Certificate>& certificates, const std::string& path,
                        bool bundle) {
  const std::string text =
      (bundle ? bundle_json(certificates) : to_json(certificates.front())).dump(2) + "\n";
  try {
    write_text(path, text);
    say_written(path, certificates.size() == 1
                          ? "1 certificate"
                          : std::to_string(certificates.size()) + " certificates");
  } catch (const std::invalid_argument& e) {
    // Prints the content of the file on standard output, so that no computed result is lost.
    if (path != "-") fmt::print("{}", text);
    throw std::invalid_argument(std::string(e.what()) + "; the certificate is on standard output");
  }
}

}  // namespace plumbline
