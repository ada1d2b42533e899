//===- LinkLine.cpp - the libraries of a link line, and their places ------===//
//
// clang's folders are asked for only for a library missing in all folders of
// -L: the question costs a start of clang.
//
//===----------------------------------------------------------------------===//

#include "LinkLine.h"
#include "Process.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace foreslice::driver {

/// Options of linkers that take the next word as a value, not an input.
static constexpr std::string_view ValueOptions[] = {"-l",
                                                    "--library",
                                                    "-L",
                                                    "--library-path",
                                                    "--sysroot",
                                                    "-o",
                                                    "--output",
                                                    "-e",
                                                    "--entry",
                                                    "-h",
                                                    "-soname",
                                                    "--soname",
                                                    "-m",
                                                    "-rpath",
                                                    "--rpath",
                                                    "-rpath-link",
                                                    "--rpath-link",
                                                    "-R",
                                                    "--just-symbols",
                                                    "-T",
                                                    "--script",
                                                    "-dT",
                                                    "--default-script",
                                                    "-u",
                                                    "--undefined",
                                                    "-y",
                                                    "--trace-symbol",
                                                    "-z",
                                                    "-Map",
                                                    "--Map",
                                                    "-I",
                                                    "-dynamic-linker",
                                                    "--dynamic-linker",
                                                    "--version-script",
                                                    "--dynamic-list",
                                                    "--defsym",
                                                    "--wrap",
                                                    "-wrap",
                                                    "-plugin",
                                                    "--plugin",
                                                    "-plugin-opt",
                                                    "--plugin-opt",
                                                    "-f",
                                                    "--auxiliary",
                                                    "-F",
                                                    "--filter",
                                                    "-a",
                                                    "-A",
                                                    "-b",
                                                    "--format",
                                                    "-c",
                                                    "-G",
                                                    "-Y",
                                                    "--exclude-libs",
                                                    "--retain-symbols-file",
                                                    "--section-start",
                                                    "-Tbss",
                                                    "-Tdata",
                                                    "-Ttext",
                                                    "-init",
                                                    "-fini",
                                                    "-mllvm"};

void LinkLine::addInput(std::string_view Path) {
  Libraries.push_back({std::string(Path), true, OnlyStatic});
}

/// True if Option is about libraries.
bool LinkLine::takeValue(std::string_view Option, std::string_view Value) {
  if (Option == "-l" || Option == "--library")
    Libraries.push_back({std::string(Value), false, OnlyStatic});
  else if (Option == "-L" || Option == "--library-path")
    Folders.emplace_back(Value);
  else if (Option == "--sysroot")
    Sysroot = Value;
  else
    return false;
  return true;
}

void LinkLine::add(std::string_view Word) {
  if (!Pending.empty()) {
    takeValue(Pending, Word);
    Pending.clear();
    return;
  }
  if (std::ranges::find(ValueOptions, Word) != std::end(ValueOptions)) {
    Pending = Word;
    return;
  }
  if (size_t Equals = Word.find('=');
      Word.starts_with("--") && Equals != std::string_view::npos) {
    takeValue(Word.substr(0, Equals), Word.substr(Equals + 1));
    return;
  }
  if (Word.starts_with("-l") || Word.starts_with("-L"))
    takeValue(Word.substr(0, 2), Word.substr(2));
  else if (Word == "-Bstatic" || Word == "-dn" || Word == "-non_shared" ||
           Word == "-static")
    OnlyStatic = true;
  else if (Word == "-Bdynamic" || Word == "-dy" || Word == "-call_shared")
    OnlyStatic = false;
  else if (Word == "-r" || Word == "--relocatable")
    Relocatable = true;
  else if (!Word.starts_with("-"))
    addInput(Word);
}

static std::vector<std::string> splitAtColons(std::string_view Text) {
  std::vector<std::string> Parts;
  while (!Text.empty()) {
    size_t End = std::min(Text.find(':'), Text.size());
    if (End > 0)
      Parts.emplace_back(Text.substr(0, End));
    Text.remove_prefix(std::min(End + 1, Text.size()));
  }
  return Parts;
}

/// Resolves "=/usr/lib" and "$SYSROOT/usr/lib" as linkers do.
std::string LibrarySearch::inSysroot(const std::string &Path) const {
  for (std::string_view Prefix : {"=", "$SYSROOT"})
    if (Path.starts_with(Prefix))
      return Line.Sysroot + Path.substr(Prefix.size());
  return Path;
}

const std::vector<std::string> &LibrarySearch::defaultFolders() {
  if (Defaults)
    return *Defaults;
  Defaults.emplace();
  auto append = [&](const std::vector<std::string> &More) {
    Defaults->insert(Defaults->end(), More.begin(), More.end());
  };
  std::vector<std::string> Question = Clang;
  Question.insert(Question.begin() + 1, "-print-search-dirs");
  std::string Answer = outputOf(Question);
  constexpr std::string_view Title = "libraries: =";
  if (size_t Position = Answer.find(Title); Position != std::string::npos) {
    Position += Title.size();
    append(splitAtColons(std::string_view(Answer).substr(
        Position, Answer.find('\n', Position) - Position)));
  }
  if (const char *Variable = std::getenv("LIBRARY_PATH"))
    append(splitAtColons(Variable));
  // Built into GNU ld.
  for (const char *Folder :
       {"/usr/local/lib", FORESLICE_MULTIARCH_DIR, "/usr/lib64", "/usr/lib"})
    Defaults->push_back(Line.Sysroot + Folder);
  return *Defaults;
}

std::string LibrarySearch::findIn(const std::vector<std::string> &Folders,
                                  const LinkedLibrary &Library) const {
  for (const std::string &Folder : Folders) {
    std::string Start = inSysroot(Folder) + "/";
    if (Library.Name.starts_with(':')) {
      std::string File = Start + Library.Name.substr(1);
      if (isFile(File))
        return File;
      continue;
    }
    for (const char *Ending : {".so", ".a"}) {
      std::string File = Start + "lib" + Library.Name + Ending;
      if ((!Library.Static || Ending == std::string_view(".a")) && isFile(File))
        return File;
    }
  }
  return "";
}

std::string LibrarySearch::findBeside(const LinkedLibrary &Library) const {
  if (Library.IsPath)
    return isFile(Library.Name) ? Library.Name : "";
  return findIn(Line.Folders, Library);
}

std::string LibrarySearch::find(const LinkedLibrary &Library) {
  std::string File = findBeside(Library);
  if (Library.IsPath)
    return File;
  return File.empty() ? findIn(defaultFolders(), Library) : File;
}

std::string LibrarySearch::findFor(const std::string &Script,
                                   const std::string &Input) {
  if (Input.starts_with("-l"))
    return find({Input.substr(2)});
  if (Input.starts_with('/') || Input.starts_with('=')) {
    std::string InRoot =
        Input.starts_with('/') ? Line.Sysroot + Input : inSysroot(Input);
    return isFile(InRoot) ? InRoot : isFile(Input) ? Input : "";
  }
  std::string Beside = Script.substr(0, Script.rfind('/') + 1).append(Input);
  return isFile(Beside) ? Beside : find({":" + Input});
}

} // namespace foreslice::driver
