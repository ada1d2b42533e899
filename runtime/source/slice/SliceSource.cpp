//===- SliceSource.cpp - slices as a source -------------------------------===//
//
// See SliceSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/slice/SliceSource.h"

#include "source/slice/HeldLaunch.h"
#include "source/slice/RegionState.h"
#include "support/Recent.h"

#include <algorithm>

using namespace foreslice;

bool SliceSource::timesNext() {
  return slice_runner::isHeld() && held_launch::watchesNext();
}

void SliceSource::readDone(uint64_t Bytes, uint64_t Ns) {
  if (slice_runner::isHeld())
    held_launch::readDone(Bytes, Ns);
}

void SliceSource::readCounted() {
  if (RegionStatistics *Region = slice_runner::statistics())
    Region->add(RunCounter::RegionReads);
}

void SliceSource::opens(const std::shared_ptr<CachedFile> &File) {
  {
    MutexLock L(M);
    Files.push_back(File);
  }
  if (slice_runner::isHeld() && !filesAreInMemory())
    slice_runner::startHeld();
}

void SliceSource::closes(const std::shared_ptr<CachedFile> &File) {
  MutexLock L(M);
  if (auto It = std::ranges::find(Files, File); It != Files.end())
    Files.erase(It);
}

bool SliceSource::filesAreInMemory() {
  MutexLock L(M);
  return held_launch::advisable(Files);
}

LaunchDecision SliceSource::decide(foreslice_region &Region,
                                   SliceSource *Known) {
  if (!Settings::get().Sources.has(SourceKind::Slices))
    return LaunchDecision::Never;
  if (Known && !Known->posting().pays()) {
    if (++Known->Refused % TriedOneOf != 0)
      return LaunchDecision::Never;
    Known->posting().measureAnew();
  }
  // Unseen reads cannot turn out slow. When the first read is slow, earlier
  // computation has hidden nothing. A look at the file that the program may
  // read costs less than a thread.
  const bool IsEarly = (Region.flags & FORESLICE_REGION_EARLY) &&
                       !RegionState::of(Region).EarlyInVain &&
                       !((Region.flags & FORESLICE_REGION_POSIX) &&
                         held_launch::namedFileIsInMemory());
  // A slice of the files alone is of use from the second file on. Opens of
  // streams are seen, and first reads by descriptors perhaps.
  const bool SeesFiles = Region.flags & FORESLICE_REGION_TEXT ||
                         !(Region.flags & FORESLICE_REGION_FILES) ||
                         held_launch::areReadsSeen();
  bool MayHold = !Settings::get().Always && !IsEarly && SeesFiles &&
                 !(Region.flags & FORESLICE_REGION_TASKS) &&
                 (!(Region.flags & FORESLICE_REGION_MAPPED) ||
                  held_launch::mappingsAreInMemory()) &&
                 (Region.flags & FORESLICE_REGION_FILES ||
                  ((!Known || Known->filesAreInMemory()) &&
                   (!(Region.flags & FORESLICE_REGION_TEXT) ||
                    held_launch::areStreamsFollowed() ||
                    held_launch::descriptorsAreInMemory())));
  if (!MayHold)
    return LaunchDecision::Now;
  held_launch::begin();
  return LaunchDecision::Held;
}

void SliceSource::launched(SchemeKind Scheme) {
  posting().setScheme(Scheme);
  MutexLock L(M);
  for (const std::shared_ptr<CachedFile> &File : Files)
    File->Positions.restart(lane());
}

void SliceSource::askAnew(CachedFile &File, std::span<const CallAhead> Calls) {
  static const std::atomic<bool> Never{false};
  end();
  uint64_t Most = posting().mostAhead(File);
  for (const CallAhead &C : Calls) {
    std::vector<PagePart> Pages;
    for (const PagePart &Part : C.Wanted.parts(posting().grid())) {
      if (Pages.size() == Most)
        break;
      Pages.push_back(Part);
    }
    Most -= Pages.size();
    if (Pages.empty() ||
        posting().prefetch(File, call(C.Id), Pages, Never, Room::Leave) !=
            PostResult::Accepted)
      return;
  }
}
