//===- FileKey.h - the identity of a file ---------------------------------===//
//
// Files are known by device and inode, not by name or handle.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_FILEKEY_H
#define FORESLICE_STORAGE_FILEKEY_H

#include <compare>
#include <sys/types.h>

namespace foreslice {

struct FileKey {
  dev_t Device;
  ino_t Inode;
  auto operator<=>(const FileKey &) const = default;
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_FILEKEY_H
