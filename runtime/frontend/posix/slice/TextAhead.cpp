//===- TextAhead.cpp - pages ahead of a slice's text reads ----------------===//
//
// See TextAhead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/TextAhead.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"
#include "support/Clock.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace foreslice {

namespace {

/// Most bytes posted ahead of the slice's own position.
constexpr int64_t MostLead = 8 << 20;
/// Bytes posted of a file with unknown reads: about the bytes read ahead by the
/// kernel at the first reads.
constexpr int64_t Beginning = 128 << 10;
/// A slice of whole files ends after MostInMemory files in a row in memory: the
/// others are likely to be in memory, too.
constexpr unsigned MostInMemory = 16;
/// Time between looks at the program's place.
constexpr std::chrono::microseconds BetweenLooks(500);

/// Most bytes posted by text reads ahead of the program: the other half of the
/// limit is for other reads.
int64_t mostPosted(const CachedFile &File) {
  auto Pages =
      static_cast<int64_t>(runtime().slices().posting().mostAhead(File));
  return std::max<int64_t>(Pages / 2, 1) * pageSize();
}

int64_t outstanding() {
  int64_t Bytes = 0;
  for (const PosixHandle &H : PosixHandles::ofRunner().files())
    Bytes += H.Text.Posted - H.Text.Passed;
  return Bytes;
}

/// The program has passed the bytes before To.
void pass(PosixHandle &H, int64_t To) {
  std::vector<PagePart> Pages;
  for (; H.Text.Passed < To; H.Text.Passed += pageSize()) {
    const PageGrid Grid = runtime().slices().posting().grid();
    Pages.push_back(
        Grid.whole(Grid.pageAt(static_cast<uint64_t>(H.Text.Passed))));
    runtime().slices().callBegins(*H.File);
  }
  runtime().demand().readsItself(*H.File, Pages).over(/*OnlyStarted=*/true);
}

void look(PosixHandle &H) {
  PosixText &T = H.Text;
  if (T.Passed >= T.Posted || H.Descriptor < 0)
    return;
  std::optional<PosixStanding> Now = posixStanding(H.Descriptor);
  if (!Now || !hasOpen(H.Descriptor, *H.File))
    return pass(H, T.Posted); // The program has closed the file.
  if (Now->Position >= H.size())
    pass(H, T.Posted);
  else if (Now->Position > T.Passed)
    pass(H, std::min(pageDown(Now->Position), T.Posted));
}

/// Looks where the program is in all files.
SliceEnd lookAround() {
  SliceEnd End =
      execution::isScout() ? SliceEnd::Completed : slice_values::takeArrived();
  text_ahead::lookAtFiles();
  return End;
}

/// Waits until the program has come further. A scout waits for nothing.
SliceEnd awaitProgram(const CachedFile &File, bool &MayPost) {
  while (outstanding() + pageSize() > mostPosted(File)) {
    if (SliceEnd End = lookAround(); End != SliceEnd::Completed)
      return End;
    if (execution::cancelFlag().load())
      return SliceEnd::Cancelled;
    if (outstanding() + pageSize() <= mostPosted(File))
      break;
    MayPost = !execution::isScout();
    if (!MayPost)
      return SliceEnd::Completed;
    execution::resumeScouts();
    std::this_thread::sleep_for(BetweenLooks);
  }
  return SliceEnd::Completed;
}

void postPage(PosixHandle &H, int64_t Size) {
  Step S;
  S.CallId = PosixHandles::ofRunner().takeCallId(H);
  auto Begin = static_cast<uint64_t>(H.Text.Posted);
  S.Wanted = {View::bytes(), Begin, static_cast<uint64_t>(pageSize())};
  S.FileEnd = static_cast<uint64_t>(Size);
  S.Cached = H.File;
  H.Text.LastCall = S.CallId;
  H.Text.Posted += pageSize();
  if (S.CallId >= runtime().slices().next(*S.Cached) &&
      runtime().slices().posting().wanted(*S.Cached)) {
    post(S);
    if (execution::isScout())
      execution::count(RunCounter::ReadsScouted);
  }
}

SliceEnd postUpTo(PosixHandle &H, int64_t End, int64_t Needed, int64_t Size) {
  while (H.Text.Posted < End) {
    if (outstanding() + pageSize() > mostPosted(*H.File)) {
      if (H.Text.Posted >= Needed)
        break;
      bool MayPost = true;
      SliceEnd Waited = awaitProgram(*H.File, MayPost);
      if (Waited != SliceEnd::Completed || !MayPost)
        return Waited;
    }
    postPage(H, Size);
  }
  return SliceEnd::Completed;
}

/// Begins anew where the slice has moved elsewhere.
void follow(PosixHandle &H) {
  PosixText &T = H.Text;
  if (H.Position < T.Begin || H.Position > T.Posted)
    T.Begin = T.Posted = T.Passed = T.Looked = pageDown(H.Position);
}

/// Looks once a page of the slice where the program is. The program may read
/// text faster than the slice: then pages are posted from the place of the
/// program on.
SliceEnd lookForProgram(PosixHandle &H) {
  PosixText &T = H.Text;
  int64_t Page = pageDown(H.Position);
  if (Page == T.Looked)
    return SliceEnd::Completed;
  T.Looked = Page;
  if (SliceEnd End = lookAround(); End != SliceEnd::Completed)
    return End;
  if (H.Descriptor < 0)
    return SliceEnd::Completed;
  std::optional<PosixStanding> Now;
  if (hasOpen(H.Descriptor, *H.File))
    Now = posixStanding(H.Descriptor);
  // A program that stands at the end may have looked for the size only.
  if (!Now || Now->Position >= H.size()) {
    text_ahead::giveWay(T.PageNs);
    return SliceEnd::Completed;
  }
  T.PageNs = nowNs();
  if (int64_t Program = pageDown(Now->Position); Program > T.Posted)
    T.Posted = T.Passed = Program;
  return SliceEnd::Completed;
}

} // namespace

void text_ahead::giveWay(uint64_t &PageNs) {
  constexpr uint64_t Share = 9;
  constexpr uint64_t MostNs = 20'000'000, StepNs = 1'000'000;
  uint64_t Now = nowNs();
  if (PageNs != 0) {
    const uint64_t End = Now + std::min(Share * (Now - PageNs), MostNs);
    for (; Now < End && !execution::cancelFlag(); Now = nowNs())
      std::this_thread::sleep_for(
          std::chrono::nanoseconds(std::min(End - Now, StepNs)));
  }
  PageNs = Now;
}

void text_ahead::passAll(PosixHandle &H) { pass(H, H.Text.Posted); }

void text_ahead::lookAtFiles() {
  for (PosixHandle &H : PosixHandles::ofRunner().files())
    look(H);
}

SliceEnd text_ahead::post(PosixHandle &H) {
  follow(H);
  if (SliceEnd End = lookForProgram(H); End != SliceEnd::Completed)
    return End;
  int64_t Front = std::max(H.Position, H.Text.Passed);
  int64_t Lead = std::min(MostLead, mostPosted(*H.File));
  if (H.Text.Posted - Front > Lead / 2)
    return SliceEnd::Completed;
  int64_t Size = H.size();
  return postUpTo(H, std::min(Size, Front + Lead), std::min(Size, Front + 1),
                  Size);
}

SliceEnd text_ahead::postBeginning(PosixHandle &H) {
  if (SliceEnd End = lookAround(); End != SliceEnd::Completed)
    return End;
  int64_t Size = H.size(), To = std::min(Size, Beginning);
  if (To <= 0 || (execution::isScout() && PosixHandles::isBehindSlice(H)))
    return SliceEnd::Completed;
  unsigned &InMemory = PosixHandles::ofRunner().InMemory;
  if (!Settings::get().Always &&
      H.File->isResident({0, static_cast<uint64_t>(To)}))
    return ++InMemory < MostInMemory ? SliceEnd::Completed : SliceEnd::Astray;
  InMemory = 0;
  return postUpTo(H, To, To, Size);
}

SliceEnd text_ahead::awaitReads() {
  SliceEnd End = SliceEnd::Completed;
  for (bool Cancelled = false; End == SliceEnd::Completed && !Cancelled;) {
    Cancelled = execution::cancelFlag().load();
    End = lookAround();
    if (outstanding() == 0)
      break;
    if (!Cancelled)
      std::this_thread::sleep_for(BetweenLooks);
  }
  return End;
}

SliceEnd text_ahead::postRest(PosixHandle &H) {
  follow(H);
  int64_t Size = H.size();
  SliceEnd End = postUpTo(H, Size, Size, Size);
  H.Position = std::max(H.Position, Size);
  H.AtEnd = true;
  return End;
}

} // namespace foreslice
