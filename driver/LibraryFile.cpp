//===- LibraryFile.cpp - the kinds of files in a link ---------------------===//
//
// libelf reads ELF files and archives of any machine. Every other file with
// text is a linker script.
//
//===----------------------------------------------------------------------===//

#include "LibraryFile.h"
#include "ElfFile.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <gelf.h>
#include <string_view>

namespace foreslice::driver {

namespace {

std::string text(Elf *E, size_t Section, size_t Offset) {
  const char *Found = elf_strptr(E, Section, Offset);
  return Found ? Found : "";
}

void readDynamic(Elf *E, Elf_Scn *Section, const GElf_Shdr &Header,
                 LibraryFile &Out) {
  Elf_Data *Data = elf_getdata(Section, nullptr);
  GElf_Dyn Entry;
  for (int I = 0; Data && gelf_getdyn(Data, I, &Entry); ++I) {
    if (Entry.d_tag == DT_NULL)
      return;
    if (Entry.d_tag == DT_SONAME)
      Out.Soname = text(E, Header.sh_link, Entry.d_un.d_val);
    else if (Entry.d_tag == DT_NEEDED)
      Out.Needed.push_back(text(E, Header.sh_link, Entry.d_un.d_val));
  }
}

void readSymbols(Elf *E, Elf_Scn *Section, const GElf_Shdr &Header,
                 const SymbolNames &Wanted, LibraryFile &Out) {
  Elf_Data *Data = elf_getdata(Section, nullptr);
  GElf_Sym Symbol;
  for (int I = 0; Data && gelf_getsym(Data, I, &Symbol); ++I) {
    if (Symbol.st_shndx == SHN_UNDEF)
      continue;
    const char *Name = elf_strptr(E, Header.sh_link, Symbol.st_name);
    if (Name && Wanted.contains(std::string_view(Name)))
      Out.Defined.insert(Name);
  }
}

void readShared(Elf *E, const SymbolNames &Wanted, LibraryFile &Out) {
  for (Elf_Scn *Section = nullptr; (Section = elf_nextscn(E, Section));) {
    GElf_Shdr Header;
    if (!gelf_getshdr(Section, &Header))
      continue;
    if (Header.sh_type == SHT_DYNAMIC)
      readDynamic(E, Section, Header, Out);
    else if (Header.sh_type == SHT_DYNSYM && !Wanted.empty())
      readSymbols(E, Section, Header, Wanted, Out);
  }
}

void readArchive(Elf *E, const SymbolNames &Wanted, LibraryFile &Out) {
  size_t Count = 0;
  const Elf_Arsym *Symbols = elf_getarsym(E, &Count);
  for (size_t I = 0; Symbols && I < Count; ++I)
    if (Symbols[I].as_name &&
        Wanted.contains(std::string_view(Symbols[I].as_name)))
      Out.Defined.insert(Symbols[I].as_name);
}

/// Most bytes of a library's linker script.
constexpr size_t MaxScript = size_t{64} << 10;

/// The words of a linker script without comments; parentheses are words.
std::vector<std::string> scriptWords(const std::string &Text) {
  std::vector<std::string> Words;
  std::string Word;
  auto end = [&] {
    if (!Word.empty())
      Words.push_back(std::move(Word));
    Word.clear();
  };
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (Text.compare(I, 2, "/*") == 0) {
      end();
      I = std::min(Text.find("*/", I + 2), Text.size() - 2) + 1;
    } else if (C == '"') {
      size_t Close = std::min(Text.find('"', I + 1), Text.size());
      Word += Text.substr(I + 1, Close - I - 1);
      I = Close;
    } else if (C == '(' || C == ')') {
      end();
      Words.emplace_back(1, C);
    } else if (std::strchr(" \t\r\n,;", C)) {
      end();
    } else {
      Word += C;
    }
  }
  end();
  return Words;
}

/// The names in INPUT(...) and GROUP(...), through AS_NEEDED(...).
std::vector<std::string> scriptInputs(const std::vector<std::string> &Words) {
  std::vector<std::string> Inputs;
  int Depth = 0;
  for (size_t I = 0; I < Words.size(); ++I) {
    const std::string &Word = Words[I];
    bool Opens = I + 1 < Words.size() && Words[I + 1] == "(";
    if (Depth == 0 && (Word == "INPUT" || Word == "GROUP") && Opens)
      Depth = 1, ++I;
    else if (Depth > 0 && Word == "(")
      ++Depth;
    else if (Depth > 0 && Word == ")")
      --Depth;
    else if (Depth > 0 && !Opens)
      Inputs.push_back(Word);
  }
  return Inputs;
}

void readScript(const std::string &Path, LibraryFile &Out) {
  std::ifstream In(Path, std::ios::binary);
  std::string Text(MaxScript, '\0');
  In.read(Text.data(), static_cast<std::streamsize>(Text.size()));
  Text.resize(static_cast<size_t>(std::max<std::streamsize>(In.gcount(), 0)));
  if (Text.empty() || Text.find('\0') != std::string::npos)
    return;
  Out.Is = LibraryFile::Kind::Script;
  Out.Inputs = scriptInputs(scriptWords(Text));
}

} // namespace

LibraryFile readLibrary(const std::string &Path, const SymbolNames &Wanted) {
  LibraryFile Result;
  Result.Path = Path;
  OpenedFile File(Path);
  ElfHandle E = File.read(ELF_C_READ);
  if (!E)
    return Result;
  GElf_Ehdr Header;
  if (elf_kind(E.get()) == ELF_K_AR) {
    Result.Is = LibraryFile::Kind::Archive;
    readArchive(E.get(), Wanted, Result);
  } else if (elf_kind(E.get()) != ELF_K_ELF) {
    readScript(Path, Result);
  } else if (gelf_getehdr(E.get(), &Header)) {
    Result.Machine = Header.e_machine;
    Result.Is = Header.e_type == ET_DYN ? LibraryFile::Kind::Shared
                                        : LibraryFile::Kind::Object;
    if (Header.e_type == ET_DYN || Header.e_type == ET_EXEC)
      readShared(E.get(), Wanted, Result);
  }
  return Result;
}

} // namespace foreslice::driver
