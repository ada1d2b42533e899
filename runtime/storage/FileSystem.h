//===- FileSystem.h - what a file system promises -------------------------===//
//
// docs/file-systems.md tells what is known of each, and from where.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_FILESYSTEM_H
#define FORESLICE_STORAGE_FILESYSTEM_H

#include <cstdint>
#include <optional>

namespace foreslice {

struct FileSystem {
  enum Kind {
    /// Its files are no stored bytes.
    NotStored,
    /// Clients see each other's writes only after locks or reopening, and ask
    /// the server at each open whether what they keep is still current.
    CloseToOpen,
    /// Clients may keep what they have read without ever asking the server
    /// whether it is still current.
    Unchecked,
    /// Pages in the kernel's memory are never older than what any process on
    /// any machine has written.
    Coherent,
    Other,
  };
  Kind Is;
  const char *Name; ///< Of Other, null.
  uint32_t Magic;   ///< Of <linux/magic.h>.

  /// That of the file that Fd has open; none, with errno, if the kernel does
  /// not say. Where a server has the file, the kernel asks the server.
  static std::optional<FileSystem> of(int Fd);
  /// What of() said of the mount when it was first looked at: no server is
  /// asked again. Another mount may have had the same number since, so this is
  /// for what does no harm where it is wrong.
  static std::optional<FileSystem> remembered(int Fd);
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_FILESYSTEM_H
