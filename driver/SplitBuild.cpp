//===- SplitBuild.cpp - compiles and link in one command ------------------===//
//
// See SplitBuild.h. The compiles run one after the other, so messages come in
// clang's order.
//
//===----------------------------------------------------------------------===//

#include "SplitBuild.h"
#include "LinkTrace.h"
#include "Process.h"
#include "ResponseFile.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace foreslice::driver {

/// Whether C compiles and links several parts of a program at once.
static bool hasParts(const CompilerCommand &C) {
  if (!C.Program || !C.Compiles || !C.Links || C.Lto || C.HasPlugin ||
      !C.Fortran.empty())
    return false;
  size_t Parts = C.Sources.size();
  for (const LinkedLibrary &Library : C.Line.Libraries)
    Parts += lookAtObject({LibrarySearch(C.Line, {}).findBeside(Library), ""})
                 .HasSource;
  std::set<std::string> Once(C.Sources.begin(), C.Sources.end());
  return Parts > 1 && Once.size() == C.Sources.size();
}

bool canSplit(const char *Command, const CompilerCommand &C) {
  const bool IsApart = C.Together.empty() && C.Flags.areAll();
  if ((!IsApart && !C.ProgramAlways) || !hasParts(C))
    return false;
  if (!IsApart)
    warn(Command,
         "-fprefetch-slice-whole-program has no effect on this command: " +
             (C.Together.empty()
                  ? "its options leave no sources in objects"
                  : "'" + C.Together + "' needs compiles and link in one run") +
             "; compile each source with -c, and link the objects");
  return IsApart;
}

/// The line without inputs of the link, and without sources but for Source.
static std::vector<std::string> compileLine(const CompilerCommand &C,
                                            const std::string &Source) {
  std::vector<std::string> Line;
  std::set<std::string> Others(C.Sources.begin(), C.Sources.end());
  Others.erase(Source);
  for (const LinkedLibrary &Library : C.Line.Libraries)
    if (Library.IsPath)
      Others.insert(Library.Name);
  std::vector<Argument> All = expandResponseFiles(C.Rest);
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I].Text == "-o" || All[I].Text == "--output")
      ++I;
    else if (All[I].Text.starts_with("--output=") ||
             (All[I].Text.starts_with("-o") &&
              !All[I].Text.starts_with("-object")))
      continue;
    else if (!Others.contains(All[I].Text))
      Line.push_back(All[I].Text);
  return Line;
}

/// Whether sources may be left to the link: the compile has nothing to tell of
/// slices and code, and the run time does not depend on the objects.
static bool mayLeaveToLink(const CompilerCommand &C,
                           const std::vector<std::string> &Line, Language L) {
  return L != Language::Fortran && !C.Shared && !C.Static &&
         std::ranges::none_of(Line, [](const std::string &Word) {
           return Word.starts_with("-R") || Word.starts_with("-ftime-") ||
                  Word.starts_with("-mllvm");
         });
}

std::vector<std::string> compileSources(const char *Command, CompilerCommand &C,
                                        const std::vector<std::string> &Clang,
                                        const ScratchFolder &Folder,
                                        Language L) {
  std::vector<std::string> Line, Later;
  for (const Argument &A : expandResponseFiles(C.Rest))
    Line.push_back(A.Text);
  const bool MayLeave = mayLeaveToLink(C, Line, L);
  int Failed = 0;
  for (size_t I = 0; I < C.Sources.size(); ++I) {
    const std::string Stem = Folder.file(std::to_string(I)),
                      Object = Stem + ".o";
    std::vector<std::string> Compile = Clang;
    for (const std::string &Word : compileLine(C, C.Sources[I]))
      Compile.push_back(Word);
    Compile.insert(Compile.end(), {"-Qunused-arguments", "-c", "-o", Object});
    if (MayLeave)
      Compile.insert(Compile.end(), {"-Xclang", "-mllvm", "-Xclang",
                                     "-prefetch-slice-later=" + Stem});
    if (int Status = run(Compile.front(), Compile); Status != 0 && !Failed)
      Failed = Status < 0 ? 1 : Status;
    if (isFile(Stem + ".bc"))
      Later.push_back(Stem);
    std::ranges::replace(Line, C.Sources[I], Object);
  }
  if (Failed)
    std::exit(Failed);
  CompilerCommand Link = parseCompilerCommand(Command, Line, L);
  Link.Slice = C.Slice;
  Link.Program = C.Program;
  Link.ProgramAlways = C.ProgramAlways;
  Link.Scheme = C.Scheme;
  Link.Budget = C.Budget;
  Link.Family = C.Family;
  C = std::move(Link);
  return Later;
}

} // namespace foreslice::driver
