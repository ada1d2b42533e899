//===- StorageTest.cpp - the backends that really read --------------------===//
//
// Each backend alone and under a cache, on a temporary file.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "OwnProcess.h"
#include "storage/Residency.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <future>
#include <numeric>
#include <random>
#include <set>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

/// 1 MB and a bit, named nowhere.
int temporaryFile(size_t Bytes) {
  std::string Name = testing::TempDir() + "foreslice-storage-XXXXXX";
  int Fd = mkstemp(Name.data());
  unlink(Name.c_str());
  std::vector<std::byte> Data(Bytes);
  for (size_t I = 0; I < Bytes; ++I)
    Data[I] = Script::byteAt(I, 0);
  EXPECT_EQ(pwrite(Fd, Data.data(), Bytes, 0), static_cast<ssize_t>(Bytes));
  return Fd;
}
constexpr size_t FileBytes = 1'000'100;

struct StorageTest : testing::TestWithParam<std::unique_ptr<Storage> (*)()> {
  void SetUp() override {
    if (GetParam() == makeUringStorage && !GetParam()()->start(1))
      GTEST_SKIP() << "io_uring is not allowed here";
  }
};

TEST_P(StorageTest, ReadsWhatIsThere) {
  auto Disk = GetParam()();
  ASSERT_TRUE(Disk->start(8));
  int Fd = temporaryFile(FileBytes);
  std::mt19937 Random(1);
  std::vector<std::vector<std::byte>> Buffers(8,
                                              std::vector<std::byte>(20'000));
  for (int Round = 0; Round < 50; ++Round) {
    std::vector<StorageRead> Reads(8);
    std::vector<std::array<iovec, 2>> Vectors(8);
    for (size_t I = 0; I < 8; ++I) {
      Vectors[I] = {iovec{Buffers[I].data(), 5'000},
                    iovec{Buffers[I].data() + 5'000, 15'000}};
      Reads[I].Fd = Fd;
      Reads[I].Offset = Random() % FileBytes;
      Reads[I].Buffers = Vectors[I].data();
      Reads[I].BufferCount = 2;
      Disk->submit(Reads[I]);
    }
    std::vector<StorageRead *> Done;
    while (Done.size() < 8)
      Disk->wait(Done, Storage::Forever);
    for (size_t I = 0; I < 8; ++I) {
      const StorageRead &R = Reads[I];
      ASSERT_EQ(static_cast<size_t>(R.Result),
                std::min<size_t>(20'000, FileBytes - R.Offset));
      EXPECT_GT(R.ServiceNs, 0u);
      for (size_t J = 0; J < static_cast<size_t>(R.Result); ++J)
        ASSERT_EQ(Buffers[I][J], Script::byteAt(R.Offset + J, 0));
    }
  }
  ::close(Fd);
}

TEST_P(StorageTest, ReportsErrors) {
  auto Disk = GetParam()();
  ASSERT_TRUE(Disk->start(1));
  std::byte B;
  iovec V{&B, 1};
  StorageRead R;
  R.Fd = -1;
  R.Buffers = &V;
  R.BufferCount = 1;
  Disk->submit(R);
  std::vector<StorageRead *> Done;
  while (Done.empty())
    Disk->wait(Done, Storage::Forever);
  EXPECT_EQ(R.Result, -EBADF);
}

TEST_P(StorageTest, WakesWhileReadsHang) {
  auto Disk = GetParam()();
  ASSERT_TRUE(Disk->start(4));
  std::vector<StorageRead *> Done;
  for (int I = 0; I < 3; ++I) { // every wake-up, not only the first
    auto Waker = std::async(std::launch::async, [&] { Disk->wake(); });
    Disk->wait(Done, Storage::Forever);
    EXPECT_TRUE(Done.empty());
  }
}

TEST_P(StorageTest, BeginsWithoutAWait) {
  auto Disk = GetParam()();
  ASSERT_TRUE(Disk->start(1));
  int Fd = temporaryFile(FileBytes);
  std::byte Byte{0};
  iovec V{&Byte, 1};
  StorageRead R;
  R.Fd = Fd;
  R.Offset = 4000;
  R.Buffers = &V;
  R.BufferCount = 1;
  Disk->submit(R);
  bool AllLater = Disk->begin();
  if (GetParam() == makeUringStorage)
    EXPECT_FALSE(AllLater) << "it is in memory";
  std::vector<StorageRead *> Done;
  EXPECT_TRUE(eventually([&] {
    Disk->wait(Done, 0);
    return !Done.empty();
  }));
  ASSERT_EQ(Done, std::vector{&R});
  EXPECT_EQ(Byte, Script::byteAt(4000, 0));
  ::close(Fd);
}

TEST_P(StorageTest, ReadsByPathLeaveTheLocksOfTheProcess) {
  auto Disk = GetParam()();
  ASSERT_TRUE(Disk->start(4));
  if (!Disk->readsByPath())
    GTEST_SKIP() << "it has no files of its own";
  int Fd = temporaryFile(FileBytes);
  std::string Itself = "/proc/self/fd/" + std::to_string(Fd);
  struct flock L{};
  L.l_type = F_WRLCK;
  L.l_whence = SEEK_SET;
  ASSERT_EQ(fcntl(Fd, F_SETLK, &L), 0);
  for (int Round = 0; Round < 100; ++Round) {
    int PathFd = open(Itself.c_str(), O_PATH | O_CLOEXEC);
    std::array<std::byte, 3> B{};
    std::array<iovec, 3> V;
    std::array<StorageRead, 3> Reads;
    for (size_t I = 0; I < 3; ++I) {
      V[I] = {&B[I], 1};
      Reads[I] = {.Fd = PathFd,
                  .ByPath = true,
                  .Offset = 7000 * (I + 1),
                  .Buffers = &V[I],
                  .BufferCount = 1};
      Disk->submit(Reads[I]);
    }
    if (Round % 2)
      EXPECT_FALSE(Disk->begin()) << "who rests would not see it open";
    std::vector<StorageRead *> Done;
    while (Done.size() < 3)
      Disk->wait(Done, Storage::Forever);
    for (size_t I = 0; I < 3; ++I) {
      EXPECT_EQ(Reads[I].Result, 1);
      EXPECT_EQ(B[I], Script::byteAt(Reads[I].Offset, 0));
    }
    Disk->forget(PathFd);
    ::close(PathFd);
    ASSERT_TRUE(test::isLocked(Fd)) << Round;
  }
  ::close(Fd);
}

TEST_P(StorageTest, FilesThatCannotBeOpenedByPathAreErrors) {
  auto Disk = GetParam()();
  ASSERT_TRUE(Disk->start(4));
  int Folder = open("/", O_PATH | O_CLOEXEC);
  std::byte B{};
  iovec V{&B, 1};
  for (int Fd : {Folder, 12345}) {
    StorageRead R{.Fd = Fd, .ByPath = true, .Buffers = &V, .BufferCount = 1};
    for (int Round = 0; Round < 2; ++Round) {
      Disk->submit(R);
      std::vector<StorageRead *> Done;
      while (Done.empty())
        Disk->wait(Done, Storage::Forever);
      EXPECT_LT(R.Result, 0) << Fd;
    }
    Disk->forget(Fd);
  }
  ::close(Folder);
}

TEST_P(StorageTest, ServesACache) {
  Settings S;
  S.PageSize = 4096;
  S.CacheSize = 1u << 20;
  S.Always = true; // this file is in memory
  PageCache Cache(S, GetParam()());
  auto File = Cache.coherence().open(
      {3, 1}, std::make_shared<Descriptor>(temporaryFile(FileBytes)),
      "storage-test");
  std::atomic<bool> Cancel{false};
  uint64_t Last = FileBytes / 4096;
  for (uint64_t P = 0; P <= Last; ++P) {
    WholePages Pages{P};
    Cache.posting().prefetch(*File, {0, P}, Pages, Cancel);
    while (Cache.demand().probe(*File, Pages) == 0)
      sched_yield();
    auto D = Cache.demand().pin(*File, Pages);
    PageView V = D.pages()[0];
    ASSERT_NE(V.Data, nullptr);
    ASSERT_EQ(V.Valid, P == Last ? FileBytes % 4096 : 4096);
    for (uint64_t I = 0; I < V.Valid; ++I)
      ASSERT_EQ(V.Data[I], Script::byteAt(P * 4096 + I, 0));
    D.markUsed();
  }
  Cache.coherence().close(File);
}

TEST(UringStorageTest, ReadsThatHangOutlastWakeUps) {
  auto Disk = makeUringStorage();
  if (!Disk->start(4))
    GTEST_SKIP() << "io_uring is not allowed here";
  int Pipe[2];
  ASSERT_EQ(pipe(Pipe), 0);
  std::byte Bytes[4]{};
  iovec To[4];
  StorageRead Reads[4];
  std::vector<StorageRead *> Done;
  for (size_t I = 0; I < 4; ++I) {
    To[I] = {&Bytes[I], 1};
    Reads[I].Fd = Pipe[0];
    Reads[I].Buffers = &To[I];
    Reads[I].BufferCount = 1;
    Disk->submit(Reads[I]);
    if (I % 2 == 0)
      continue; // two are handed in at a time
    Disk->wake();
    Disk->wait(Done, Storage::Forever);
    EXPECT_TRUE(Done.empty());
  }
  ASSERT_EQ(write(Pipe[1], "abcd", 4), 4);
  while (Done.size() != 4)
    Disk->wait(Done, Storage::Forever);
  for (const StorageRead &R : Reads)
    EXPECT_EQ(R.Result, 1);
  EXPECT_EQ(std::set(std::begin(Bytes), std::end(Bytes)).size(), 4u);
  ::close(Pipe[0]);
  ::close(Pipe[1]);
}

TEST(Residency, WrittenIsResidentAndHolesAreNot) {
  int Fd = temporaryFile(FileBytes);
  ASSERT_EQ(ftruncate(Fd, 4 * FileBytes), 0);
  EXPECT_TRUE(isResident(Fd, 0, 4096));
  EXPECT_TRUE(isResident(Fd, 100'000, 500'000));
  EXPECT_FALSE(isResident(Fd, 2 * FileBytes, 4096));
  EXPECT_FALSE(isResident(Fd, FileBytes - 65536, 2 * 65536)) << "half of it";
  ::close(Fd);
  int Pipe[2];
  ASSERT_EQ(pipe(Pipe), 0);
  EXPECT_FALSE(isResident(Pipe[0], 0, 4096)) << "nothing can be told";
  ::close(Pipe[0]);
  ::close(Pipe[1]);
}

TEST(Residency, WhatIsInMemoryIsNotFetched) {
  Settings S;
  S.PageSize = 4096;
  FileStatistics Counts("resident-test");
  PageCache Cache(S, makeThreadStorage());
  auto File = Cache.coherence().open(
      {3, 3}, std::make_shared<Descriptor>(temporaryFile(FileBytes)),
      "resident-test");
  File->Stats = &Counts;
  std::atomic<bool> Cancel{false};
  std::vector<uint64_t> Indices(32);
  std::iota(Indices.begin(), Indices.end(), 0);
  WholePages Pages(Indices);
  Cache.posting().prefetch(*File, {0, 0}, Pages, Cancel);
  EXPECT_TRUE(eventually([&] { return !Cache.posting().pays(); }));
  EXPECT_GE(Counts.get(Counter::PagesResident), 1u);
  EXPECT_EQ(Counts.get(Counter::StorageReads), 0u);
  Cache.coherence().close(File);
}

TEST(Residency, OnePageOfAFileInMemoryIsEnough) {
  Settings S;
  S.PageSize = 4096;
  PageCache Cache(S, makeThreadStorage());
  auto File = Cache.coherence().open(
      {3, 4}, std::make_shared<Descriptor>(temporaryFile(FileBytes)),
      "sampled-test");
  std::atomic<bool> Cancel{false};
  Cache.posting().prefetch(*File, {0, 0}, WholePages{0}, Cancel);
  EXPECT_TRUE(eventually([&] { return !Cache.posting().pays(); }));
  Cache.coherence().close(File);
}

INSTANTIATE_TEST_SUITE_P(Backends, StorageTest,
                         testing::Values(makeUringStorage, makeThreadStorage),
                         [](const auto &Info) {
                           return Info.index == 0 ? "Uring" : "Threads";
                         });

TEST(Fallback, ThreadsReadWhereTheBackendDoesNotStart) {
  Settings S;
  S.PageSize = 4096;
  S.Always = true;
  PageCache Cache(S, makeBrokenStorage());
  auto File = Cache.coherence().open(
      {3, 2}, std::make_shared<Descriptor>(temporaryFile(FileBytes)),
      "fallback-test");
  std::atomic<bool> Cancel{false};
  WholePages Pages{0, 1, 2};
  ASSERT_EQ(Cache.posting().prefetch(*File, {0, 0}, Pages, Cancel),
            PostResult::Accepted);
  while (Cache.demand().probe(*File, Pages) != 3)
    sched_yield();
  auto D = Cache.demand().pin(*File, Pages);
  for (uint64_t P = 0; P < Pages.size(); ++P)
    for (uint64_t I = 0; I < 4096; ++I)
      ASSERT_EQ(D.pages()[P].Data[I], Script::byteAt(P * 4096 + I, 0));
}

} // namespace
