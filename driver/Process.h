//===- Process.h - starting other programs --------------------------------===//
//
// What every command of the driver needs of the operating system: to say an
// error and stop, to become another program, to read what one prints.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_PROCESS_H
#define FORESLICE_DRIVER_PROCESS_H

#include <string>
#include <string_view>
#include <vector>

namespace foreslice::driver {

/// Prints "<Command>: error: <Text>" on standard error and exits.
[[noreturn]] void fatal(std::string_view Command, const std::string &Text,
                        int Status = 1);

/// What shells and env(1) exit with where a program cannot be run, and where
/// there is none.
enum { CannotRun = 126, NoProgram = 127 };

/// Prints "<Command>: warning: <Text>" on standard error.
void warn(std::string_view Command, const std::string &Text);

/// Becomes the program at Path with Arguments as its argv. A script that names
/// no interpreter is one of the shell's. Returns only if that failed, with
/// errno set.
void execute(const std::string &Path,
             const std::vector<std::string> &Arguments);

/// Runs the program at Path with Arguments as its argv and waits for its end.
/// Returns its exit status, as a shell has it; -1 with errno set if it cannot
/// be run.
int run(const std::string &Path, const std::vector<std::string> &Arguments);

/// Runs Commands, each a path and its arguments, as many at once as there are
/// processors. True if all have ended with 0.
bool runAll(const std::vector<std::vector<std::string>> &Commands);

/// What `Arguments...` (the first an absolute path) prints on standard output;
/// "" if it cannot be run. Its exit status, as a shell has it, goes to Status.
std::string outputOf(const std::vector<std::string> &Arguments,
                     int *Status = nullptr);

/// The executable regular files named Name in the folders of PATH, in order.
std::vector<std::string> findInPath(const std::string &Name);

/// Symbolic links resolved; "" if there is no such file.
std::string realPath(const std::string &Path);

/// True of anything at Path but a folder.
bool isFile(const std::string &Path);

/// What follows the last slash.
std::string_view baseName(std::string_view Path);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_PROCESS_H
