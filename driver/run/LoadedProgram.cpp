//===- LoadedProgram.cpp - the kind and the libraries of a program --------===//
//
// See LoadedProgram.h. The program's own loader lists the libraries: paths in
// the program, in the environment and in the system's cache count.
//
//===----------------------------------------------------------------------===//

#include "LoadedProgram.h"
#include "LibraryWalk.h"

#include "ElfFile.h"
#include "Process.h"

#include <gelf.h>
#include <sstream>
#include <unistd.h>

namespace foreslice::driver {

#if defined(__x86_64__)
static constexpr unsigned OwnMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr unsigned OwnMachine = EM_AARCH64;
#else
static constexpr unsigned OwnMachine = EM_NONE;
#endif

/// The loader named by an ELF file; "" if missing.
static std::string loaderOf(Elf *File) {
  size_t Count = 0, Size = 0;
  const char *Raw = elf_rawfile(File, &Size);
  if (!Raw || elf_getphdrnum(File, &Count) != 0)
    return "";
  for (size_t I = 0; I < Count; ++I) {
    GElf_Phdr Header;
    if (gelf_getphdr(File, static_cast<int>(I), &Header) &&
        Header.p_type == PT_INTERP && Header.p_filesz > 0 &&
        Header.p_offset < Size && Header.p_filesz <= Size - Header.p_offset)
      return {Raw + Header.p_offset, Header.p_filesz - 1};
  }
  return "";
}

/// Parts of the names of interesting libraries: a look into all libraries takes
/// as long as a small program.
static constexpr std::string_view Mpi = "mpi", Runtime = "libforeslice";

/// Notes the libraries found by Loader for the program.
static void findLibraries(LoadedProgram &Program, const std::string &Loader) {
  int Status = 0;
  std::istringstream Lines(outputOf({Loader, "--list", Program.Path}, &Status));
  for (std::string Line; std::getline(Lines, Line);) {
    // "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x00007f...)"
    const size_t Begin = Line.find('/'), End = Line.rfind(" (");
    if (Begin == std::string::npos || End == std::string::npos || End < Begin)
      continue;
    const std::string Path = Line.substr(Begin, End - Begin);
    Program.HasRuntime |= baseName(Path).starts_with(Runtime);
    if (baseName(Path).find(Mpi) == std::string_view::npos)
      continue;
    if (std::optional<LinkedMpi> Found = mpiLibraryAt(Path))
      if (!Program.Mpi || Program.Mpi->Interface == MpiInterface::Unknown)
        Program.Mpi = Found;
  }
}

static std::string pathOf(const std::string &Name) {
  if (Name.find('/') != std::string::npos)
    return isFile(Name) && access(Name.c_str(), X_OK) == 0 ? Name : "";
  std::vector<std::string> Found = findInPath(Name);
  return Found.empty() ? "" : Found.front();
}

LoadedProgram findProgram(const std::string &Name, bool WithMpi) {
  LoadedProgram Program;
  Program.Path = pathOf(Name);
  if (Program.Path.empty())
    return Program;
  Program.Is = LoadedProgram::Kind::Other;
  OpenedFile Opened(Program.Path);
  const ElfHandle File = Opened.read();
  GElf_Ehdr Header;
  if (!File || elf_kind(File.get()) != ELF_K_ELF ||
      !gelf_getehdr(File.get(), &Header))
    return Program;
  if (Header.e_machine != OwnMachine ||
      gelf_getclass(File.get()) != ELFCLASS64) {
    Program.Is = LoadedProgram::Kind::Machine;
    return Program;
  }
  const std::string Loader = loaderOf(File.get());
  if (Loader.empty()) {
    Program.Is = LoadedProgram::Kind::Static;
    return Program;
  }
  Program.Is = LoadedProgram::Kind::Dynamic;
  std::vector<std::string_view> Words{Runtime};
  if (WithMpi)
    Words.push_back(Mpi);
  if (!needsNone(Program.Path, Words,
                 WithMpi ? SystemLibraries::LookedAt
                         : SystemLibraries::LeftOut))
    findLibraries(Program, Loader);
  return Program;
}

} // namespace foreslice::driver
