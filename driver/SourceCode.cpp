//===- SourceCode.cpp - code of sources that the pass has written ---------===//
//
// See SourceCode.h. The start of clang takes as long as the code of a small
// source: small sources go with another of equal flags.
//
//===----------------------------------------------------------------------===//

#include "SourceCode.h"
#include "CompilerCommand.h"
#include "Process.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>

namespace foreslice::driver {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// The stems, in groups to be compiled by one process each. flang takes one
/// file.
static std::vector<Words> groupsOf(const Words &Stems, bool MayShare) {
  constexpr uintmax_t Small = 20 << 10,
                      MostAdded = 64 << 10; // bytes of bitcode
  std::vector<std::pair<uintmax_t, std::string>> Largest;
  for (const std::string &Stem : Stems) {
    std::error_code Failed;
    Largest.emplace_back(fs::file_size(Stem + ".bc", Failed), Stem);
  }
  std::ranges::sort(Largest, std::greater<>());
  std::vector<Words> Groups;
  struct OpenGroup {
    size_t Index;
    uintmax_t Added;
  };
  std::map<Words, OpenGroup> Last; // by flags
  for (const auto &[Bytes, Stem] : Largest) {
    auto [Place, New] = Last.try_emplace(linesOf(Stem + ".flags"));
    OpenGroup &Group = Place->second;
    if (MayShare && !New && Bytes <= Small &&
        Group.Added + Bytes <= MostAdded) {
      Groups[Group.Index].push_back(Stem);
      Group.Added += Bytes;
      continue;
    }
    Group = {Groups.size(), 0};
    Groups.push_back({Stem});
  }
  return Groups;
}

/// The command for all sources of the group. Clang itself takes several files
/// and names the objects after them. The driver of clang starts a process for
/// each, so the driver sees the first only.
static Words commandFor(const Words &Clang, const Words &Group) {
  const std::string &First = Group.front();
  Words Command = Clang;
  auto Append = [&](const Words &More) {
    Command.insert(Command.end(), More.begin(), More.end());
  };
  Append(linesOf(First + ".flags"));
  Append({"-w", "-Qunused-arguments"});
  if (Group.size() == 1) {
    Append({"-x", "ir", "-c", First + ".bc", "-o", First + ".o"});
    return Command;
  }
  Append({"-fsyntax-only", "-Xclang", "-emit-obj", "-x", "ir", First + ".bc"});
  for (auto Stem = Group.begin() + 1; Stem != Group.end(); ++Stem)
    Append({"-Xclang", *Stem + ".bc"});
  return Command;
}

bool makeCode(const Words &Clang, const Words &Stems) {
  if (Stems.empty())
    return true;
  const bool MayShare =
      languageOf(baseName(Clang.front())) != Language::Fortran;
  std::vector<Words> Commands;
  for (const Words &Group : groupsOf(Stems, MayShare))
    Commands.push_back(commandFor(Clang, Group));
  return runAll(Commands) &&
         std::ranges::all_of(Stems, [](const std::string &Stem) {
           return isFile(Stem + ".o");
         });
}

} // namespace foreslice::driver
