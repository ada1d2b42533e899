//===- SliceSets.cpp - datasets as slices read them -----------------------===//
//
// See SliceSets.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/slice/SliceSets.h"

#include "frontend/posix/slice/PosixHandles.h"

#include <set>

namespace foreslice::hdf5 {

/// If the program's descriptor still has the file, the slice uses the POSIX
/// handle; if the library reads by MPI, the pages are the cache's.
void KnownFile::open() {
  if (IsOpened)
    return;
  IsOpened = true;
  if (Known.ByMpi) {
    if (libraryOpens().ByHandle)
      libraryOpens().ByHandle(Known.ByMpi, Stream);
    return;
  }
  Stream.MeetsOthers = true;
  PosixHandle *H = PosixHandles::ofRunner().find(
      static_cast<foreslice_handle>(Known.Descriptor));
  if (H && H->File && H->File->Id == Known.File)
    Stream.File = H->File;
}

void KnownSet::post(const Dataspace &By) {
  File->open();
  // The library would refuse to read by a dataspace of other dimensions.
  if (By.Lengths.size() != Is->Space.Lengths.size())
    return;
  if (!File->Stream.File)
    return;
  auto Find = [&](const std::vector<uint64_t> &Coordinates) {
    return Index.find(Coordinates,
                      [&](uint64_t Offset, std::span<std::byte> To) {
                        return File->load(Offset, To);
                      });
  };
  DatasetStatistics *const Counters = File->countersOf(Is->Name);
  // Many points lie in one chunk.
  std::set<std::pair<uint64_t, uint64_t>> Posted;
  By.forEachChosen([&](const Box &Chosen) {
    Is->forEachExtent(Chosen, Find, [&](uint64_t Offset, uint64_t Bytes) {
      if (By.United.empty() || Posted.emplace(Offset, Bytes).second)
        File->post(Offset, Bytes, Counters);
      return !execution::cancelFlag();
    });
    return !execution::cancelFlag();
  });
}

} // namespace foreslice::hdf5
