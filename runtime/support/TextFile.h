//===- TextFile.h - reading small files by their names --------------------===//
//
// Files that settings name, or that lie in a folder which others may write to,
// and files of the system's. A FIFO or a device in such a place would hold the
// program up. By system calls: libc's functions may be those that tell of the
// program's reads.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_TEXTFILE_H
#define FORESLICE_SUPPORT_TEXTFILE_H

#include <cstddef>
#include <string>

namespace foreslice {

/// Reads the regular file at Path, or its first MostBytes and one more. Gives
/// what went wrong, empty if nothing. Waits for nobody. Keeps errno.
std::string readTextFile(const std::string &Path, size_t MostBytes,
                         std::string &Text);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_TEXTFILE_H
