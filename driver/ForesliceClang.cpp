//===- ForesliceClang.cpp - foreslice-clang, -clang++ and -flang ----------===//
//
// The clang, or flang, that knows -fprefetch-slice: puts the pass plugin on
// compiles and the run time on links of programs, then becomes the real clang
// or flang 22. Also installed as clang, clang++ and flang in the folder of
// `foreslice-config --clang-dir`. Without the flag, the command line stays as
// is.
//
//===----------------------------------------------------------------------===//

#include "CompilerCommand.h"
#include "ForeignObjects.h"
#include "Installation.h"
#include "Process.h"
#include "ProgramLink.h"
#include "RuntimeLink.h"
#include "SourceCode.h"
#include "SplitBuild.h"
#include "WholeProgram.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace foreslice::driver;

static const char *Command = "foreslice-clang";

namespace {
/// The clang to become: the file to execute, and the first arguments.
struct RealClang {
  std::string Path;
  std::vector<std::string> Argv;
};
} // namespace

/// The file named by FORESLICE_CLANG: a path, or a name to look up in PATH,
/// where the folder of --clang-dir may come first.
static std::string chosenClang(const Installation &Here, std::string Name) {
  if (Name.find('/') == std::string::npos)
    for (const std::string &Path : findInPath(Name))
      if (realPath(Path) != Here.executable())
        return Path;
  return Name;
}

/// The configured clang, or the clang of FORESLICE_CLANG. The variable is
/// removed from the environment, so a script that calls foreslice-clang again
/// ends at the configured clang, not in a loop.
static RealClang findClang(const Installation &Here, bool CPlusPlus,
                           bool Slice) {
  const char *Chosen = std::getenv("FORESLICE_CLANG");
  if (!Chosen || !*Chosen) {
    std::string Path =
        configuredClangDir() + (CPlusPlus ? "/clang++" : "/clang");
    return {Path, {Path}};
  }
  std::string Path = chosenClang(Here, Chosen);
  unsetenv("FORESLICE_CLANG");
  if (realPath(Path) == Here.executable())
    fatal(Command, "FORESLICE_CLANG names foreslice-clang itself; it takes the "
                   "path of a clang 22");
  if (Slice && outputOf({Path, "--version"}).find("clang version 22.") ==
                   std::string::npos)
    fatal(Command, "FORESLICE_CLANG='" + Path +
                       "' is not a clang 22, which -fprefetch-slice needs");
  RealClang Result{Path, {Path}};
  if (CPlusPlus && baseName(Path).find("clang++") == std::string_view::npos)
    Result.Argv.push_back("--driver-mode=g++");
  return Result;
}

static std::string findPlugin(const Installation &Here) {
  if (access(Here.plugin().c_str(), R_OK) != 0)
    fatal(Command, "the pass plugin '" + Here.plugin() +
                       "' is missing; -fprefetch-slice needs it");
  return Here.plugin();
}

/// The flang beside the configured clang.
static RealClang findFlang() {
  std::string Path = configuredClangDir() + "/flang";
  if (access(Path.c_str(), X_OK) != 0)
    fatal(Command, "there is no flang 22 at '" + Path +
                       "'; in Debian, the package flang-22 has it");
  return {Path, {Path}};
}

/// The folder named by foreslice-mpifort; "" if missing.
static std::string fortranModules() {
  const char *Modules = std::getenv("FORESLICE_FORTRAN_MODULES");
  return Modules ? Modules : "";
}

/// Options for flang. Modules and included files for the MPI library found by
/// foreslice-mpifort come before the library's files, readable only by the
/// compiler that made these files.
static std::vector<std::string> flangOptions(const Installation &Here,
                                             const CompilerCommand &C) {
  std::vector<std::string> Options;
  if (std::string Modules = fortranModules(); !Modules.empty())
    // Subroutines of mpif.h have implicit interfaces, and programs pass buffers
    // of any type.
    Options.insert(Options.end(),
                   {"-I" + Modules, "-Wno-incompatible-implicit-interfaces"});
  if (!C.Slice || !C.Compiles)
    return Options;
  if (!C.HasPlugin)
    Options.push_back("-fpass-plugin=" + findPlugin(Here));
  if (!C.Scheme.empty())
    Options.insert(Options.end(),
                   {"-mllvm", "-prefetch-slice-scheme=" + C.Scheme});
  if (C.WholeProgram)
    Options.insert(Options.end(), {"-mllvm", "-prefetch-slice-at-link"});
  else if (C.Program && C.Flags.areAll() && !C.HasPlugin)
    Options.insert(Options.end(), {"-mllvm", "-prefetch-slice-source-flags=" +
                                                 C.Flags.text()});
  return Options;
}

/// Options of MPICH's wrapper for gfortran alone.
static void dropOptionsOfGfortran(CompilerCommand &C) {
  std::erase_if(C.Rest, [](const std::string &Option) {
    return Option == "-fallow-invalid-boz" ||
           Option == "-fallow-argument-mismatch" ||
           Option == "-fstack-protector-strong" ||
           Option.starts_with("-ffile-prefix-map=");
  });
}

/// Adds the functions of the module mpi_f08 missing in the MPI library.
static void addFortranLibrary(CompilerCommand &C) {
  std::string Library = fortranModules() + "/libforeslice_fortran.a";
  if (C.Links && access(Library.c_str(), R_OK) == 0)
    C.Rest.insert(std::ranges::find(C.Rest, "--"), Library);
}

/// Options that load the plugin, for clang's compiler stage alone (-Xclang):
/// neither assembler nor linker sees these options, and clang never reports an
/// unused option. Objects that a later link sees hold their sources.
static std::vector<std::string> compileOptions(const Installation &Here,
                                               const CompilerCommand &C,
                                               bool ForLaterLink) {
  if (!C.Compiles)
    return {};
  std::vector<std::string> Options = {"--start-no-unused-arguments"};
  if (!C.HasPlugin)
    Options.insert(Options.end(),
                   {"-Xclang", "-fpass-plugin=" + findPlugin(Here)});
  if (ForLaterLink && !C.WholeProgram && C.Program && C.Flags.areAll() &&
      !C.HasPlugin)
    Options.insert(Options.end(),
                   {"-Xclang", "-mllvm", "-Xclang",
                    "-prefetch-slice-source-flags=" + C.Flags.text()});
  if (!C.Scheme.empty())
    Options.insert(Options.end(), {"-Xclang", "-mllvm", "-Xclang",
                                   "-prefetch-slice-scheme=" + C.Scheme});
  if (!C.Budget.empty())
    Options.insert(Options.end(), {"-Xclang", "-mllvm", "-Xclang",
                                   "-prefetch-slice-budget=" + C.Budget});
  if (C.WholeProgram)
    Options.insert(Options.end(),
                   {"-Xclang", "-mllvm", "-Xclang", "-prefetch-slice-at-link"});
  Options.push_back("--end-no-unused-arguments");
  return Options;
}

/// Options for the begin of the line. Others are added to the end of C.
static std::vector<std::string> linkOptions(const Installation &Here,
                                            CompilerCommand &C,
                                            const std::string &Clang) {
  if (!C.Links)
    return {};
  auto [Options, Last, Family] = runtimeOptions(Command, Here, C, Clang);
  // Where the loader looks by itself, there may be options at the end alone.
  C.GetsRuntime = !Options.empty() || !Last.empty();
  if (!C.HasRuntime && !C.GetsRuntime)
    return {};
  // Behind "--" there are only names of files.
  C.Rest.insert(std::ranges::find(C.Rest, "--"), Last.begin(), Last.end());
  if (Family || C.HasRuntime)
    checkObjects(Command, C, Family);
  if (C.WholeProgram) {
    auto More = wholeProgramOptions(Command, C, Clang, findPlugin(Here));
    Options.insert(Options.end(), More.begin(), More.end());
  }
  return Options;
}

/// Whether slices of the whole program may be worth a second link.
static bool linksTwice(const CompilerCommand &C) {
  return C.GetsRuntime && mayGain(C);
}

static std::string answer(Question Asked) {
  return Asked == Question::Help ? ownHelp()
                                 : "Foreslice " FORESLICE_VERSION
                                   ": knows -fprefetch-slice\n";
}

/// Becomes the clang. An answer about clang's version or options gets a text on
/// Foreslice at the end, behind the part read by build systems.
static void become(const RealClang &Clang, const CompilerCommand &C,
                   const std::vector<std::string> &Argv) {
  if (C.Asks == Question::None) {
    execute(Clang.Path, Argv);
  } else if (int Status = run(Clang.Path, Argv); Status >= 0) {
    if (Status == 0)
      std::fputs(answer(C.Asks).c_str(), stdout);
    std::exit(Status);
  }
  fatal(Command, "cannot run '" + Clang.Path + "': " + std::strerror(errno));
}

/// Runs a command with compiles and a link of several parts of a program, by
/// Compiler, with Options on the compiles. Returns the exit status.
static int buildApart(const Installation &Here, CompilerCommand C,
                      const RealClang &Compiler,
                      const std::vector<std::string> &Options,
                      Language L = Language::C) {
  ScratchFolder Folder;
  std::vector<std::string> Line = Compiler.Argv;
  Line.insert(Line.end(), Options.begin(), Options.end());
  const std::vector<std::string> Later =
      compileSources(Command, C, Line, Folder, L);
  if (L == Language::Fortran)
    addFortranLibrary(C);
  std::vector<std::string> Linking = linkOptions(Here, C, Compiler.Path);
  if (linksTwice(C)) {
    RealClang Clang = L == Language::Fortran
                          ? findClang(Here, /*CPlusPlus=*/false, /*Slice=*/true)
                          : Compiler;
    return ProgramLink{C,       Compiler.Argv, Clang.Argv, findPlugin(Here),
                       Linking, Later}
        .link(Command);
  }
  if (!makeCode(Compiler.Argv, Later))
    return 1;
  Line = Compiler.Argv;
  Line.insert(Line.end(), Linking.begin(), Linking.end());
  Line.insert(Line.end(), C.Rest.begin(), C.Rest.end());
  return run(Line.front(), Line);
}

/// foreslice-flang. Does not return.
static void runFlang(const Installation &Here,
                     const std::vector<std::string> &Arguments) {
  Command = "foreslice-flang";
  RealClang Flang = findFlang();
  CompilerCommand C;
  if (!Arguments.empty() && Arguments[0] == "-fc1")
    C.Rest = Arguments;
  else
    C = parseCompilerCommand(Command, Arguments, Language::Fortran);
  dropOptionsOfGfortran(C);
  if (C.Slice && canSplit(Command, C))
    std::exit(
        buildApart(Here, C, Flang, flangOptions(Here, C), Language::Fortran));
  addFortranLibrary(C);
  std::vector<std::string> Argv = Flang.Argv;
  auto Append = [&](const std::vector<std::string> &Options) {
    Argv.insert(Argv.end(), Options.begin(), Options.end());
  };
  if (Arguments.empty() || Arguments[0] != "-fc1")
    Append(flangOptions(Here, C));
  std::vector<std::string> Linking;
  if (C.Slice)
    Linking = linkOptions(Here, C, Flang.Path);
  if (linksTwice(C)) {
    RealClang Clang = findClang(Here, /*CPlusPlus=*/false, /*Slice=*/true);
    std::exit(
        ProgramLink{C, Flang.Argv, Clang.Argv, findPlugin(Here), Linking}.link(
            Command));
  }
  Append(Linking);
  Append(C.Rest);
  become(Flang, C, Argv);
}

int main(int Argc, char **Argv) {
  Installation Here;
  std::vector<std::string> Arguments(Argv, Argv + Argc);
  if (Arguments.empty())
    Arguments.push_back(Command);
  Language L = languageOf(baseName(Arguments[0]));
  bool CPlusPlus = L == Language::CXX;
  Arguments.erase(Arguments.begin());
  if (L == Language::Fortran)
    runFlang(Here, Arguments);

  CompilerCommand C;
  // -cc1 and similar runs are no driver runs, and have no option of Foreslice.
  if (!Arguments.empty() && Arguments[0].starts_with("-cc1"))
    C.Rest = Arguments;
  else
    C = parseCompilerCommand(Command, Arguments);

  RealClang Clang = findClang(Here, CPlusPlus, C.Slice);
  std::vector<std::string> NewArgv = Clang.Argv;
  auto append = [&](const std::vector<std::string> &Options) {
    NewArgv.insert(NewArgv.end(), Options.begin(), Options.end());
  };
  if (C.Slice) {
    if (!C.Fortran.empty())
      warn(Command, "'" + C.Fortran +
                        "' is Fortran, of which nothing is prefetched: "
                        "foreslice-flang slices Fortran");
    if (canSplit(Command, C))
      return buildApart(Here, C, Clang,
                        compileOptions(Here, C, /*ForLaterLink=*/true));
    append(compileOptions(Here, C, /*ForLaterLink=*/!C.Links));
    std::vector<std::string> Linking = linkOptions(Here, C, Clang.Path);
    if (linksTwice(C))
      return ProgramLink{C, Clang.Argv, Clang.Argv, findPlugin(Here), Linking}
          .link(Command);
    append(Linking);
  }
  append(C.Rest);
  become(Clang, C, NewArgv);
}
