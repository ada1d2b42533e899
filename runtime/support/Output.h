//===- Output.h - writing without doing harm ------------------------------===//
//
// The run time's few writes: lines on standard error and the statistics file.
// Neither a full disk, a closed pipe nor a file size limit may end or block the
// program, so the raised signals are swallowed.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_OUTPUT_H
#define FORESLICE_SUPPORT_OUTPUT_H

#include <string>
#include <string_view>

namespace foreslice {

/// Writes all of Text; 0 or an errno. SIGPIPE and SIGXFSZ are not delivered.
int writeAll(int Fd, std::string_view Text);

/// writeAll() on standard error. Writes nothing if the file of descriptor 2 has
/// changed since the library was loaded: the program may have another file
/// there.
void writeErrors(std::string_view Text);
/// Takes the current file of descriptor 2 as standard error. For tests.
void noteStandardError();

/// Replaces the regular file at Path, or creates the file, readable by the
/// owner only: the old or the new content is there, never half of the new.
/// Follows no symbolic link at Path. Returns what went wrong, empty if nothing.
std::string replaceFile(const std::string &Path, std::string_view Text);

/// The path where this process writes for a setting Path. Programs hand their
/// settings on to the programs they start: the first process writes to Path,
/// and each other process to Path.PID.
std::string pathOfProcess(const std::string &Path);
/// This process is the first, unless FORESLICE_STARTED in the environment says
/// otherwise; sets FORESLICE_STARTED. Called where the program starts.
void beFirstProcess();

} // namespace foreslice

#endif // FORESLICE_SUPPORT_OUTPUT_H
