//===- LinkTrace.cpp - the objects taken by a link ------------------------===//
//
// See LinkTrace.h.
//
//===----------------------------------------------------------------------===//

#include "LinkTrace.h"
#include "ElfFile.h"
#include "Process.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <endian.h>
#include <gelf.h>

namespace foreslice::driver {

static constexpr std::string_view SourceSection = ".foreslice.source";

static LinkedObject parseLine(std::string_view Line) {
  size_t Open = Line.rfind('('), Close = Line.rfind(')');
  if (Open == Line.npos || Close == Line.npos || Close < Open)
    return {std::string(Line), ""};
  std::string Inner(Line.substr(Open + 1, Close - Open - 1));
  if (Open == 0)
    return {std::move(Inner), std::string(Line.substr(Close + 1))};
  return {std::string(Line.substr(0, Open)), std::move(Inner)};
}

LinkTrace parseLinkTrace(std::string_view Text) {
  LinkTrace Trace;
  while (!Text.empty()) {
    size_t End = std::min(Text.find('\n'), Text.size());
    LinkedObject Object = parseLine(Text.substr(0, End));
    if (!isFile(Object.Path))
      Trace.Rest.append(Text.substr(0, End)) += '\n';
    else if (std::ranges::find(Trace.Objects, Object) == Trace.Objects.end())
      Trace.Objects.push_back(std::move(Object));
    Text.remove_prefix(std::min(End + 1, Text.size()));
  }
  return Trace;
}

static bool isRead(std::string_view Symbol) {
  if (Symbol.starts_with("PMPI_") || Symbol.starts_with("pmpi_"))
    Symbol.remove_prefix(1);
  /// How names begin of MPI and of libraries of data.
  constexpr std::string_view Beginnings[] = {
      "MPI_File_read",  "MPI_File_iread", "mpi_file_read",
      "mpi_file_iread", "H5Dread",        "H5LTread_dataset",
      "H5IMread_image", "H5TBread_",      "_ZNK2H57DataSet4read",
      "nc_get_var",     "nf_get_var",     "ncmpi_get_var",
      "ncmpi_iget_var", "ncmpi_mget_var", "nfmpi_get_var",
      "nfmpi_iget_var",
  };
  constexpr std::string_view OfPosix[] = {
      "read",           "pread",           "pread64",
      "readv",          "preadv",          "preadv64",
      "fread",          "fread_unlocked",  "fgets",
      "fgets_unlocked", "getline",         "getdelim",
      "__getdelim",     "fgetc",           "getc",
      "fscanf",         "__isoc99_fscanf", "__isoc23_fscanf",
      "__read_chk",     "__pread_chk",     "__pread64_chk",
      "__fread_chk",    "__fgets_chk",
  };
  return std::ranges::find(OfPosix, Symbol) != std::end(OfPosix) ||
         std::ranges::any_of(Beginnings, [&](std::string_view Name) {
           return Symbol.starts_with(Name);
         });
}

/// The value of the line "Key=value" of Text; 0 if there is none.
static unsigned long valueOf(std::string_view Text, std::string_view Key) {
  while (!Text.empty()) {
    std::string_view Line = Text.substr(0, Text.find('\n'));
    if (Line.starts_with(Key) && Line.substr(Key.size()).starts_with('='))
      return std::strtoul(std::string(Line.substr(Key.size() + 1)).c_str(),
                          nullptr, 10);
    Text.remove_prefix(std::min(Line.size() + 1, Text.size()));
  }
  return 0;
}

static void readNames(std::string_view Text, SourceObject &Out) {
  constexpr std::string_view Kinds[] = {"unseen", "reading", "in-loops"};
  while (!Text.empty()) {
    std::string_view Line = Text.substr(0, Text.find('\n'));
    Text.remove_prefix(std::min(Line.size() + 1, Text.size()));
    std::string_view Key = Line.substr(0, Line.find('='));
    if (std::ranges::find(Kinds, Key) != std::end(Kinds))
      Out.Names[std::string(Key)].emplace(Line.substr(Key.size() + 1));
  }
}

/// Reads the header and facts of passes/program/SourceSection.cpp: the length
/// of a text behind 8 bytes, and the text behind 32.
static void readFacts(Elf_Data *Data, SourceObject &Out) {
  constexpr size_t LengthAt = 8, TextAt = 32;
  if (!Data || !Data->d_buf || Data->d_size < TextAt)
    return;
  std::string_view Bytes(static_cast<const char *>(Data->d_buf), Data->d_size);
  uint64_t Length = 0;
  std::memcpy(&Length, Bytes.data() + LengthAt, sizeof(Length));
  std::string_view Text = Bytes.substr(TextAt, le64toh(Length));
  Out.Recorded |= valueOf(Text, "recorded") != 0;
  Out.Size += valueOf(Text, "size");
  readNames(Text, Out);
}

static SourceObject lookAt(Elf *E) {
  SourceObject Out;
  size_t Names = 0;
  GElf_Ehdr Header;
  if (elf_kind(E) != ELF_K_ELF || !gelf_getehdr(E, &Header) ||
      Header.e_type != ET_REL || elf_getshdrstrndx(E, &Names) != 0)
    return Out;
  for (Elf_Scn *Section = nullptr; (Section = elf_nextscn(E, Section));) {
    GElf_Shdr Its;
    if (!gelf_getshdr(Section, &Its))
      continue;
    const char *Name = elf_strptr(E, Names, Its.sh_name);
    if (Name && Name == SourceSection) {
      Out.HasSource = true;
      readFacts(elf_getdata(Section, nullptr), Out);
    }
    Elf_Data *Data =
        Its.sh_type == SHT_SYMTAB ? elf_getdata(Section, nullptr) : nullptr;
    GElf_Sym Symbol;
    for (int I = 0; Data && gelf_getsym(Data, I, &Symbol); ++I)
      if (const char *Text = elf_strptr(E, Its.sh_link, Symbol.st_name)) {
        bool IsUndefined = Symbol.st_shndx == SHN_UNDEF;
        Out.Reads |= IsUndefined && isRead(Text);
        if (GELF_ST_BIND(Symbol.st_info) != STB_LOCAL)
          Out.Names[IsUndefined ? "undefined" : "defined"].emplace(Text);
      }
  }
  if (!Out.HasSource)
    Out.Names.clear();
  return Out;
}

void SourceObject::add(const SourceObject &Other) {
  HasSource |= Other.HasSource;
  InArchive |= Other.InArchive;
  Reads |= Other.Reads;
  Recorded |= Other.Recorded;
  Size += Other.Size;
  for (const auto &[Kind, Its] : Other.Names)
    Names[Kind].insert(Its.begin(), Its.end());
}

bool SourceObject::startsMpi() const {
  constexpr const char *Starts[] = {"MPI_Init", "MPI_Init_thread", "mpi_init_",
                                    "mpi_init_thread_"};
  auto Undefined = Names.find("undefined");
  return Undefined != Names.end() &&
         std::ranges::any_of(Starts, [&](const char *Name) {
           return Undefined->second.contains(Name);
         });
}

bool haveTies(const SourceObject &All) {
  auto Is = [&](std::string_view Kind, const std::string &Name) {
    auto Names = All.Names.find(Kind);
    return Names != All.Names.end() && Names->second.contains(Name);
  };
  auto Any = [&](std::string_view Kind, auto Holds) {
    auto Names = All.Names.find(Kind);
    return Names != All.Names.end() &&
           std::ranges::any_of(Names->second, Holds);
  };
  // What reads has slices of its own.
  return All.startsMpi() ||
         Any("unseen",
             [&](const std::string &Name) {
               return Is("defined", Name) && !Is("reading", Name);
             }) ||
         Any("reading",
             [&](const std::string &Name) { return Is("in-loops", Name); });
}

SourceObject lookAtObject(const LinkedObject &Object) {
  SourceObject Result;
  OpenedFile File(Object.Path);
  ElfHandle Whole = File.read();
  if (!Whole)
    return Result;
  if (elf_kind(Whole.get()) != ELF_K_AR) {
    Result.add(lookAt(Whole.get()));
    return Result;
  }
  Result.InArchive = true;
  Elf_Cmd Next = ELF_C_READ_MMAP;
  while (ElfHandle E{elf_begin(File.Fd, Next, Whole.get())}) {
    const Elf_Arhdr *Header = elf_getarhdr(E.get());
    if (Header && Header->ar_name &&
        (Object.Member.empty() || Object.Member == Header->ar_name))
      Result.add(lookAt(E.get()));
    Next = elf_next(E.get());
  }
  return Result;
}

} // namespace foreslice::driver
