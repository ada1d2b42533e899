//===- RequestQueue.cpp - pages that sources have asked for ---------------===//
//
// All operations are linear in the queue's length at worst; the common ones
// work at its ends.
//
//===----------------------------------------------------------------------===//

#include "cache/RequestQueue.h"

#include <algorithm>

using namespace foreslice;

void RequestQueue::push(FileEntry &File, uint64_t CallId, const PagePart &Part,
                        bool Again) {
  // Usually the last entry of the file is an earlier call's, and near the end.
  auto Place = Entries.end();
  if (File.QueuedPages != 0)
    for (auto I = Entries.end(); I != Entries.begin();) {
      --I;
      if (I->File != &File)
        continue;
      if (I->CallId <= CallId)
        break;
      Place = I;
    }
  Entry New{&File, CallId, Part, File.writeBefore(CallId, Part.Bytes), Again};
  if (New.parked())
    File.Stats->add(Counter::PagesParked);
  Entries.insert(Place, New);
  ++File.QueuedPages;
}

bool RequestQueue::holds(const FileEntry &File, uint64_t Page) const {
  return File.QueuedPages != 0 &&
         std::any_of(Entries.rbegin(), Entries.rend(), [&](const Entry &E) {
           return E.File == &File && E.Part.Page == Page;
         });
}

std::vector<bool> RequestQueue::withdraw(FileEntry &File,
                                         std::span<const PagePart> Pages) {
  std::vector<bool> Withdrawn(Pages.size());
  if (File.QueuedPages == 0 || Pages.empty())
    return Withdrawn;
  scan([&](const Entry &E) {
    if (E.File != &File || E.parked())
      return Take::Keep;
    auto At = std::ranges::lower_bound(Pages, E.Part.Page, {}, &PagePart::Page);
    if (At == Pages.end() || At->Page != E.Part.Page)
      return Take::Keep;
    Withdrawn[static_cast<size_t>(At - Pages.begin())] = true;
    return Take::Drop;
  });
  return Withdrawn;
}

void RequestQueue::dropFile(FileEntry &File) {
  if (File.QueuedPages == 0)
    return;
  scan([&](const Entry &E) {
    return E.File == &File ? Take::Drop : Take::Keep;
  });
}

void RequestQueue::clear() {
  scan([](const Entry &) { return Take::Drop; });
}
