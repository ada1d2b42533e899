//===- TextFile.h - reading small files by name ---------------------------===//
//
// Files that settings name, or in a folder that others may write to, and files
// of the system. A FIFO or a device in place of a file would hold the program
// up. By system calls: libc's functions may be interposed to report the
// program's reads.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_TEXTFILE_H
#define FORESLICE_SUPPORT_TEXTFILE_H

#include <cstddef>
#include <string>

namespace foreslice {

/// Reads the regular file at Path, or the first MostBytes + 1 bytes. Gives what
/// went wrong, empty if nothing. Waits for nobody. Keeps errno.
std::string readTextFile(const std::string &Path, size_t MostBytes,
                         std::string &Text);

} // namespace foreslice

#endif // FORESLICE_SUPPORT_TEXTFILE_H
