//===- RuntimeLink.cpp - the run time of a link ---------------------------===//
//
// See RuntimeLink.h. -fprefetch-slice-mpi= chooses among libraries; where the
// line does not tell, FORESLICE_MPI does.
//
//===----------------------------------------------------------------------===//

#include "RuntimeLink.h"
#include "ForeignObjects.h"
#include "LinkedMpi.h"
#include "Process.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace foreslice::driver {

static constexpr char SharedOnly[] =
    "-fprefetch-slice links a shared run time and does not work with -static";

static std::string choice() {
  return "; -fprefetch-slice-mpi= chooses, accepted: " + mpiFamilyNames();
}

namespace {
/// One link's decision.
class Choice {
public:
  Choice(const char *Command, const CompilerCommand &C, LinkedMpis Found)
      : Command(Command), C(C), Found(std::move(Found)) {}

  /// The MPI library to be fitted by the run time; the interface is Unknown in
  /// a link without MPI.
  LinkedMpi library() const;

private:
  LinkedMpi ofOption() const;
  LinkedMpi onlyOne(const std::vector<LinkedMpi> &Among) const;
  LinkedMpi unknown(const LinkedMpi &Mpi) const;

  const char *Command;
  const CompilerCommand &C;
  const LinkedMpis Found;
};
} // namespace

LinkedMpi Choice::ofOption() const {
  MpiInterface Wanted = C.Family->Interface;
  for (const LinkedMpi &Mpi : Found.Named)
    if (Mpi.Interface == Wanted || !Mpi.Read ||
        Mpi.Interface == MpiInterface::Unknown) {
      LinkedMpi Taken = Mpi;
      Taken.Interface = Wanted;
      if (!Mpi.Read)
        Taken.Version.clear();
      return Taken;
    }
  if (!Found.Named.empty())
    fatal(Command, "-fprefetch-slice-mpi=" + std::string(C.Family->Name) +
                       " is given, but " + Found.Named.front().text());
  return {.Name = "", .Interface = Wanted};
}

/// FORESLICE_MPI decides for an unknown library.
LinkedMpi Choice::unknown(const LinkedMpi &Mpi) const {
  const char *Variable = std::getenv("FORESLICE_MPI");
  const MpiFamily *Family = Variable ? findMpiFamily(Variable) : nullptr;
  if (!Family)
    fatal(Command,
          "cannot tell which MPI library '" + Mpi.Name + "' is" + choice());
  LinkedMpi Taken = Mpi;
  Taken.Interface = Family->Interface;
  return Taken;
}

LinkedMpi Choice::onlyOne(const std::vector<LinkedMpi> &Among) const {
  for (const LinkedMpi &Mpi : Among)
    if (!Mpi.sameAs(Among.front()))
      fatal(Command,
            "this link has two MPI libraries: " + Among.front().text() +
                " and " + Mpi.text() + choice());
  return Among.front();
}

LinkedMpi Choice::library() const {
  if (C.Family)
    return ofOption();
  if (!Found.Named.empty()) {
    LinkedMpi Mpi = onlyOne(Found.Named);
    return Mpi.Interface == MpiInterface::Unknown ? unknown(Mpi) : Mpi;
  }
  // A library needed only by libraries may be of any kind: the program may have
  // no slices.
  std::vector<LinkedMpi> Served;
  for (const LinkedMpi &Mpi : Found.Needed)
    if (findMpiFamily(Mpi.Interface))
      Served.push_back(Mpi);
  return Served.empty() ? LinkedMpi{} : onlyOne(Served);
}

/// Exits unless the run time of Family can stand before Mpi.
static void checkFit(const char *Command, const Installation &Here,
                     const LinkedMpi &Mpi, const MpiFamily &Family) {
  if (Mpi.Static)
    fatal(Command, "'" + Mpi.Name +
                       "' is a static MPI library, and -fprefetch-slice links "
                       "a run time that stands before a shared one");
  std::string Path = Here.runtime(Family.Name);
  if (!Here.hasRuntime(Family.Name))
    fatal(Command, "the run time for " + std::string(Family.Title) + ", '" +
                       Path + "', is missing; -fprefetch-slice needs it");
  const std::string_view Built = mpiVersion(Family.Library);
  if (!Mpi.Version.empty() && !Built.empty() && Mpi.Version != Built)
    fatal(Command, Mpi.text() + ", and the run time '" + Path +
                       "' is for interface " + std::string(Built) +
                       "; build Foreslice with this MPI library");
  const unsigned Machine = machineOf(Path);
  if (Mpi.Machine && Machine && Mpi.Machine != Machine)
    fatal(Command, "'" + Mpi.Name +
                       "' is for another processor than the run time '" + Path +
                       "'; -fprefetch-slice links for the machine that "
                       "Foreslice was built on");
}

static std::vector<std::string>
forLinker(const std::vector<std::string> &Arguments) {
  std::vector<std::string> Options;
  for (const std::string &Argument : Arguments)
    Options.insert(Options.end(), {"-Xlinker", Argument});
  return Options;
}

/// The run time without MPI, for links of programs without MPI that use the run
/// time. A shared library with slices of MPI-IO would fail to load without
/// MPI's run time; for executables, the linker reports the error.
static RuntimeOptions plainRuntime(const char *Command,
                                   const Installation &Here,
                                   const CompilerCommand &C) {
  std::string OfMpi = C.Shared ? objectWithSlices(C, /*OfMpi=*/true) : "";
  if (!OfMpi.empty())
    fatal(Command, "'" + OfMpi +
                       "' has slices, and the link has no MPI library that "
                       "tells which run time they need" +
                       choice());
  if (C.Static && objectWithSlices(C, /*OfMpi=*/false).empty())
    return {};
  if (C.Static)
    fatal(Command, SharedOnly);
  if (access(Here.plainRuntime().c_str(), R_OK) != 0)
    return {};
  return {forLinker(Here.runPath()),
          forLinker({"--push-state", "--as-needed", Here.plainRuntime(),
                     "--pop-state"}),
          nullptr};
}

RuntimeOptions runtimeOptions(const char *Command, const Installation &Here,
                              const CompilerCommand &C,
                              const std::string &Clang) {
  if (C.HasRuntime)
    return {};
  std::vector<std::string> Linking = {Clang};
  // flang does not print the folders searched: clang's folders.
  if (languageOf(baseName(Clang)) == Language::Fortran)
    Linking = {configuredClangDir() + "/clang"};
  else
    Linking.insert(Linking.end(), C.Rest.begin(), C.Rest.end());
  LibrarySearch Search(C.Line, Linking);
  const LinkedMpis Found = findMpi(C.Line, Search);
  LinkedMpi Mpi = Choice(Command, C, Found).library();
  if (Mpi.Interface == MpiInterface::Unknown)
    return plainRuntime(Command, Here, C);
  const MpiFamily *Family = findMpiFamily(Mpi.Interface);
  if (!Family)
    fatal(Command, Mpi.text() + "; -fprefetch-slice has no run time for it");
  if (C.Static)
    fatal(Command, SharedOnly);
  checkFit(Command, Here, Mpi, *Family);
  // The run time names no MPI library. The program needs the MPI library of the
  // line, even if the program calls only the run time's functions.
  std::vector<std::string> Last;
  if (!Found.Named.empty() && Mpi.Read)
    Last =
        forLinker({"--push-state", "--no-as-needed", Mpi.Name, "--pop-state"});
  std::vector<std::string> First = {"--push-state", "--no-as-needed",
                                    Here.runtime(Family->Name), "--pop-state"};
  for (const std::string &Option : Here.runPath())
    First.push_back(Option);
  return {forLinker(First), Last, Family};
}

} // namespace foreslice::driver
