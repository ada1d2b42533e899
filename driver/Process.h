//===- Process.h - starting other programs --------------------------------===//
//
// The needs of every command of the driver: to report an error and stop, to
// become another program, to read the output of a program.
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

/// Exit statuses of shells and env(1) for a program that cannot be run, and for
/// a missing program.
enum { CannotRun = 126, NoProgram = 127 };

/// Prints "<Command>: warning: <Text>" on standard error.
void warn(std::string_view Command, const std::string &Text);

/// Becomes the program at Path with Arguments as argv. A script without an
/// interpreter is run by the shell. Returns only on failure, with errno set.
void execute(const std::string &Path,
             const std::vector<std::string> &Arguments);

/// Runs the program at Path with Arguments as argv and waits for the end.
/// Returns the exit status, as in a shell; -1 with errno set if the program
/// cannot be run. Output, if not "", is a file for standard output and standard
/// error.
int run(const std::string &Path, const std::vector<std::string> &Arguments,
        const std::string &Output = "");

/// Runs Commands, each a path with arguments, as many at once as there are
/// processors. True if all end with 0.
bool runAll(const std::vector<std::vector<std::string>> &Commands);

/// The standard output of `Arguments...` (the first an absolute path); "" if
/// the program cannot be run. Status gets the exit status, as in a shell.
std::string outputOf(const std::vector<std::string> &Arguments,
                     int *Status = nullptr);

/// The executable regular files named Name in the folders of PATH, in order.
std::vector<std::string> findInPath(const std::string &Name);

/// Path with symbolic links resolved; "" if there is no such file.
std::string realPath(const std::string &Path);

/// True if Path exists and is no folder.
bool isFile(const std::string &Path);

/// The lines of the file at Path; none without the file.
std::vector<std::string> linesOf(const std::string &Path);

/// The part behind the last slash.
std::string_view baseName(std::string_view Path);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_PROCESS_H
