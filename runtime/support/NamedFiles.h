//===- NamedFiles.h - asking the system of files by name ------------------===//
//
// In place of std::filesystem, which brings the streams and locales of the C++
// library with it: half a megabyte in each program. The listing of a folder
// takes no memory from the program's malloc, as opendir() does. Any thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_NAMEDFILES_H
#define FORESLICE_SUPPORT_NAMEDFILES_H

#include "support/FunctionRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace foreslice::named_files {

/// The bytes of a regular file; none of something else.
std::optional<uint64_t> sizeOf(const std::string &Path);

bool isFolder(const std::string &Path);

/// Leaves a folder that is there as the folder is.
void makeFolder(const std::string &Path);

/// Where a symbolic link leads to; empty of something else.
std::string linkTarget(const std::string &Path);

/// With the current folder before a relative path; none where that is unknown,
/// and of an empty path.
std::optional<std::string> absolute(const std::string &Path);

/// Without links; empty of a file that is not there.
std::string canonical(const std::string &Path);

/// Calls Each with the name of each entry until Each gives false. Gives 0, or
/// an errno.
int list(const std::string &Folder,
         FunctionRef<bool(const std::string &Name)> Each);

} // namespace foreslice::named_files

#endif // FORESLICE_SUPPORT_NAMEDFILES_H
