//===- ForesliceRun.cpp - foreslice-run -----------------------------------===//
//
// Runs a program compiled without Foreslice under the run time: has the loader
// load the run-time library of the program's MPI family before the program, and
// sets the user's wishes in the environment. Becomes the program.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Companion.h"
#include "Installation.h"
#include "LoadedProgram.h"
#include "MpiBeside.h"
#include "MpiFamily.h"
#include "Process.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

using namespace foreslice::driver;

static constexpr const char *Command = "foreslice-run";

namespace {

struct Options {
  std::string Trace, Stats, Report, Signature, Policy, Mpi;
  bool Learn = false, AllRanks = false;
  std::vector<std::string> Program;
};

/// Null for a program without MPI: only the user knows the libraries loaded
/// during the run, and the needs of programs started by the program.
const MpiFamily *familyOf(const Options &O, const LoadedProgram &Program) {
  if (O.Mpi == "none")
    return nullptr;
  if (!O.Mpi.empty()) {
    if (const MpiFamily *Family = findMpiFamily(O.Mpi))
      return Family;
    fatal(Command, "invalid value '" + O.Mpi +
                       "' of --mpi; accepted: " + mpiFamilyNames() + ", none");
  }
  if (!Program.Mpi && O.AllRanks)
    fatal(Command, "'" + Program.Path +
                       "' is linked with no MPI library, and --all-ranks needs "
                       "one: --mpi= says which one it loads; accepted: " +
                       mpiFamilyNames() + ", none");
  if (!Program.Mpi)
    return nullptr;
  if (const MpiFamily *Family = findMpiFamily(Program.Mpi->Interface))
    return Family;
  fatal(Command, "'" + Program.Path + "': " + Program.Mpi->text() +
                     ", for which there is no run time; --mpi=none leaves its "
                     "MPI-IO alone");
}

/// Makes a path independent of later changes of the program's folder.
std::string absolute(const std::string &Path) {
  return std::filesystem::absolute(Path).string();
}

void set(const char *Name, const std::string &Value) {
  setenv(Name, Value.c_str(), 1);
}

/// Puts Value before the others of a list with colons.
void putFirst(const char *Name, const std::string &Value) {
  const char *Others = std::getenv(Name);
  set(Name, Others && *Others ? Value + ":" + Others : Value);
}

/// Adds libraries before the libraries preloaded by the user.
void preload(const std::vector<std::string> &Libraries) {
  std::string Names;
  for (const std::filesystem::path Library : Libraries) {
    std::string Name = Library;
    // A space or a colon ends a path in LD_PRELOAD. Names are looked for in
    // folders.
    if (Name.find_first_of(" :") != std::string::npos) {
      if (Library.parent_path().string().find_first_of(":;") !=
          std::string::npos)
        fatal(Command, "nothing can be loaded before a program from '" + Name +
                           "': a folder without ':' and ';' is accepted");
      putFirst("LD_LIBRARY_PATH", Library.parent_path());
      Name = Library.filename();
    }
    Names += (Names.empty() ? "" : ":") + Name;
  }
  putFirst("LD_PRELOAD", Names);
}

/// Keeps a setting of the user.
void setDefault(const char *Name, const char *Value) { setenv(Name, Value, 0); }

void demand(const Options &O, const LoadedProgram &Program) {
  // Other ranks may run without the run time: these ranks are asked for
  // nothing, and their writes are seen if the operating system delivers.
  if (!Program.HasRuntime && !O.AllRanks) {
    setDefault("FORESLICE_ALONE", "1");
    setDefault("FORESLICE_DELIVERY", "kernel");
  }
  if (!O.Trace.empty())
    set("FORESLICE_ACCESSES", absolute(O.Trace));
  if (!O.Stats.empty())
    set("FORESLICE_STATS", O.Stats == "-" ? O.Stats : absolute(O.Stats));
  // The program is this process. Processes started by the program write to
  // files of their own.
  set("FORESLICE_STARTED", std::to_string(getpid()));
  if (!O.Report.empty())
    set("FORESLICE_TRACE", absolute(O.Report));
  if (!O.Signature.empty())
    set("FORESLICE_SIGNATURES", absolute(O.Signature));
  if (!O.Policy.empty() && O.Policy != "auto" &&
      access(O.Policy.c_str(), R_OK) != 0)
    fatal(Command, "invalid value '" + O.Policy +
                       "' of --policy; accepted: a file, auto");
  if (!O.Policy.empty())
    set("FORESLICE_POLICY", O.Policy == "auto" ? O.Policy : absolute(O.Policy));
  if (O.Learn || !O.Signature.empty() || O.Trace.empty())
    setDefault("FORESLICE_SOURCES", "slices,signatures,hints");
}

bool isSet(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value && *Value;
}

/// Whether the user has a setting for the companion to use, or to warn about.
bool hasSettings() {
  for (char **Entry = environ; *Entry; ++Entry)
    if (std::string_view(*Entry).starts_with("FORESLICE_"))
      return true;
  return false;
}

/// Whether each access must be seen in the program: for records of accesses,
/// for policies by class of access, for ranks that share pages, and for a named
/// MPI library.
bool looksAtEach(const Options &O) {
  const char *Sources = std::getenv("FORESLICE_SOURCES");
  return (!O.Mpi.empty() && O.Mpi != "none") || O.AllRanks ||
         !O.Trace.empty() || !O.Report.empty() || !O.Policy.empty() ||
         isSet("FORESLICE_ACCESSES") || isSet("FORESLICE_TRACE") ||
         isSet("FORESLICE_POLICY") || isSet("FORESLICE_SENSOR_INTERVAL") ||
         (Sources && strstr(Sources, "classifier"));
}

/// The libraries of the run time to load before the program.
std::vector<std::string> runtimeFor(const Options &O,
                                    const LoadedProgram &Program,
                                    const Installation &Here) {
  const MpiFamily *Family = familyOf(O, Program);
  if (Family && !Here.hasRuntime(Family->Name))
    fatal(Command, "'" + Program.Path + "' is a program of " + Family->Title +
                       ", for which no run time was built");
  std::vector<std::string> Libraries{
      Here.libDir() + "/libforeslice_watch.so",
      Installation::loaded(Family ? Here.runtime(Family->Name)
                                  : Here.plainRuntime())};
  // The run time brings no MPI library.
  if (Family && !Program.Mpi)
    Libraries.push_back(mpiBeside(Program.Path, *Family));
  return Libraries;
}

void check(const LoadedProgram &Program, const std::string &Name) {
  switch (Program.Is) {
  case LoadedProgram::Kind::Missing:
    fatal(Command,
          "'" + Name +
              "' is no program: a file that can be executed, or the name of "
              "one in PATH, is accepted",
          access(Name.c_str(), F_OK) == 0 && Name.find('/') != Name.npos
              ? CannotRun
              : NoProgram);
  case LoadedProgram::Kind::Static:
    fatal(Command,
          "'" + Program.Path +
              "' is linked statically: nothing can be loaded before it",
          CannotRun);
  case LoadedProgram::Kind::Machine:
    fatal(Command,
          "'" + Program.Path +
              "' is a program for another processor than this command",
          CannotRun);
  case LoadedProgram::Kind::Other:
  case LoadedProgram::Kind::Dynamic:
    break;
  }
}

} // namespace

int main(int Argc, char **Argv) {
  Options O;
  CommandLine Line(
      Command, "Runs a program that was not compiled by Foreslice, and reads "
               "its files ahead where\nthe pattern of its reads is known. "
               "Behind mpirun:\n\n    mpirun -n 8 foreslice-run ./program");
  Line.option("--trace", O.Trace, "DIR",
              "writes all accesses of files down, in this folder, and reads "
              "nothing ahead unless that is asked for, too");
  Line.flag("--learn", O.Learn,
            "reads ahead where the reads so far show a pattern; the default "
            "without --trace");
  Line.option("--signature", O.Signature, "FILE|DIR",
              "what is known of the program's reads, from foreslice-signature",
              CommandLine::Existing::Path);
  Line.option("--policy", O.Policy, "FILE|auto",
              "rules that change the policy while the program runs: a file, "
              "or auto for the built-in ones");
  Line.option("--stats", O.Stats, "-|FILE",
              "statistics at the end: - prints a table, a path gets JSON");
  Line.option("--report", O.Report, "DIR",
              "a timeline of each process for foreslice-report, in this "
              "folder");
  Line.flag("--all-ranks", O.AllRanks,
            "all ranks of the job run under foreslice-run with this option: "
            "they share pages, on all nodes");
  Line.option("--mpi", O.Mpi, "FAMILY",
              "the MPI library that the program loads while it runs, or a "
              "program that it starts: " +
                  mpiFamilyNames() + " or none");
  Line.footer("What follows the options is the program and its arguments.");
  O.Program = Line.parseBeforeProgram(Argc, Argv);

  const bool Inside = looksAtEach(O);
  const LoadedProgram Program = findProgram(O.Program.front(), Inside);
  check(Program, O.Program.front());
  const Installation Here;
  std::vector<std::string> Libraries;
  if (Inside || Program.HasRuntime)
    Libraries = runtimeFor(O, Program, Here);
  const bool IsLate = !hasSettings() && O.Stats.empty() && O.Signature.empty();
  demand(O, Program);
  if (Libraries.empty() && startCompanion(Here, absolute(Program.Path),
                                          isSet("FORESLICE_STATS"), IsLate))
    Libraries = {Here.guest()};
  if (!Libraries.empty())
    preload(Libraries);
  execute(Program.Path, O.Program);
  fatal(Command, "cannot run '" + Program.Path + "': " + strerror(errno),
        CannotRun);
}
