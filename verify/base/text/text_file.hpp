/// Writes text files. If a file cannot be written completely, an exception reports it.
#pragma once

#include <filesystem>
#include <string>

namespace plumbline {

/// Replaces the content of the file. Throws std::invalid_argument "PATH: cannot be written" unless it writes the
/// whole text.
void write_text_file(const std::filesystem::path& path, const std::string& text);

/// Replaces a file in a folder that this program writes. A symbolic link with this path is replaced and not followed.
/// The old file remains until the whole text is written. Throws std::invalid_argument if the file cannot be written.
void replace_file(const std::filesystem::path& path, const std::string& text);

/// Removes the path if it is a symbolic link. Call it before a file in a folder of this program is opened for writing,
/// so that the program does not write to the target of the link.
void remove_link(const std::filesystem::path& path);

/// Creates a folder inside a folder of this program. Throws std::invalid_argument if the path is a symbolic link.
void make_subfolder(const std::filesystem::path& folder);

/// Creates the folder, and checks that a file can be created in it. Call it before a long computation, whose results
/// could otherwise not be written. Throws std::invalid_argument if no file can be created.
void check_output_folder(const std::filesystem::path& folder);

/// Checks that a file can be written, without changing its content. Throws std::invalid_argument if it cannot.
void check_output_file(const std::filesystem::path& path);

}  // namespace plumbline
