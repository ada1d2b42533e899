//===- RegularFile.h - opening a file once more ---------------------------===//
//
// Prefetch threads open files read by the program, now or later.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H
#define FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H

#include <cstdint>
#include <memory>

namespace foreslice {

class StoredFile;

struct RegularFile {
  enum Kind {
    None, ///< Not to be opened, or without stored bytes.
    Folder,
    /// Opening would drop the file's pages from memory: see PagesAtOpen.h.
    LetBe,
    Opened,
  };
  Kind Is = None;
  std::shared_ptr<StoredFile> File = {}; ///< Of Opened.
};

/// Opens the file Path to read. Only regular files: others may notice an
/// opening. May wait for storage.
RegularFile openRegular(const char *Path);
/// From now on nothing is opened: a slice that runs for longer than anybody
/// waits may come to an open at any later time. Waits for openings under way,
/// for at most MostNs.
void openNoMore(uint64_t MostNs);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_REGULARFILE_H
