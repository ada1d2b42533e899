//===- Process.cpp - starting other programs ------------------------------===//
//
// Plain POSIX: the compiler driver runs once per source file and starts in
// about a millisecond, so this file pulls in little.
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace foreslice::driver {

static std::vector<char *> pointers(const std::vector<std::string> &Arguments) {
  std::vector<char *> Result;
  Result.reserve(Arguments.size() + 1);
  for (const std::string &Argument : Arguments)
    Result.push_back(const_cast<char *>(Argument.c_str()));
  Result.push_back(nullptr);
  return Result;
}

static void print(std::string_view Command, const char *Kind,
                  const std::string &Text) {
  std::fprintf(stderr, "%.*s: %s: %s\n", static_cast<int>(Command.size()),
               Command.data(), Kind, Text.c_str());
}

void fatal(std::string_view Command, const std::string &Text, int Status) {
  print(Command, "error", Text);
  std::exit(Status);
}

void warn(std::string_view Command, const std::string &Text) {
  print(Command, "warning", Text);
}

void execute(const std::string &Path,
             const std::vector<std::string> &Arguments) {
  std::fflush(nullptr);
  execv(Path.c_str(), pointers(Arguments).data());
  if (errno != ENOEXEC)
    return;
  std::vector<std::string> Shell = {"sh", Path};
  Shell.insert(Shell.end(), Arguments.begin() + 1, Arguments.end());
  execv("/bin/sh", pointers(Shell).data());
  errno = ENOEXEC;
}

int run(const std::string &Path, const std::vector<std::string> &Arguments,
        const std::string &Output) {
  std::fflush(nullptr);
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  if (!Output.empty()) {
    posix_spawn_file_actions_addopen(&Actions, STDOUT_FILENO, Output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&Actions, STDOUT_FILENO, STDERR_FILENO);
  }
  pid_t Child = 0;
  int Error = posix_spawn(&Child, Path.c_str(), &Actions, nullptr,
                          pointers(Arguments).data(), environ);
  posix_spawn_file_actions_destroy(&Actions);
  if (Error) {
    errno = Error;
    return -1;
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

bool runAll(const std::vector<std::vector<std::string>> &Commands) {
  std::fflush(nullptr);
  cpu_set_t Processors;
  int AtOnce = sched_getaffinity(0, sizeof Processors, &Processors) == 0
                   ? std::max(CPU_COUNT(&Processors), 1)
                   : 1;
  bool Good = true;
  int Running = 0;
  auto AwaitOne = [&] {
    int Status = 0;
    pid_t Ended = -1;
    do
      Ended = waitpid(-1, &Status, 0);
    while (Ended < 0 && errno == EINTR);
    Good &= Ended > 0 && WIFEXITED(Status) && WEXITSTATUS(Status) == 0;
    --Running;
  };
  for (const std::vector<std::string> &Command : Commands) {
    if (Running == AtOnce)
      AwaitOne();
    pid_t Child = 0;
    if (posix_spawn(&Child, Command.front().c_str(), nullptr, nullptr,
                    pointers(Command).data(), environ) == 0)
      ++Running;
    else
      Good = false;
  }
  while (Running > 0)
    AwaitOne();
  return Good;
}

std::string outputOf(const std::vector<std::string> &Arguments, int *Status) {
  int Ends[2];
  if (pipe(Ends) != 0)
    return "";
  pid_t Child = fork();
  if (Child == 0) {
    dup2(Ends[1], STDOUT_FILENO);
    close(Ends[0]);
    close(Ends[1]);
    execv(Arguments.front().c_str(), pointers(Arguments).data());
    _exit(127);
  }
  close(Ends[1]);
  std::string Output;
  std::array<char, 4096> Buffer;
  while (Child > 0) {
    ssize_t Got = read(Ends[0], Buffer.data(), Buffer.size());
    if (Got <= 0)
      break;
    Output.append(Buffer.data(), static_cast<size_t>(Got));
  }
  close(Ends[0]);
  int Ended = 0;
  if (Child <= 0 || waitpid(Child, &Ended, 0) < 0)
    Ended = -1;
  if (Status)
    *Status = WIFEXITED(Ended) ? WEXITSTATUS(Ended) : 128 + WTERMSIG(Ended);
  return Output;
}

std::vector<std::string> findInPath(const std::string &Name) {
  std::vector<std::string> Found;
  const char *Path = std::getenv("PATH");
  std::string_view Rest = Path ? Path : "/usr/local/bin:/usr/bin:/bin";
  while (!Rest.empty()) {
    std::string_view Folder = Rest.substr(0, Rest.find(':'));
    Rest.remove_prefix(std::min(Folder.size() + 1, Rest.size()));
    std::string File = std::string(Folder.empty() ? "." : Folder) + "/" + Name;
    struct stat Status;
    if (stat(File.c_str(), &Status) == 0 && S_ISREG(Status.st_mode) &&
        access(File.c_str(), X_OK) == 0)
      Found.push_back(File);
  }
  return Found;
}

std::string realPath(const std::string &Path) {
  std::array<char, PATH_MAX> Buffer;
  return ::realpath(Path.c_str(), Buffer.data()) ? Buffer.data() : "";
}

bool isFile(const std::string &Path) {
  struct stat Status;
  return stat(Path.c_str(), &Status) == 0 && !S_ISDIR(Status.st_mode);
}

std::vector<std::string> linesOf(const std::string &Path) {
  std::vector<std::string> Lines;
  std::ifstream In(Path);
  for (std::string Line; std::getline(In, Line);)
    Lines.push_back(Line);
  return Lines;
}

std::string_view baseName(std::string_view Path) {
  return Path.substr(Path.rfind('/') + 1);
}

} // namespace foreslice::driver
