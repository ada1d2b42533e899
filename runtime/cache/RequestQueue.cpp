//===- RequestQueue.cpp - pages that sources have asked for ---------------===//
//
// All operations are linear in the queue's length at worst; the common ones
// work at its ends.
//
//===----------------------------------------------------------------------===//

#include "cache/RequestQueue.h"

#include <algorithm>

using namespace foreslice;

void RequestQueue::push(FileEntry &File, uint64_t CallId, uint64_t Page,
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
  Entry New{&File, CallId, Page, File.writeBefore(CallId, Page), Again};
  if (New.parked())
    File.Stats->add(Counter::PagesParked);
  Entries.insert(Place, New);
  ++File.QueuedPages;
}

bool RequestQueue::holds(const FileEntry &File, uint64_t Page) const {
  return File.QueuedPages != 0 &&
         std::any_of(Entries.rbegin(), Entries.rend(), [&](const Entry &E) {
           return E.File == &File && E.Page == Page;
         });
}

void RequestQueue::withdraw(FileEntry &File, std::span<const uint64_t> Pages) {
  if (File.QueuedPages == 0 || Pages.empty())
    return;
  auto [Min, Max] = std::minmax_element(Pages.begin(), Pages.end());
  scan([&, Min = *Min, Max = *Max](const Entry &E) {
    bool Asked = E.File == &File && E.Page >= Min && E.Page <= Max &&
                 std::find(Pages.begin(), Pages.end(), E.Page) != Pages.end();
    return Asked && !E.parked() ? Take::Drop : Take::Keep;
  });
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
