//===- FileSystem.h - the promises of file systems ------------------------===//
//
// docs/file-systems.md has the promises of each file system, with sources.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_FILESYSTEM_H
#define FORESLICE_STORAGE_FILESYSTEM_H

#include <cstdint>
#include <optional>

namespace foreslice {

struct FileSystem {
  enum Kind {
    /// The files are no stored bytes.
    NotStored,
    /// Clients see other clients' writes only after locks or reopening, and ask
    /// the server at each open whether cached data are current.
    CloseToOpen,
    /// Clients may keep read data without ever asking the server.
    Unchecked,
    /// Pages in the kernel's memory are never older than what any process on
    /// any machine has written.
    Coherent,
    Other,
  };
  Kind Is;
  const char *Name; ///< Null for Other.
  uint32_t Magic;   ///< Number in <linux/magic.h>.

  /// The file system of Fd; none, with errno, if the kernel does not say. The
  /// kernel may ask a server.
  static std::optional<FileSystem> of(int Fd);
  /// The result of the first of() for the mount: asks no server again. Another
  /// mount may have had the number since, so only for uses where a wrong answer
  /// does no harm.
  static std::optional<FileSystem> remembered(int Fd);
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_FILESYSTEM_H
