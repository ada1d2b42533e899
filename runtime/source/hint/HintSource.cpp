//===- HintSource.cpp - the source of disclosed reads ---------------------===//
//
// See HintSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/hint/HintSource.h"

#include "support/Settings.h"

namespace foreslice {

/// Pages asked for at once: storage reads them in one piece.
static constexpr size_t MostAtOnce = 16;
/// Most pages of a guessed file that are ahead of the program before the first
/// read, and for each page that was read.
static constexpr size_t FirstGuessed = 32, ForEachRead = 2;

void HintSource::begin(CachedFile &File, bool IsGuessed) {
  MutexLock L(M);
  auto [It, IsNew] = Files.try_emplace(File.Id);
  if (IsNew)
    File.Positions.restart(lane());
  It->second.IsGuessed = IsNew && IsGuessed;
  Asked = true;
}

/// At least one request is fetched while another is read. The operating system
/// gets no more ahead than fits into the cache.
bool HintSource::hasRoom(const CachedFile &File) {
  const Progress &P = Files.at(File.Id);
  if (P.IsGuessed &&
      P.Ahead.size() + MostAtOnce > FirstGuessed + ForEachRead * P.PagesRead)
    return false;
  const size_t OfCache =
      Settings::get().CacheSize / posting().grid().pageSize() / 2;
  const size_t Most =
      std::min(OfCache, std::max(posting().budget(File, /*Sureness=*/1).Pages,
                                 2 * MostAtOnce));
  if (PagesAhead + MostAtOnce > Most)
    dropPassed();
  return PagesAhead + MostAtOnce <= Most || PagesAhead == 0;
}

/// Drops pages of calls that the program has left behind: the program does
/// otherwise than disclosed.
void HintSource::dropPassed() {
  for (auto &[Key, P] : Files)
    PagesAhead -= std::erase_if(P.Ahead, [&P](const auto &Page) {
      return Page.second + Slack * IdStep < P.LastRead;
    });
}

bool HintSource::ask(CachedFile &File, ByteRange Bytes, bool AnyOrder) {
  static const std::atomic<bool> Never{false};
  const Access Read{View::bytes(), Bytes.Begin, Bytes.End - Bytes.Begin};
  const PageParts Parts = Read.parts(posting().grid());
  for (auto Next = Parts.begin(); Next != Parts.end();) {
    std::vector<PagePart> Pages;
    uint64_t Id;
    {
      MutexLock L(M);
      while (Files.contains(File.Id) && !hasRoom(File))
        Room.wait(M);
      auto It = Files.find(File.Id);
      if (It == Files.end())
        return false;
      Id = It->second.NextId;
      // Of equal numbers, none is behind another.
      It->second.NextId += AnyOrder ? 0 : IdStep;
      // What others have brought of a guessed file says nothing of the rest.
      const bool SkipsResident =
          It->second.IsGuessed && !Settings::get().Always;
      for (; Next != Parts.end() && Pages.size() < MostAtOnce; ++Next) {
        if (SkipsResident &&
            File.isResident(posting().grid().bytesOf(Next->Page)))
          continue;
        Pages.push_back(*Next);
        PagesAhead += It->second.Ahead.try_emplace(Next->Page, Id).second;
      }
    }
    posting().prefetch(File, call(Id), Pages, Never);
  }
  return true;
}

bool HintSource::reads(const std::shared_ptr<CachedFile> &File,
                       const Access &Read, FunctionRef<uint64_t()>, bool) {
  MutexLock L(M);
  auto It = Files.find(File->Id);
  if (It == Files.end())
    return false;
  Progress &P = It->second;
  const bool KnewOfMore = !P.Ahead.empty();
  bool IsHinted = false;
  for (const PagePart &Part : Read.parts(posting().grid())) {
    IsHinted |= Part.Page == P.LastPage;
    if (auto Page = P.Ahead.find(Part.Page); Page != P.Ahead.end()) {
      IsHinted = true;
      P.LastPage = Part.Page;
      P.LastRead = std::max(P.LastRead, Page->second);
      P.Ahead.erase(Page);
      --PagesAhead;
      ++P.PagesRead;
    }
  }
  File->Positions.place(lane(), P.LastRead);
  Room.notifyAll();
  return KnewOfMore && IsHinted;
}

void HintSource::end(FileKey File) {
  MutexLock L(M);
  auto It = Files.find(File);
  if (It == Files.end())
    return;
  PagesAhead -= It->second.Ahead.size();
  Files.erase(It);
  Room.notifyAll();
}

bool HintSource::wasRead(FileKey File) {
  MutexLock L(M);
  auto It = Files.find(File);
  return It != Files.end() && It->second.LastRead != 0;
}

} // namespace foreslice
