//===- RegularFile.h - opening a file once more ---------------------------===//
//
// Prefetch threads open files that the program reads, or will.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H
#define FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H

#include <memory>

namespace foreslice {

class StoredFile;

struct RegularFile {
  enum Kind {
    None, ///< Or it cannot be opened, or is none that stores bytes.
    Folder,
    /// Opening it would cost the program what is in memory: see PagesAtOpen.h.
    LetBe,
    Opened,
  };
  Kind Is = None;
  std::shared_ptr<StoredFile> File = {}; ///< Of Opened.
};

/// Opens the file of that name to read. Only regular files: opening others may
/// be noticed. May wait for storage.
RegularFile openRegular(const char *Path);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H
