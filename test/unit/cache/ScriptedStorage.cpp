//===- ScriptedStorage.cpp - storage that a test plays --------------------===//
//
// The engine counts as idle when it is inside wait() with nothing to be told.
//
//===----------------------------------------------------------------------===//

#include "ScriptedStorage.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <gtest/gtest.h>

using namespace foreslice;
using namespace foreslice::test;

namespace foreslice::test {
class ScriptedStorage final : public Storage {
public:
  explicit ScriptedStorage(std::shared_ptr<Script> S) : S(std::move(S)) {}
  bool start(unsigned) override { return true; }
  void submit(StorageRead &Read) override {
    S->take(Read, Script::By::Storage);
  }
  bool readsByPath() const override { return true; }
  void forget(int PathFd) override {
    std::lock_guard L(S->M);
    S->Forgotten.push_back(PathFd);
  }
  bool begin() override {
    std::lock_guard L(S->M);
    S->Resting = S->MayRest;
    S->Changed.notify_all();
    return S->Resting;
  }
  void wait(std::vector<StorageRead *> &Done, uint64_t MostNs) override {
    std::unique_lock L(S->M);
    S->Waiting = MostNs != 0;
    S->Resting = false;
    ++S->Waits;
    S->Changed.notify_all();
    auto Told = [&] { return S->Woken || !S->Finished.empty(); };
    if (MostNs == Forever)
      S->Changed.wait(L, Told);
    else
      S->Changed.wait_for(L, std::chrono::nanoseconds(MostNs), Told);
    S->Waiting = S->Woken = false;
    Done.insert(Done.end(), S->Finished.begin(), S->Finished.end());
    S->Finished.clear();
  }
  void wake() override {
    std::lock_guard L(S->M);
    S->Woken = true;
    S->Changed.notify_all();
  }

private:
  std::shared_ptr<Script> S;
};

class BrokenStorage final : public Storage {
public:
  bool start(unsigned) override { return false; }
  void submit(StorageRead &) override { std::abort(); }
  void wait(std::vector<StorageRead *> &, uint64_t) override { std::abort(); }
  void wake() override { std::abort(); }
};
} // namespace foreslice::test

std::vector<Script::Issued> Script::issued() {
  std::unique_lock L(M);
  EXPECT_TRUE(Changed.wait_for(L, std::chrono::minutes(10), [&] {
    return Waiting && !Woken && Finished.empty();
  })) << "the engine is not idle";
  return std::exchange(Log, {});
}

void Script::lookAgain() {
  std::unique_lock L(M);
  // The first of these waits may have been the end of a turn.
  EXPECT_TRUE(
      Changed.wait_for(L, std::chrono::minutes(10),
                       [&, Until = Waits + 2] { return Waits >= Until; }));
}

void Script::take(StorageRead &Read, By Whom) {
  Told Now;
  {
    std::lock_guard L(M);
    uint64_t Bytes = 0;
    for (unsigned I = 0; I < Read.BufferCount; ++I)
      Bytes += Read.Buffers[I].iov_len;
    Held.push_back({&Read, Version, Whom});
    Log.push_back({Read.Offset, Bytes});
    if (Automatic)
      finish({}, 1'000'000, Now);
  }
  tell(Now);
}

void Script::tell(const Told &Reads) {
  for (StorageRead *Read : Reads)
    Read->Asker->readDone(*Read);
}

static uint64_t fillBy(unsigned Version, std::span<const iovec> Buffers,
                       uint64_t Offset, uint64_t Most) {
  uint64_t Done = 0;
  for (const iovec &Buffer : Buffers) {
    auto *To = static_cast<std::byte *>(Buffer.iov_base);
    for (size_t J = 0; J < Buffer.iov_len && Done < Most; ++J, ++Done)
      To[J] = Script::byteAt(Offset + Done, Version);
  }
  return Done;
}

uint64_t Script::fill(std::span<const iovec> Buffers, uint64_t Offset,
                      uint64_t Most) {
  std::lock_guard L(M);
  return fillBy(Version, Buffers, Offset, Most);
}

void Script::finish(std::optional<int64_t> Result, uint64_t ServiceNs,
                    Told &Later) {
  ASSERT_FALSE(Held.empty());
  auto [Read, V, Whom] = Held.front();
  Held.erase(Held.begin());
  uint64_t Room = FileSize > Read->Offset ? FileSize - Read->Offset : 0;
  if (Result && *Result >= 0)
    Room = std::min(Room, static_cast<uint64_t>(*Result));
  const uint64_t Done =
      fillBy(V, {Read->Buffers, Read->BufferCount}, Read->Offset, Room);
  Read->Result = Result && *Result < 0 ? *Result : static_cast<int64_t>(Done);
  Read->ServiceNs = ServiceNs;
  (Whom == By::Storage ? Finished : Later).push_back(Read);
}

void Script::complete(std::optional<int64_t> Result, uint64_t ServiceNs) {
  Told Now;
  {
    std::lock_guard L(M);
    finish(Result, ServiceNs, Now);
    Changed.notify_all();
  }
  tell(Now);
}

void Script::completeAll(uint64_t ServiceNs) {
  for (;;) {
    Told Now;
    {
      std::unique_lock L(M);
      ASSERT_TRUE(Changed.wait_for(L, std::chrono::minutes(10), [&] {
        return Waiting && !Woken && Finished.empty();
      }));
      if (Held.empty())
        return;
      while (!Held.empty())
        finish({}, ServiceNs, Now);
      Changed.notify_all();
    }
    tell(Now);
  }
}

void Script::letRest() {
  std::lock_guard L(M);
  MayRest = true;
}

bool Script::rests() {
  std::unique_lock L(M);
  return Changed.wait_for(L, std::chrono::minutes(10), [&] { return Resting; });
}

void Script::letGo() {
  Told Now;
  {
    std::lock_guard L(M);
    MayRest = false;
    Automatic = true;
    while (!Held.empty())
      finish({}, 1'000'000, Now);
    Changed.notify_all();
  }
  tell(Now);
}

void Script::setVersion(unsigned V) {
  std::lock_guard L(M);
  Version = V;
}

int Script::heldFd() {
  std::lock_guard L(M);
  return Held.empty() ? -1 : Held.front().Read->Fd;
}

bool Script::heldIsByPath() {
  std::lock_guard L(M);
  return !Held.empty() && Held.front().Read->ByPath;
}

std::vector<int> Script::forgotten() {
  std::lock_guard L(M);
  return std::exchange(Forgotten, {});
}

std::unique_ptr<Storage>
foreslice::test::makeScriptedStorage(std::shared_ptr<Script> S) {
  return std::make_unique<ScriptedStorage>(std::move(S));
}

std::unique_ptr<Storage> foreslice::test::makeBrokenStorage() {
  return std::make_unique<BrokenStorage>();
}
