/// Writes text files completely, or reports an error.
#pragma once

#include <filesystem>
#include <string>

namespace plumbline {

/// Replaces the content of the file. Throws std::invalid_argument "PATH: cannot be written" unless it writes the
/// whole text.
void write_text_file(const std::filesystem::path& path, const std::string& text);

/// Replaces a file in a folder of this program: a symbolic link in its place is replaced and not followed, and the old
/// file remains until the whole text is written.
void replace_file(const std::filesystem::path& path, const std::string& text);

/// Removes a symbolic link in the place of a file, before the file is opened for writing in a folder of this program.
void remove_link(const std::filesystem::path& path);

/// Creates a folder within a folder of this program. Throws std::invalid_argument if a symbolic link is in its place.
void make_subfolder(const std::filesystem::path& folder);

/// Creates the folder, and checks that a file can be created in it. Called before work whose results would otherwise
/// be lost. Throws std::invalid_argument if no file can be created.
void check_output_folder(const std::filesystem::path& folder);

/// Checks that a file can be written, without changing its text.
void check_output_file(const std::filesystem::path& path);

}  // namespace plumbline
