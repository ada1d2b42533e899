//===- ForeignObjects.cpp - foreign objects in a link ---------------------===//
//
// gcc marks objects without machine code by the symbol __gnu_lto_slim. Bitcode
// begins with the producer's version.
//
//===----------------------------------------------------------------------===//

#include "ForeignObjects.h"
#include "ElfFile.h"
#include "Process.h"

#include <algorithm>
#include <cstdlib>
#include <gelf.h>
#include <set>

namespace foreslice::driver {

static constexpr unsigned OwnRelease = 22;
static constexpr std::string_view BitcodeMagic = "BC\xC0\xDE";

std::string bitcodeVersion(std::string_view Data) {
  // All releases since 3.8 begin with one block, which defines one abbreviation
  // and then encodes the producer's name: an array of 6-bit characters behind
  // the length, in 6 bits too.
  constexpr std::string_view Block("\x35\x14\0\0", 4),
      Abbreviation("\x62\x0c\x30\x24", 4);
  constexpr size_t BlockAt = 4, AbbreviationAt = 12, TextAt = 16;
  constexpr std::string_view Characters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
  if (!Data.starts_with(BitcodeMagic) ||
      Data.substr(BlockAt, Block.size()) != Block ||
      Data.substr(AbbreviationAt, Abbreviation.size()) != Abbreviation)
    return "";
  auto sixBits = [&](size_t Index) {
    size_t Bit = 6 * Index, Byte = TextAt + Bit / 8;
    unsigned Value = 0;
    for (size_t I = 0; I < 2 && Byte + I < Data.size(); ++I)
      Value |= static_cast<unsigned char>(Data[Byte + I]) << (8 * I);
    return Value >> (Bit % 8) & 63;
  };
  std::string Producer;
  for (size_t I = 1, Length = sixBits(0) & 31; I <= Length; ++I)
    Producer += Characters[sixBits(I)];
  constexpr std::string_view Llvm = "LLVM";
  return Producer.starts_with(Llvm) ? Producer.substr(Llvm.size()) : "";
}

namespace {

class Checker {
public:
  Checker(const char *Command, const CompilerCommand &C,
          const MpiFamily *Family)
      : Command(Command), C(C), Family(Family) {}
  void check(const std::string &Path);

private:
  void member(Elf *E, const std::string &Name, bool InArchive);
  void bitcode(const std::string &Name, const std::string &Version,
               bool InArchive);
  void family(Elf *E, const std::string &Name, bool InArchive);
  void say(const std::string &Text, bool Warning) const;

  const char *Command;
  const CompilerCommand &C;
  const MpiFamily *Family;
  std::set<std::string> Told; ///< Kinds already warned about.
};

} // namespace

/// True if the name of a symbol of E begins with Beginning.
static bool mentions(Elf *E, std::string_view Beginning) {
  for (Elf_Scn *Section = nullptr; (Section = elf_nextscn(E, Section));) {
    GElf_Shdr Header;
    if (!gelf_getshdr(Section, &Header) || Header.sh_type != SHT_SYMTAB)
      continue;
    Elf_Data *Data = elf_getdata(Section, nullptr);
    GElf_Sym Symbol;
    for (int I = 0; Data && gelf_getsym(Data, I, &Symbol); ++I)
      if (const char *Name = elf_strptr(E, Header.sh_link, Symbol.st_name);
          Name && std::string_view(Name).starts_with(Beginning))
        return true;
  }
  return false;
}

static bool hasLibraryOfGfortran(const CompilerCommand &C) {
  return std::ranges::any_of(C.Line.Libraries, [](const LinkedLibrary &L) {
    return L.Name.find("gfortran") != std::string::npos;
  });
}

void Checker::say(const std::string &Text, bool Warning) const {
  if (!Warning)
    fatal(Command, Text);
  warn(Command, Text);
}

void Checker::bitcode(const std::string &Name, const std::string &Version,
                      bool InArchive) {
  std::string Is = "'" + Name + "' is LLVM bitcode";
  if (!Version.empty())
    Is += " of release " + Version;
  unsigned long Release = std::strtoul(Version.c_str(), nullptr, 10);
  bool Lld = baseName(C.Linker).find("lld") != std::string_view::npos;
  if (Release > OwnRelease)
    say(Is + ", and this link reads bitcode up to release " +
            std::to_string(OwnRelease),
        InArchive);
  else if (!C.Lto && Told.insert("no -flto").second)
    say(Is + ", and the link is without -flto: give -flto to the link, too" +
            (Lld ? ", or its loops are not sliced" : ""),
        InArchive || Lld);
  else if (Release != 0 && Release < OwnRelease && Told.insert(Version).second)
    say(Is +
            ": it is linked and not sliced; -fprefetch-slice slices what "
            "clang " +
            std::to_string(OwnRelease) + " compiled",
        true);
}

void Checker::family(Elf *E, const std::string &Name, bool InArchive) {
  if (!Family || mentions(E, Family->FortranBlock))
    return;
  for (const MpiFamily &Other : mpiFamilies())
    if (*Other.FortranBlock && mentions(E, Other.FortranBlock) &&
        Told.insert(Other.Name).second)
      say("'" + Name + "' is Fortran that was compiled for " + Other.Title +
              ", and the link is with " + Family->Title +
              ": compile its source for " + Family->Title + ", too",
          InArchive);
}

void Checker::member(Elf *E, const std::string &Name, bool InArchive) {
  size_t Size = 0;
  if (elf_kind(E) == ELF_K_ELF) {
    if (mentions(E, "__gnu_lto_slim") && Told.insert("gcc").second)
      say("'" + Name +
              "' is an object of gcc -flto without machine code, which this "
              "link cannot read; accepted: machine code (gcc "
              "-ffat-lto-objects adds it) and LLVM bitcode",
          InArchive);
    if (!C.Shared && !hasLibraryOfGfortran(C) && mentions(E, "_gfortran_") &&
        Told.insert("gfortran").second)
      say("'" + Name +
              "' is an object of gfortran, and the link is without "
              "-lgfortran: compile its source with this command, too, or give "
              "-lgfortran to the link",
          InArchive);
    family(E, Name, InArchive);
  } else if (const char *Data = elf_rawfile(E, &Size)) {
    std::string_view Bytes(Data, Size);
    if (Bytes.starts_with(BitcodeMagic))
      bitcode(Name, bitcodeVersion(Bytes), InArchive);
  }
}

void Checker::check(const std::string &Path) {
  OpenedFile File(Path);
  ElfHandle Whole = File.read();
  if (elf_kind(Whole.get()) != ELF_K_AR)
    return member(Whole.get(), Path, false);
  Elf_Cmd Next = ELF_C_READ_MMAP;
  while (ElfHandle E{elf_begin(File.Fd, Next, Whole.get())}) {
    const Elf_Arhdr *Header = elf_getarhdr(E.get());
    if (Header && Header->ar_name)
      member(E.get(), Path + "(" + Header->ar_name + ")", true);
    Next = elf_next(E.get());
  }
}

void checkObjects(const char *Command, const CompilerCommand &C,
                  const MpiFamily *Family) {
  Checker Checks(Command, C, Family);
  for (const LinkedLibrary &Library : C.Line.Libraries)
    if (Library.IsPath)
      Checks.check(Library.Name);
}

std::string objectWithSlices(const CompilerCommand &C, bool OfMpi) {
  for (const LinkedLibrary &Library : C.Line.Libraries) {
    if (!Library.IsPath)
      continue;
    OpenedFile File(Library.Name);
    ElfHandle E = File.read();
    GElf_Ehdr Header;
    if (elf_kind(E.get()) == ELF_K_ELF && gelf_getehdr(E.get(), &Header) &&
        Header.e_type == ET_REL &&
        mentions(E.get(), "foreslice_link_with_fprefetch_slice") &&
        (!OfMpi || mentions(E.get(), "MPI_")))
      return Library.Name;
  }
  return "";
}

} // namespace foreslice::driver
