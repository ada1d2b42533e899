//===- NeededLibraries.cpp - what a file tells the loader of libraries ----===//
//
// See NeededLibraries.h. The loader, too, reads the segments, and no sections.
//
//===----------------------------------------------------------------------===//

#include "NeededLibraries.h"

#include "ElfFile.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <span>

namespace foreslice::driver {

namespace {

bool isText(const Elf64_Dyn &D) {
  return D.d_tag == DT_NEEDED || D.d_tag == DT_RUNPATH || D.d_tag == DT_RPATH;
}

class LoadedFile {
public:
  explicit LoadedFile(const std::string &Path) : File(Path) {}

  std::optional<NeededLibraries> needed();

private:
  static constexpr size_t MostSegments = 32, MostEntries = 512;
  static constexpr uint64_t MostTexts = 1 << 16, LongestText = 4096;

  bool readSegments();
  std::optional<uint64_t> offsetOf(uint64_t Address) const;
  bool readTexts(std::span<const Elf64_Dyn> Entries);
  /// False if the file has not all of the bytes.
  template <typename T> bool fill(std::span<T> To, uint64_t Offset) const {
    const auto Bytes = static_cast<ssize_t>(To.size_bytes());
    return pread(File.Fd, To.data(), To.size_bytes(),
                 static_cast<off_t>(Offset)) == Bytes;
  }

  const OpenedFile File;
  std::vector<Elf64_Phdr> Segments;
  std::string Texts; ///< From TextsBegin on.
  uint64_t TextsBegin = 0;
};

/// Linkers write the segments behind the header.
bool LoadedFile::readSegments() {
  struct {
    Elf64_Ehdr Header;
    std::array<Elf64_Phdr, MostSegments> Segments;
  } Begin;
  constexpr size_t Least = sizeof(Elf64_Ehdr);
  const ssize_t Got =
      File.Fd < 0 ? -1 : pread(File.Fd, &Begin, sizeof Begin, 0);
  const Elf64_Ehdr &Header = Begin.Header;
  if (Got < static_cast<ssize_t>(Least) ||
      std::memcmp(Header.e_ident, ELFMAG, SELFMAG) != 0 ||
      Header.e_ident[EI_CLASS] != ELFCLASS64 || Header.e_phoff != Least ||
      Header.e_phentsize != sizeof(Elf64_Phdr) ||
      Header.e_phnum >
          std::min((static_cast<size_t>(Got) - Least) / sizeof(Elf64_Phdr),
                   MostSegments))
    return false;
  Segments.assign(Begin.Segments.begin(),
                  Begin.Segments.begin() + Header.e_phnum);
  return true;
}

/// The place in the file of what is loaded at Address.
std::optional<uint64_t> LoadedFile::offsetOf(uint64_t Address) const {
  for (const Elf64_Phdr &S : Segments)
    if (S.p_type == PT_LOAD && Address >= S.p_vaddr &&
        Address - S.p_vaddr < S.p_filesz)
      return S.p_offset + (Address - S.p_vaddr);
  return std::nullopt;
}

/// Reads the part of the table of names with the texts of Entries, which
/// linkers write side by side.
bool LoadedFile::readTexts(std::span<const Elf64_Dyn> Entries) {
  uint64_t Table = 0, Bytes = 0, Last = 0;
  TextsBegin = UINT64_MAX;
  for (const Elf64_Dyn &D : Entries)
    if (D.d_tag == DT_STRTAB) {
      Table = offsetOf(D.d_un.d_ptr).value_or(0);
    } else if (D.d_tag == DT_STRSZ) {
      Bytes = D.d_un.d_val;
    } else if (isText(D)) {
      TextsBegin = std::min<uint64_t>(TextsBegin, D.d_un.d_val);
      Last = std::max<uint64_t>(Last, D.d_un.d_val);
    }
  if (TextsBegin == UINT64_MAX)
    return true;
  if (Last >= Bytes || Last - TextsBegin > MostTexts)
    return false;
  Texts.resize(std::min(Last + LongestText, Bytes) - TextsBegin);
  return fill(std::span(Texts), Table + TextsBegin);
}

std::optional<NeededLibraries> LoadedFile::needed() {
  if (!readSegments())
    return std::nullopt;
  const auto Dynamic =
      std::ranges::find(Segments, PT_DYNAMIC, &Elf64_Phdr::p_type);
  std::array<Elf64_Dyn, MostEntries> All;
  if (Dynamic == Segments.end() || Dynamic->p_filesz > sizeof All)
    return std::nullopt;
  std::span<Elf64_Dyn> Entries =
      std::span(All).first(Dynamic->p_filesz / sizeof(Elf64_Dyn));
  if (!fill(Entries, Dynamic->p_offset))
    return std::nullopt;
  Entries = Entries.first(static_cast<size_t>(
      std::ranges::find(Entries, DT_NULL, &Elf64_Dyn::d_tag) -
      Entries.begin()));
  if (!readTexts(Entries))
    return std::nullopt;
  NeededLibraries Found;
  for (const Elf64_Dyn &D : Entries) {
    if (!isText(D))
      continue;
    const size_t Begin = D.d_un.d_val - TextsBegin;
    const size_t End = Texts.find('\0', Begin);
    if (End == Texts.npos)
      return std::nullopt;
    std::string Text = Texts.substr(Begin, End - Begin);
    if (D.d_tag == DT_NEEDED)
      Found.Names.push_back(std::move(Text));
    else
      (D.d_tag == DT_RPATH ? Found.RPath : Found.RunPath) = std::move(Text);
  }
  return Found;
}

} // namespace

std::optional<NeededLibraries> readNeeded(const std::string &Path) {
  return LoadedFile(Path).needed();
}

} // namespace foreslice::driver
