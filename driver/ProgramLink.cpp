//===- ProgramLink.cpp - whole programs without -flto ---------------------===//
//
// See ProgramLink.h. passes/WholeProgram.h describes the folder shared by pass
// and driver. After a failure, the program of the first link stays.
//
//===----------------------------------------------------------------------===//

#include "ProgramLink.h"
#include "LinkCache.h"
#include "LinkTrace.h"
#include "Process.h"
#include "ResponseFile.h"
#include "ScratchFolder.h"
#include "SourceCode.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

namespace foreslice::driver {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

static void append(Words &To, const Words &More) {
  To.insert(To.end(), More.begin(), More.end());
}

/// Reports that the program has the slices of the sources alone, and why.
static void remarkMissed(const char *Command, const CompilerCommand &C,
                         const std::string &Why) {
  if (std::ranges::any_of(C.RemarkOptions, [](std::string_view Option) {
        return Option.find("missed") != Option.npos;
      }))
    std::fprintf(stderr,
                 "%s: remark: no slices of the whole program: %s; give "
                 "-fprefetch-slice-whole-program to the link "
                 "[-Rpass-missed=prefetch-slice]\n",
                 Command, Why.c_str());
}

namespace {
class ProgramBuild {
public:
  /// What this build makes of Later is taken out.
  ProgramBuild(const ProgramLink &Link, std::vector<LinkedObject> Objects,
               Words &Later)
      : Link(Link), Objects(std::move(Objects)), Later(Later) {
    for (const Argument &A : expandResponseFiles(Link.C.Rest))
      Line.push_back(A.Text);
  }

  /// The line of the second link; empty if a second link would gain nothing.
  Words run(const char *Command);

private:
  /// Instructions of the program's sources, of sources in archives, and of
  /// sources to compile again.
  struct Sizes {
    unsigned long All = 0, InArchives = 0, Again = 0;
    bool StartsMpi = false;
  };
  Sizes keepReplaceable();
  bool isWorth(const Sizes &S) const;
  bool make();
  Words targetOptions() const;
  Words sliceCommand() const;
  bool slice();
  Words stemsOfPlan() const;
  bool makeCodeOf(Words Stems);
  bool addInputs(ContentHash &To) const;
  bool replace();
  fs::path copyOf(const std::string &Archive);
  std::string archiver() const;
  bool replaceMembers(const std::string &Archive, const Words &Members);
  bool isArchiveOfLine(const std::string &Path) const;
  std::string file(const std::string &Name) const { return Scratch.file(Name); }

  const ProgramLink &Link;
  std::vector<LinkedObject> Objects;
  Words &Later;
  Words Line; ///< The user's, with response files expanded.
  ScratchFolder Scratch;
  std::map<std::string, fs::path> Copies; ///< Of archives.
  Words Plan;                             ///< Numbers of objects to make again.
};
} // namespace

/// Whether the archive is on the line, by path or by -l.
bool ProgramBuild::isArchiveOfLine(const std::string &Path) const {
  LibrarySearch Search(Link.C.Line, {});
  return std::ranges::count(Line, Path) > 0 ||
         std::ranges::any_of(
             Link.C.Line.Libraries, [&](const LinkedLibrary &Library) {
               return !Library.IsPath && Search.findBeside(Library) == Path;
             });
}

/// Keeps objects with a source inside that another object can replace on the
/// line.
ProgramBuild::Sizes ProgramBuild::keepReplaceable() {
  Sizes S;
  std::erase_if(Objects, [&](const LinkedObject &Object) {
    bool Replaceable = Object.Member.empty()
                           ? std::ranges::count(Line, Object.Path) == 1
                           : isArchiveOfLine(Object.Path);
    if (!Replaceable)
      return true;
    SourceObject Source = lookAtObject(Object);
    if (!Source.HasSource)
      return true;
    S.All += Source.Size;
    S.InArchives += Object.Member.empty() ? 0 : Source.Size;
    S.Again += Source.Recorded ? Source.Size : 0;
    S.StartsMpi |= Source.startsMpi();
    return false;
  });
  return S;
}

/// A link may take a part of the compiles' time, estimated by the instructions
/// of the sources. Other links may take the archives, too.
bool ProgramBuild::isWorth(const Sizes &S) const {
  constexpr unsigned long SmallProgram = 8000, Parts = 16;
  const unsigned long FewAgain = S.StartsMpi ? SmallProgram : 1500;
  const unsigned long OwnNumber = S.All - S.InArchives;
  return Link.C.ProgramAlways ||
         ((S.All <= SmallProgram || S.InArchives <= OwnNumber) &&
          S.Again <= std::max(FewAgain, OwnNumber / Parts));
}

/// Options of the line that choose the target.
Words ProgramBuild::targetOptions() const {
  Words Options;
  for (const std::string &Word : Line)
    if (Word.starts_with("--target=") || Word == "-m32" || Word == "-m64" ||
        Word == "-mx32")
      Options.push_back(Word);
  return Options;
}

/// Without the files.
Words ProgramBuild::sliceCommand() const {
  Words Command = Link.Compiler;
  append(Command, targetOptions());
  append(Command,
         {"-O2", "-fPIC", "-w", "-Xclang", "-fpass-plugin=" + Link.Plugin,
          "-mllvm", "-prefetch-slice-program"});
  for (const char *Remark : Link.C.RemarkOptions)
    append(Command, {"-mllvm", Remark});
  if (!Link.C.Budget.empty())
    append(Command, {"-mllvm", "-prefetch-slice-budget=" + Link.C.Budget});
  return Command;
}

/// Has the pass slice the program.
bool ProgramBuild::slice() {
  std::ofstream(file("inputs")) << [&] {
    std::string Text;
    for (const LinkedObject &Object : Objects)
      Text += Object.Path +
              (Object.Member.empty() ? "" : "\t" + Object.Member) + "\n";
    return Text;
  }();
  std::ofstream(file("slices.ll"))
      << "source_filename = \"" << file("slices.ll") << "\"\n";
  Words Command = sliceCommand();
  append(Command,
         {"-x", "ir", "-c", file("slices.ll"), "-o", file("slices.o")});
  if (driver::run(Command.front(), Command) != 0)
    return false;
  Plan = linesOf(file("plan"));
  return true;
}

/// Adds everything that decides how the program is sliced and compiled again.
bool ProgramBuild::addInputs(ContentHash &To) const {
  for (const std::string &Word : sliceCommand())
    To.add(Word);
  std::string Last;
  for (const LinkedObject &Object : Objects) {
    To.add(Object.Member);
    if (Object.Path != Last && !To.addFile(Object.Path))
      return false;
    Last = Object.Path;
  }
  return To.addFile(Link.Plugin) && To.addFile(Link.Compiler.front());
}

/// Makes the plan, the slices and the objects of the plan, or takes these files
/// from a link before. The slicing makes remarks: with remarks wanted, the
/// slicing is always done.
bool ProgramBuild::make() {
  ContentHash Inputs;
  if (!Link.C.RemarkOptions.empty() || !addInputs(Inputs))
    return slice() && (Plan.empty() || makeCodeOf(stemsOfPlan()));
  LinkCache Cache(Inputs);
  if (Cache.fetch(Scratch.Path)) {
    Plan = linesOf(file("plan"));
    return Plan.empty() || makeCodeOf({});
  }
  if (!slice() || (!Plan.empty() && !makeCodeOf(stemsOfPlan())))
    return false;
  Words Made = {file("slices.o")};
  if (!Plan.empty())
    Made.push_back(file("plan"));
  for (const std::string &Number : Plan)
    Made.push_back(file(Number + ".o"));
  Cache.store(Made);
  return true;
}

Words ProgramBuild::stemsOfPlan() const {
  Words Stems;
  for (const std::string &Number : Plan)
    Stems.push_back(file(Number));
  return Stems;
}

/// Makes the code of the sources in Stems, and of later sources outside of the
/// plan.
bool ProgramBuild::makeCodeOf(Words Stems) {
  auto Others = std::ranges::partition(Later, [&](const std::string &Stem) {
    return std::ranges::any_of(Plan, [&](const std::string &Number) {
      return Objects[std::stoul(Number)].Path == Stem + ".o";
    });
  });
  Stems.insert(Stems.end(), Others.begin(), Others.end());
  if (!makeCode(Link.Compiler, Stems))
    return false;
  Later.erase(Others.begin(), Others.end());
  return true;
}

/// The archive's copy in the scratch folder, made if missing. A library of -l
/// is found there first.
fs::path ProgramBuild::copyOf(const std::string &Archive) {
  fs::path &Copy = Copies[Archive];
  if (!Copy.empty())
    return Copy;
  fs::path Folder = Scratch.Path / "archives";
  if (std::ranges::find(Line, Archive) !=
      Line.end()) // Archives may share a name.
    Folder /= std::to_string(Copies.size());
  std::error_code Failed;
  fs::create_directories(Folder, Failed);
  Copy = Folder / fs::path(Archive).filename();
  fs::copy_file(Archive, Copy, Failed);
  std::ranges::replace(Line, Archive, Copy.string());
  return Copy;
}

/// The archiver for the target. To ask clang takes as long as the archiver.
std::string ProgramBuild::archiver() const {
  if (targetOptions().empty())
    if (Words Found = findInPath("ar"); !Found.empty())
      return Found.front();
  Words Question = Link.Compiler;
  append(Question, targetOptions());
  Question.push_back("-print-prog-name=ar");
  std::string Path = outputOf(Question);
  Path.erase(std::min(Path.find('\n'), Path.size()));
  return Path.starts_with('/') ? Path : "";
}

/// Puts the new objects of an archive's members, each in a folder of its own,
/// into the archive's copy.
bool ProgramBuild::replaceMembers(const std::string &Archive,
                                  const Words &Members) {
  const std::string Ar = archiver();
  if (Ar.empty())
    return false;
  Words Command = {Ar, "r", copyOf(Archive).string()};
  append(Command, Members);
  return driver::run(Ar, Command) == 0;
}

bool ProgramBuild::replace() {
  std::map<std::string, Words> Members; // by archive
  for (const std::string &Number : Plan) {
    const LinkedObject &Object = Objects[std::stoul(Number)];
    std::string Key = file(Number + ".o");
    if (Object.Member.empty()) {
      std::ranges::replace(Line, Object.Path, Key);
      continue;
    }
    fs::path Member = Scratch.Path / "members" / Number;
    std::error_code Failed;
    fs::create_directories(Member, Failed);
    Member /= Object.Member;
    fs::rename(Key, Member, Failed);
    Members[Object.Path].push_back(Member.string());
  }
  for (const auto &[Archive, Files] : Members)
    if (!replaceMembers(Archive, Files))
      return false;
  // Before the run time: linkers take the run time if an earlier object needs
  // the library.
  Line.insert(Line.begin(), {"-L" + file("archives"), file("slices.o")});
  return true;
}

Words ProgramBuild::run(const char *Command) {
  Sizes S = keepReplaceable();
  if (Objects.size() < 2 || Scratch.Path.empty())
    return {};
  if (!isWorth(S)) {
    remarkMissed(
        Command, Link.C,
        "of " + std::to_string(S.All) + " instructions of its sources, " +
            std::to_string(S.Again) + " would be compiled again, and " +
            std::to_string(S.InArchives) +
            " are in archives, more than a link may take");
    return {};
  }
  bool Good = make();
  if (Good && Plan.empty())
    return {};
  if (Good && replace())
    return Line;
  warn(Command, "slices of the whole program cannot be made; the program has "
                "those of its sources");
  return {};
}

/// All objects of the line with sources inside, as one.
static SourceObject allObjects(const CompilerCommand &C) {
  SourceObject All;
  for (const LinkedLibrary &Library : C.Line.Libraries) {
    std::string Path = LibrarySearch(C.Line, {}).findBeside(Library);
    SourceObject Object =
        Path.empty() ? SourceObject() : lookAtObject({Path, ""});
    if (Object.HasSource)
      All.add(Object);
  }
  return All;
}

bool mayGain(const CompilerCommand &C) {
  if (!C.Program || C.Lto || C.Compiles)
    return false;
  SourceObject All = allObjects(C);
  return All.HasSource && All.Reads;
}

/// The objects of the line with sources inside; nothing if only the link can
/// tell which objects are taken, as of archives.
static std::optional<std::vector<LinkedObject>>
objectsOf(const CompilerCommand &C) {
  if (std::ranges::any_of(C.Rest, [](const std::string &Word) {
        return Word.find("start-lib") != Word.npos;
      }))
    return std::nullopt;
  std::vector<LinkedObject> Objects;
  for (const LinkedLibrary &Library : C.Line.Libraries) {
    LinkedObject Object{LibrarySearch(C.Line, {}).findBeside(Library), ""};
    SourceObject Source = lookAtObject(Object);
    if (Source.HasSource && Source.InArchive)
      return std::nullopt;
    if (Source.HasSource)
      Objects.push_back(std::move(Object));
  }
  return Objects;
}

/// Links as usual; Objects gets the objects taken. Prints other output of the
/// linker for the user.
static int linkAsEver(Words Line, std::vector<LinkedObject> &Objects) {
  append(Line, {"-Xlinker", "-t", "-Xlinker", "-t"});
  int Status = 0;
  LinkTrace Trace = parseLinkTrace(outputOf(Line, &Status));
  std::fputs(Trace.Rest.c_str(), stdout);
  Objects = std::move(Trace.Objects);
  return Status;
}

/// Links with slices of the whole program. Prints the linker's messages only if
/// the link succeeds: messages of a failure would name other objects than the
/// user's.
static bool linkSliced(const Words &Line) {
  Words Command = Line;
  std::string File = makeResponseFile({Line.begin() + 1, Line.end()});
  if (!File.empty())
    Command = {Line.front(), File};
  ScratchFolder Scratch;
  std::string Said = Scratch.file("said");
  if (run(Command.front(), Command, Said) != 0)
    return false;
  for (const std::string &Message : linesOf(Said))
    std::fprintf(stderr, "%s\n", Message.c_str());
  return true;
}

int ProgramLink::link(const char *Command) const {
  Words First = Linker;
  append(First, Options);
  append(First, C.Rest);
  Words Left = Later;
  auto MakeLeft = [&] { return makeCode(Compiler, std::exchange(Left, {})); };
  if (!C.ProgramAlways && !haveTies(allObjects(C))) {
    remarkMissed(Command, C,
                 "no source has functions that decide reads of another, or "
                 "calls another's reads in a loop");
    if (!MakeLeft())
      return 1;
    int Status = run(First.front(), First);
    return Status < 0 ? 1 : Status;
  }
  std::optional<std::vector<LinkedObject>> Known = objectsOf(C);
  std::vector<LinkedObject> Objects = Known.value_or(decltype(Objects)());
  if (!Known) {
    if (!MakeLeft())
      return 1;
    if (int Status = linkAsEver(First, Objects))
      return Status;
  }
  ProgramBuild Build(*this, Objects, Left);
  Words Line = Build.run(Command);
  if (!Line.empty()) {
    Words Second = Linker;
    append(Second, Options);
    append(Second, Line);
    if (linkSliced(Second))
      return 0;
  } else if (!Known) {
    return 0;
  }
  if (!MakeLeft())
    return 1;
  int Status = run(First.front(), First);
  if (Status == 0 && !Line.empty())
    warn(Command, "the link with slices of the whole program has failed; the "
                  "program has those of its sources");
  return Status < 0 ? 1 : Status;
}

} // namespace foreslice::driver
