//===- SlicedFile.cpp - a file as seen by slices --------------------------===//
//
// See SlicedFile.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/slice/SlicedFile.h"

namespace foreslice {

Mutex SlicedFilesLock;
std::atomic<bool> SlicedFile::HasPlaces{false};

SharedFile::SharedFile(FileKey K)
    : Key(K), Sliced(std::make_shared<SlicedFile>()) {}

OpenFile::OpenFile() : Sliced(std::make_shared<SlicedHandle>()) {}

} // namespace foreslice
