//===- ForesliceHint.cpp - foreslice-hint ---------------------------------===//
//
// Runs a program under foreslice-run, and discloses the program's coming reads.
// Becomes the program.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Installation.h"
#include "Process.h"
#include "source/hint/Hint.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <optional>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace foreslice::driver;

static constexpr const char *Command = "foreslice-hint";

namespace {

struct Options {
  std::vector<std::string> Sequential, Strided, Program;
  std::string From, Stats;
};

/// A line in the form of the run time; none if the line is invalid.
std::optional<std::string> line(const std::string &Numbers,
                                const std::string &Path) {
  std::string Text = Numbers + " " + Path;
  if (Path.find('\n') != std::string::npos || !foreslice::Hint::parse(Text))
    return std::nullopt;
  return Text + "\n";
}

std::string sequential(const std::string &Path) {
  if (std::optional<std::string> Line = line("0 - 0 1", Path))
    return *Line;
  fatal(Command, "'" + Path + "' names no file that can be hinted at");
}

/// BEGIN:BYTES:STRIDE:COUNT:FILE
std::string strided(const std::string &Text) {
  std::string Numbers = Text;
  size_t Position = 0;
  for (int I = 0; I < 4 && Position != std::string::npos; ++I) {
    Position = Numbers.find(':', Position);
    if (Position != std::string::npos)
      Numbers[Position] = ' ';
  }
  if (Position != std::string::npos)
    if (std::optional<std::string> Line =
            line(Numbers.substr(0, Position), Numbers.substr(Position + 1)))
      return *Line;
  fatal(Command,
        "invalid value '" + Text +
            "' of --strided; accepted: BEGIN:BYTES:STRIDE:COUNT:FILE, with "
            "numbers in decimal, where BYTES and COUNT are not 0 and all "
            "reads end before 2^63 bytes");
}

/// A path a line.
std::string listed(std::istream &In) {
  std::string Text;
  for (std::string Path; std::getline(In, Path);)
    if (!Path.empty())
      Text += sequential(Path);
  return Text;
}

std::string hintsOf(const Options &O) {
  std::string Text;
  for (const std::string &Path : O.Sequential)
    Text += sequential(Path);
  for (const std::string &S : O.Strided)
    Text += strided(S);
  if (O.From == "-")
    return Text + listed(std::cin);
  if (!O.From.empty()) {
    std::ifstream In(O.From);
    if (!In)
      fatal(Command, "'" + O.From + "' cannot be read: " + strerror(errno));
    Text += listed(In);
  }
  return Text;
}

/// Moves the file to a number out of the program's reach: the program's
/// descriptors keep the usual numbers.
int moveUp(int Fd) {
  constexpr rlim_t Most = 1024;
  rlimit Limit;
  if (Fd < 0 || getrlimit(RLIMIT_NOFILE, &Limit) != 0)
    return Fd;
  const int Outer =
      fcntl(Fd, F_DUPFD, static_cast<int>(std::min(Limit.rlim_cur, Most)) - 1);
  if (Outer < 0)
    return Fd;
  close(Fd);
  return Outer;
}

/// The path of a file in memory, removed with the process.
std::string keep(const std::string &Text) {
  const int Fd = moveUp(memfd_create("foreslice-hints", 0));
  size_t Written = 0;
  while (Fd >= 0 && Written < Text.size()) {
    const ssize_t N = write(Fd, Text.data() + Written, Text.size() - Written);
    if (N <= 0)
      break;
    Written += static_cast<size_t>(N);
  }
  if (Written != Text.size())
    fatal(Command,
          std::string("cannot hand the hints over: ") + strerror(errno));
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(Fd);
}

} // namespace

int main(int Argc, char **Argv) {
  Options O;
  CommandLine Words(
      Command,
      "Runs a program, and discloses which files it will read, so that "
      "they are read ahead:\n\n    foreslice-hint --sequential *.dat "
      "-- grep word *.dat");
  Words.option("--sequential", O.Sequential, "FILE...",
               "the program reads these files, one after the other");
  Words.option("--strided", O.Strided, "BEGIN:BYTES:STRIDE:COUNT:FILE...",
               "the program reads BYTES at BEGIN, at BEGIN + STRIDE and so "
               "on, COUNT times");
  Words.option("--from", O.From, "FILE|-",
               "the program reads the files that this file names, a path a "
               "line; - is standard input");
  Words.option("--stats", O.Stats, "-|FILE",
               "statistics at the end: - prints a table, a path gets JSON");
  Words.footer("What follows -- is the program and its arguments.");
  O.Program = Words.parseBeforeProgram(Argc, Argv);
  const std::string Hints = hintsOf(O);
  if (Hints.empty())
    fatal(Command, "no hint is given: --sequential, --strided or --from "
                   "says what the program reads");

  setenv("FORESLICE_HINTS", keep(Hints).c_str(), 1);
  setenv("FORESLICE_SOURCES", "slices,signatures,hints", 0);
  const std::string Run = Installation().binDir() + "/foreslice-run";
  std::vector<std::string> Line = {Run};
  if (!O.Stats.empty())
    Line.push_back("--stats=" + O.Stats);
  Line.emplace_back("--");
  Line.insert(Line.end(), O.Program.begin(), O.Program.end());
  execute(Run, Line);
  fatal(Command, "cannot run '" + Run + "': " + strerror(errno));
}
