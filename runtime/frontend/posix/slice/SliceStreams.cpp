//===- SliceStreams.cpp - the C++ streams of a slice ----------------------===//
//
// See SliceStreams.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/SliceStreams.h"
#include "support/ProcessObject.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/RegularFile.h"
#include "support/DescriptorTable.h"

#include <algorithm>

namespace foreslice {

/// Programs no longer use older streams.
static constexpr size_t MostStreams = 256;

SliceStreams &SliceStreams::ofRunner() {
  static constinit ProcessObject<std::array<SliceStreams, execution::Runners>>
      All;
  SliceStreams &OwnStreams = All.get()[execution::runner()];
  if (uint64_t Now = execution::runningNumber(); OwnStreams.Launch != Now) {
    OwnStreams.Streams.clear();
    OwnStreams.Launch = Now;
    OwnStreams.InVain = 0;
  }
  return OwnStreams;
}

SliceStream &SliceStreams::find(foreslice_handle Address) {
  auto I = Streams.upper_bound(Address);
  if (I != Streams.begin()) {
    auto &[Begin, Stream] = *std::prev(I);
    if (Address - Begin < Stream.Bytes)
      return Stream;
  }
  return set(Address, streamAt(Address));
}

bool SliceStreams::isAstray(bool GaveNothing) {
  constexpr uint64_t Most = 4096;
  InVain = GaveNothing ? InVain + 1 : 0;
  return InVain > Most;
}

SliceStream &SliceStreams::set(foreslice_handle Address, SliceStream Stream) {
  if (Streams.size() >= MostStreams)
    Streams.erase(std::ranges::min_element(
        Streams, {}, [](const auto &S) { return S.second.Number; }));
  Stream.Number = ++Last;
  return Streams.insert_or_assign(Address, std::move(Stream)).first->second;
}

bool openNamed(const char *Name, std::shared_ptr<CachedFile> &File) {
  descriptor_table::closeAsked();
  if (!PosixFiles::mayOpen())
    return true;
  const PosixFiles::Opening Now(posix().files());
  RegularFile Found = openRegular(Name);
  if (Found.Is == RegularFile::Opened)
    File = posix().files().open(std::move(Found.File), Name);
  if (File)
    execution::count(RunCounter::FilesOpenedAhead);
  return Found.Is == RegularFile::Opened || Found.Is == RegularFile::LetBe;
}

} // namespace foreslice
