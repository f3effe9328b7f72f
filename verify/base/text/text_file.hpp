/// Files of text that are whole or an error.
#pragma once

#include <filesystem>
#include <string>

namespace plumbline {

/// Replaces what is in the file. Throws std::invalid_argument "PATH: cannot be written" unless all
/// of the text has arrived.
void write_text_file(const std::filesystem::path& path, const std::string& text);

/// Replaces a file in a folder of this program: a symbolic link in its place is replaced and not
/// followed, and until all of the text has arrived the old file stays.
void replace_file(const std::filesystem::path& path, const std::string& text);

/// Before a file in a folder that is ours is opened to be written on: a symbolic link in its place is removed.
void remove_link(const std::filesystem::path& path);

/// Makes a folder within one of ours. Throws std::invalid_argument where a symbolic link is in its place.
void make_subfolder(const std::filesystem::path& folder);

/// Makes the folder, and tries that a file can be made in it: before work that would be lost. Throws
/// std::invalid_argument where not.
void check_output_folder(const std::filesystem::path& folder);

/// Checks one file, whose text stays as it is.
void check_output_file(const std::filesystem::path& path);

}  // namespace plumbline
