//===- FileOrder.cpp - files in the order of a likely reading -------------===//
//
// See FileOrder.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/FileOrder.h"
#include "support/NamedFiles.h"
#include "support/TextFile.h"

#include <algorithm>
#include <cctype>
#include <dirent.h>
#include <map>
#include <memory>

namespace foreslice {

/// Most steps out of order, for threads that share the files of an order.
static constexpr std::ptrdiff_t MostSteps = 8;

FileOrder::FileOrder(std::vector<std::string> Files) : Paths(std::move(Files)) {
  for (size_t I = 0; I < Paths.size(); ++I)
    Places.try_emplace(Paths[I], static_cast<std::ptrdiff_t>(I));
}

FileOrder FileOrder::known(std::vector<std::string> Paths) {
  FileOrder O(std::move(Paths));
  O.Step = 1;
  O.Steps = 1;
  O.IsKnown = true;
  return O;
}

void FileOrder::comes(const std::string &Path) {
  auto It = Places.find(Path);
  if (It == Places.end() || It->second == Last)
    return;
  if (!Last) {
    Last = It->second;
    return;
  }
  const std::ptrdiff_t Way = It->second - *Last;
  const std::ptrdiff_t Ahead =
      Step != 0 && Way % Step == 0 ? Way / Step : MostSteps + 1;
  if (Steps > 1 && Ahead < 0 && Ahead >= -MostSteps)
    return;
  if (Steps > 1 && Ahead > 1 && Ahead <= MostSteps) {
    // Another thread has the files between.
  } else if (Ahead == 1) {
    ++Steps;
  } else {
    Step = IsKnown ? 1 : Way;
    Steps = IsKnown ? 0 : 1;
  }
  Last = It->second;
}

std::optional<size_t> FileOrder::placeOf(const std::string &Path) const {
  auto It = Places.find(Path);
  return It == Places.end() ? std::nullopt : std::optional<size_t>(It->second);
}

const std::string *FileOrder::next(unsigned Number) const {
  if (!Last || Step == 0)
    return nullptr;
  const std::ptrdiff_t Position =
      *Last + Step * static_cast<std::ptrdiff_t>(Number);
  if (Position < 0 || Position >= static_cast<std::ptrdiff_t>(Paths.size()))
    return nullptr;
  return &Paths[static_cast<size_t>(Position)];
}

/// The folders' names are written like the kernel's names of open files.
FileOrder FileOrder::ofCommandLine(const std::string &Process) {
  constexpr size_t MostBytes = 8 << 20; // Linux takes 6 MiB
  std::string Arguments;
  readTextFile(Process + "/cmdline", MostBytes, Arguments);
  std::map<std::string, std::string> Folders;
  std::vector<std::string> Paths;
  for (size_t At = 0, End; Paths.size() < MostFiles && At < Arguments.size();
       At = End + 1) {
    End = std::min(Arguments.find('\0', At), Arguments.size());
    const std::string Argument = Arguments.substr(At, End - At);
    const size_t Name = Argument.rfind('/') + 1;
    auto [Folder, New] = Folders.try_emplace(Argument.substr(0, Name));
    if (New)
      Folder->second = named_files::canonical(
          Argument.starts_with('/') ? Folder->first
                                    : Process + "/cwd/" + Folder->first);
    Paths.push_back(Folder->second + "/" + Argument.substr(Name));
  }
  return FileOrder(std::move(Paths));
}

static bool isDigit(char C) {
  return std::isdigit(static_cast<unsigned char>(C));
}

std::string FileOrder::withoutNumbers(std::string_view Name) {
  std::string Kind;
  for (size_t I = 0; I < Name.size(); ++I)
    if (!isDigit(Name[I]))
      Kind += Name[I];
    else if (I == 0 || !isDigit(Name[I - 1]))
      Kind += '#';
  return Kind;
}

namespace {

/// The numbers of a name, as digits without leading zeros: more digits are
/// greater.
std::vector<std::pair<size_t, std::string>> numbersOf(std::string_view Name) {
  std::vector<std::pair<size_t, std::string>> Numbers;
  for (size_t I = 0; I < Name.size();) {
    if (!isDigit(Name[I])) {
      ++I;
      continue;
    }
    std::string Digits;
    for (; I < Name.size() && isDigit(Name[I]); ++I)
      if (!Digits.empty() || Name[I] != '0')
        Digits += Name[I];
    Numbers.emplace_back(Digits.size(), Digits);
  }
  return Numbers;
}

/// The names of kind Kind, by number.
std::vector<std::string> byNumbers(const std::vector<std::string> &Names,
                                   const std::string &Kind) {
  std::vector<std::pair<decltype(numbersOf({})), std::string>> Numbered;
  for (const std::string &Name : Names)
    if (FileOrder::withoutNumbers(Name) == Kind)
      Numbered.emplace_back(numbersOf(Name), Name);
  std::ranges::sort(Numbered);
  std::vector<std::string> Sorted;
  Sorted.reserve(Numbered.size());
  for (auto &[Numbers, Name] : Numbered)
    Sorted.push_back(std::move(Name));
  return Sorted;
}

/// The regular files of a folder, or the folders in the folder; none if there
/// are too many.
std::vector<std::string> namesIn(const std::string &Folder,
                                 unsigned char Type = DT_REG) {
  std::vector<std::string> Names;
  std::unique_ptr<DIR, int (*)(DIR *)> Listed(opendir(Folder.c_str()),
                                              closedir);
  while (const dirent *Entry = Listed ? readdir(Listed.get()) : nullptr) {
    if (Entry->d_type != Type && Entry->d_type != DT_UNKNOWN)
      continue;
    if (Names.size() == FileOrder::MostFiles)
      return {};
    Names.emplace_back(Entry->d_name);
  }
  return Names;
}

FileOrder orderOf(const std::string &Folder,
                  const std::vector<std::string> &Names) {
  std::vector<std::string> Paths;
  Paths.reserve(Names.size());
  for (const std::string &Name : Names)
    Paths.push_back(Folder + Name);
  return FileOrder(std::move(Paths));
}

/// The walk through numbered folders, from the file of the name Names on.
struct TreeWalk {
  unsigned MostFolders;
  std::vector<std::string> Names{}; ///< The folders' and the file's.
  std::vector<std::string> Paths{};
  unsigned Folders = 0;
  bool IsCut = false;

  void walk(const std::string &Folder, size_t Level, bool IsFirst);
};

void TreeWalk::walk(const std::string &Folder, size_t Level, bool IsFirst) {
  if (++Folders > MostFolders) {
    IsCut = true;
    return;
  }
  const std::string &First = Names[Level];
  const bool HasFiles = Level + 1 == Names.size();
  for (const std::string &Name :
       byNumbers(namesIn(Folder, HasFiles ? DT_REG : DT_DIR),
                 FileOrder::withoutNumbers(First))) {
    if (IsFirst && numbersOf(Name) < numbersOf(First))
      continue;
    if (Paths.size() == FileOrder::MostFiles)
      IsCut = true;
    if (IsCut)
      return;
    if (HasFiles)
      Paths.push_back(Folder + Name);
    else
      walk(Folder + Name + "/", Level + 1, IsFirst && Name == First);
  }
}

} // namespace

std::optional<size_t> FileOrder::placeInTree(std::string_view Path) {
  constexpr unsigned MostLevels = 4;
  const size_t Name = Path.rfind('/');
  size_t Begin = Name;
  for (unsigned Level = 0;
       Level < MostLevels && Begin != Path.npos && Begin > 0; ++Level) {
    const size_t Above = Path.rfind('/', Begin - 1);
    if (Above == Path.npos ||
        std::ranges::none_of(Path.substr(Above, Begin - Above), isDigit))
      break;
    Begin = Above;
  }
  return Begin == Name ? std::nullopt : std::optional(Begin + 1);
}

FileOrder FileOrder::ofTree(const std::string &Path, unsigned MostFolders,
                            bool &IsCut) {
  TreeWalk Walk{MostFolders};
  const size_t Place = placeInTree(Path).value_or(Path.rfind('/') + 1);
  for (size_t Begin = Place; Begin != 0;) {
    const size_t End = Path.find('/', Begin);
    Walk.Names.push_back(Path.substr(Begin, End - Begin));
    Begin = End == std::string::npos ? 0 : End + 1;
  }
  Walk.walk(Path.substr(0, Place), 0, /*IsFirst=*/true);
  IsCut = Walk.IsCut;
  FileOrder Order(std::move(Walk.Paths));
  Order.IsByNumbers = true;
  return Order;
}

std::vector<FileOrder> FileOrder::ofFolder(const std::string &Folder,
                                           const std::string &Like) {
  std::vector<std::string> Names = namesIn(Folder);
  if (Names.empty())
    return {};
  std::vector<FileOrder> Orders;
  Orders.push_back(orderOf(Folder, Names));
  std::ranges::sort(Names);
  Orders.push_back(orderOf(Folder, Names));
  Orders.push_back(orderOf(Folder, byNumbers(Names, withoutNumbers(Like))));
  Orders.back().IsByNumbers = true;
  return Orders;
}

} // namespace foreslice
