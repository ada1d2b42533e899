//===- Output.h - writing without doing harm ------------------------------===//
//
// The run time's few writes: lines on standard error and the statistics file.
// Neither a full disk, a closed pipe nor a file size limit may end or block
// the program, so the signals that they raise are swallowed.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_OUTPUT_H
#define FORESLICE_SUPPORT_OUTPUT_H

#include <string>
#include <string_view>

namespace foreslice {

/// Writes all of Text; 0 or an errno. SIGPIPE and SIGXFSZ are not delivered.
int writeAll(int Fd, std::string_view Text);

/// The same on standard error. Nothing if descriptor 2 is not what it was when
/// the library was loaded: the program may have another file there by now.
void writeErrors(std::string_view Text);
/// Descriptor 2 is what it is to be: as if the library were loaded now. For
/// tests.
void noteStandardError();

/// Replaces the regular file at Path, or creates it, readable by the owner
/// only: the old content or the new one is there, never half of it. Follows no
/// symbolic link at Path. Returns what went wrong, empty if nothing.
std::string replaceFile(const std::string &Path, std::string_view Text);

/// A program may start others, which have its settings: the first one writes to
/// the Path of a setting, and each other process to Path.PID.
std::string pathOfProcess(const std::string &Path);
/// This process is the first one, unless another one was before
/// (FORESLICE_STARTED in the environment, which is set). Where the program
/// starts.
void beFirstProcess();

} // namespace foreslice

#endif // FORESLICE_SUPPORT_OUTPUT_H
