//===- ElfFile.h - opening files for libelf -------------------------------===//
//
// Handles that close files of libelf.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_ELFFILE_H
#define FORESLICE_DRIVER_ELFFILE_H

#include <fcntl.h>
#include <libelf.h>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice::driver {

struct EndElf {
  void operator()(Elf *E) const { elf_end(E); }
};
using ElfHandle = std::unique_ptr<Elf, EndElf>;

/// An open regular file: a pipe is left to the linker.
class OpenedFile {
public:
  explicit OpenedFile(const std::string &Path)
      : Fd(open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenedFile() {
    if (Fd >= 0)
      close(Fd);
  }
  OpenedFile(const OpenedFile &) = delete;
  OpenedFile &operator=(const OpenedFile &) = delete;

  /// The file's content; null if unreadable. ELF_C_READ is cheaper than a
  /// mapping for a few parts of the file.
  ElfHandle read(Elf_Cmd How = ELF_C_READ_MMAP) const {
    struct stat Status;
    if (Fd < 0 || fstat(Fd, &Status) != 0 || !S_ISREG(Status.st_mode) ||
        elf_version(EV_CURRENT) == EV_NONE)
      return nullptr;
    return ElfHandle(elf_begin(Fd, How, nullptr));
  }
  const int Fd;
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_ELFFILE_H
