//===- KnownSignatures.cpp - the signatures that the user gives -----------===//
//
// See KnownSignatures.h.
//
//===----------------------------------------------------------------------===//

#include "source/signature/KnownSignatures.h"

#include "recorder/CodeModules.h"
#include "support/NamedFiles.h"
#include "support/Settings.h"

#include <algorithm>

namespace foreslice {

/// More files of a folder are not looked at.
static constexpr size_t MostFiles = 1000;

static std::string inHexadecimal(std::string_view Bytes) {
  constexpr std::string_view Digits = "0123456789abcdef";
  std::string Text;
  for (char C : Bytes) {
    const auto Byte = static_cast<unsigned char>(C);
    Text += {Digits[Byte / 16], Digits[Byte % 16]};
  }
  return Text;
}

KnownSignatures::KnownSignatures()
    : Rank(launcherRank()), Ranks(Rank < 0 ? 0 : launcherRanks()) {
  const std::string &Path = Settings::get().Signatures;
  if (Path.empty())
    return;
  if (named_files::isFolder(Path))
    addFolder(Path);
  else
    add(Path);
}

void KnownSignatures::add(const std::string &Path) {
  std::string Why;
  if (std::optional<SignatureFile> File = SignatureFile::read(Path, Why))
    Files.push_back(std::move(*File));
  else
    warnOnce("FORESLICE_SIGNATURES: " + Path + ": " + Why);
}

void KnownSignatures::addFolder(const std::string &Path) {
  std::vector<std::string> Names;
  named_files::list(Path, [&](const std::string &Name) {
    const size_t Dot = Name.rfind('.');
    const std::string Kind =
        Dot == 0 || Dot == std::string::npos ? "" : Name.substr(Dot);
    if (Kind == ".json" || Kind == ".signature")
      Names.push_back(Path + (Path.ends_with('/') ? "" : "/") + Name);
    return Names.size() < MostFiles;
  });
  std::ranges::sort(Names);
  for (const std::string &Name : Names)
    add(Name);
  const CodeModule Program = programModule();
  const std::string Name = Program.Path.substr(Program.Path.rfind('/') + 1);
  const std::string Build = inHexadecimal(Program.BuildId);
  std::erase_if(Files,
                [&](const SignatureFile &F) { return F.Program != Name; });
  auto isOfBuild = [&](const SignatureFile &F) { return F.BuildId == Build; };
  if (std::ranges::any_of(Files, isOfBuild))
    std::erase_if(Files, [&](const SignatureFile &F) { return !isOfBuild(F); });
}

std::shared_ptr<const PatternSequence>
KnownSignatures::readsOf(const std::string &Path, unsigned Thread,
                         unsigned Opening) const {
  for (const SignatureFile &File : Files)
    if (auto Known = File.sequenceFor(
            Rank, Ranks, Path, SignatureOperation::Read, Thread, Opening))
      return Known;
  return nullptr;
}

std::shared_ptr<const DatasetReads>
KnownSignatures::datasetReadsOf(const std::string &Path, unsigned Thread,
                                unsigned Opening) const {
  for (const SignatureFile &File : Files)
    if (auto Known = File.datasetReadsFor(Rank, Ranks, Path, Thread, Opening))
      return Known;
  return nullptr;
}

bool KnownSignatures::haveDatasets() const {
  return std::ranges::any_of(Files, [](const SignatureFile &File) {
    return std::ranges::any_of(File.Streams, [](const SignatureStream &S) {
      return !S.Sets.Names.empty();
    });
  });
}

std::vector<std::string> KnownSignatures::filesInOrder() const {
  for (const SignatureFile &File : Files)
    if (auto Known = File.filesInOrder(Rank, Ranks); !Known.empty())
      return Known;
  return {};
}

} // namespace foreslice
