//===- ForesliceConfig.cpp - foreslice-config -----------------------------===//
//
// Prints the place of Foreslice's installation and the flags to use by hand,
// for build systems without foreslice-clang as the compiler.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Installation.h"
#include "MpiWrapper.h"
#include "Process.h"

#include <cstdlib>
#include <iostream>

using namespace foreslice::driver;

static constexpr const char *Command = "foreslice-config";

static std::string familiesBuilt(const Installation &Here) {
  std::string Names;
  for (const MpiFamily &Family : mpiFamilies())
    if (Here.hasRuntime(Family.Name))
      Names.append(Names.empty() ? "" : " ").append(Family.Name);
  return Names;
}

/// The family of FORESLICE_MPI, of the first mpicc in PATH, or the first family
/// built.
static std::string defaultFamily(const Installation &Here) {
  if (const char *Variable = std::getenv("FORESLICE_MPI"))
    if (const MpiFamily *Family = findMpiFamily(Variable))
      return Family->Name;
  if (const MpiFamily *Family =
          familyOfWrapper(findWrapper(Here, Language::C, nullptr)))
    return Family->Name;
  std::string Built = familiesBuilt(Here);
  return Built.substr(0, Built.find(' '));
}

static std::string linkFlags(const Installation &Here, std::string Family) {
  if (Family.empty())
    Family = defaultFamily(Here);
  bool WithoutMpi = Family == "none";
  if (!WithoutMpi && !findMpiFamily(Family))
    fatal(Command, "invalid value '" + Family + "' of --ldflags; accepted: " +
                       mpiFamilyNames() + ", none");
  if (!WithoutMpi && !Here.hasRuntime(Family))
    fatal(Command, "the run time for " +
                       std::string(findMpiFamily(Family)->Title) +
                       " was not built");
  std::string Folder;
  for (const std::string &Option : Here.runPath())
    Folder += "," + Option;
  if (WithoutMpi)
    return "-Wl,--push-state,--no-as-needed," + Here.plainRuntime() +
           ",--pop-state" + Folder;
  // The run time names no MPI library. The program needs the MPI library behind
  // the run time, even if the program calls only the run time's functions.
  return "-Wl,--no-as-needed," + Here.runtime(Family) + Folder;
}

int main(int Argc, char **Argv) {
  Installation Here;
  CommandLine Line(
      Command, "Where Foreslice is installed, and the flags it takes.\n"
               "Compile with foreslice-clang -fprefetch-slice, or with clang "
               "22 and --cflags; link with --ldflags.");

  auto print = [](const std::string &Text) { std::cout << Text << '\n'; };
  auto add = [&](const char *Name, const char *Help, auto Value) {
    Line.action(Name, [=] { print(Value()); }, Help);
  };
  add("--version", "the version of Foreslice",
      [] { return FORESLICE_VERSION; });
  add("--prefix", "the folder that Foreslice is installed in",
      [&] { return Here.prefix(); });
  add("--clang-dir",
      "a folder with clang and clang++ that know -fprefetch-slice, for PATH",
      [&] { return Here.clangDir(); });
  add("--plugin", "the pass plugin, for clang -fpass-plugin= and opt",
      [&] { return Here.plugin(); });
  add("--libdir", "the folder of the run-time libraries",
      [&] { return Here.libDir(); });
  add("--mpi", "the MPI families that a run time was built for",
      [&] { return familiesBuilt(Here); });
  add("--cflags", "what makes a plain clang 22 slice",
      [&] { return "-fpass-plugin=" + Here.plugin(); });
  Line.action(
      "--ldflags", "[=openmpi|mpich|abi|none]",
      [&](const std::string &Family) { print(linkFlags(Here, Family)); },
      "what links the run time, to be put before all libraries; by default "
      "for the first mpicc in PATH, with none for programs without MPI");
  if (Argc < 2)
    fatal(Command, "no option given; accepted: " + Line.accepted());
  Line.parse(Argc, Argv);
}
