//===- MpiFixture.cpp -----------------------------------------------------===//
//
// And the program's main(): announces regions before MPI_Init, as constructors
// of sliced modules do.
//
//===----------------------------------------------------------------------===//

#include "MpiFixture.h"
#include "RepeatingCommand.h"
#include "frontend/mpiio/MpiFrontend.h"

#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace foreslice::test {

namespace {

struct Script {
  std::function<void()> *Slice;
  std::atomic<bool> *Done;
  std::vector<std::function<void()>> *Scouts;
};

void runScript(const void *Packet) {
  Script S;
  memcpy(&S, Packet, sizeof S);
  (*S.Slice)();
  S.Done->store(true);
}

template <size_t I> void runScout(const void *Packet) {
  Script S;
  memcpy(&S, Packet, sizeof S);
  if (S.Scouts && I < S.Scouts->size())
    (*S.Scouts)[I]();
}

foreslice_region Region = {"MpiFixture.cpp",
                           runScript,
                           sizeof(Script),
                           nullptr,
                           FORESLICE_REGION_COLLECTIVE |
                               FORESLICE_REGION_SHARED_POINTER,
                           0,
                           {runScout<0>, runScout<1>},
                           nullptr};
foreslice_region *const Regions[] = {&Region};

void writePattern(const std::string &Path, int64_t Begin, int64_t End, int Salt,
                  int Flags) {
  int Fd = open(Path.c_str(), O_WRONLY | Flags, 0600);
  ASSERT_GE(Fd, 0) << Path;
  std::vector<char> Bytes(End - Begin);
  for (int64_t I = Begin; I < End; ++I)
    Bytes[I - Begin] = byteAt(I, Salt);
  ASSERT_EQ(pwrite(Fd, Bytes.data(), Bytes.size(), Begin),
            static_cast<ssize_t>(Bytes.size()));
  close(Fd);
}

std::string name(const char *Kind) {
  static int Number = 0;
  int Process = getpid();
  MPI_Bcast(&Process, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return testing::TempDir() + "foreslice_mpiio_test." +
         std::to_string(Process) + "." + Kind + "." + std::to_string(Number++);
}

} // namespace

int rank() {
  int R;
  MPI_Comm_rank(MPI_COMM_WORLD, &R);
  return R;
}

int size() {
  int S;
  MPI_Comm_size(MPI_COMM_WORLD, &S);
  return S;
}

char byteAt(int64_t I, int Salt) {
  uint64_t X = static_cast<uint64_t>(I) * 0x9E3779B97F4A7C15ull;
  return static_cast<char>((X >> 32) ^ (X >> 57) ^ (Salt * 37));
}

void MpiTest::SetUp() { MPI_Barrier(MPI_COMM_WORLD); }

void MpiTest::TearDown() {
  MPI_Barrier(MPI_COMM_WORLD);
  for (const std::string &Path : Made)
    unlink(Path.c_str());
}

std::string MpiTest::makeFile(int64_t Size) {
  std::string Path = name("own") + "." + std::to_string(rank());
  writePattern(Path, 0, Size, 0, O_CREAT | O_TRUNC);
  Made.push_back(Path);
  return Path;
}

std::string MpiTest::makeSharedFile(int64_t Size) {
  std::string Path = name("shared");
  if (rank() == 0) {
    writePattern(Path, 0, Size, 0, O_CREAT | O_TRUNC);
    Made.push_back(Path);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return Path;
}

void MpiTest::overwrite(const std::string &Path, int64_t Begin, int64_t End,
                        int Salt) {
  writePattern(Path, Begin, End, Salt, 0);
}

MPI_File MpiTest::open(const std::string &Path, MPI_Comm Comm, int Mode,
                       MPI_Info Info) {
  MPI_File Handle = MPI_FILE_NULL;
  EXPECT_EQ(MPI_File_open(Comm, Path.c_str(), Mode, Info, &Handle),
            MPI_SUCCESS);
  for (size_t C = 0; C < AtOpen[Handle].size(); ++C)
    AtOpen[Handle][C] = total(Handle, C);
  return Handle;
}

static PagePart whole(uint64_t Page) {
  uint64_t Size = runtime().demand().grid().pageSize();
  return {Page, {Page * Size, (Page + 1) * Size}};
}

void MpiTest::region(std::function<void()> Slice, std::function<void()> Main,
                     MPI_File Handle, int64_t FirstPage) {
  std::atomic<bool> Done{false};
  void *Packet = foreslice_packet(&Region);
  ASSERT_TRUE(Packet);
  Script S{&Slice, &Done, &Scouts};
  memcpy(Packet, &S, sizeof S);
  foreslice_launch(&Region, Packet);
  EXPECT_TRUE(eventually([&] { return Done.load(); }));
  if (FirstPage >= 0) {
    EXPECT_TRUE(eventually([&] { return isCached(Handle, FirstPage); }));
    // Cached or on its way: wait until its bytes are here.
    PagePart Part = whole(static_cast<uint64_t>(FirstPage));
    auto File = mpi().files().find(Handle);
    auto Arrived = runtime().demand().pin(*File->Cached, {&Part, 1});
    EXPECT_TRUE(Arrived.pages()[0].Data);
  }
  Main();
  foreslice_end(&Region);
}

void MpiTest::launched(std::function<void()> Slice,
                       std::function<void()> Main) {
  std::atomic<bool> Done{false};
  void *Packet = foreslice_packet(&Region);
  ASSERT_TRUE(Packet);
  Script S{&Slice, &Done, &Scouts};
  memcpy(Packet, &S, sizeof S);
  foreslice_launch(&Region, Packet);
  Main();
  EXPECT_TRUE(eventually([&] { return Done.load(); }));
  foreslice_end(&Region);
}

void MpiTest::failingRegion(RunCounter C, std::function<void()> Slice,
                            std::function<bool()> Reached) {
  std::atomic<bool> Begun{false}, Done{false};
  std::function<void()> Whole = [&] {
    Begun = true;
    Slice();
  };
  foreslice_region Own = Region; // failures of one would turn it off
  Own.state = nullptr;
  uint64_t Before = Statistics::get().get(C);
  auto Ended = [&] { return Statistics::get().get(C) == Before + 1; };
  void *Packet = foreslice_packet(&Own);
  ASSERT_TRUE(Packet);
  Script S{&Whole, &Done, nullptr};
  memcpy(Packet, &S, sizeof S);
  foreslice_launch(&Own, Packet);
  if (Reached)
    EXPECT_TRUE(eventually(Reached));
  if (C == RunCounter::SlicesCancelled)
    EXPECT_TRUE(eventually([&] { return Begun.load(); }));
  else
    EXPECT_TRUE(eventually(Ended));
  foreslice_end(&Own);
  EXPECT_TRUE(eventually(Ended));
  EXPECT_FALSE(Done.load());
}

uint64_t MpiTest::total(MPI_File Handle, size_t C) {
  auto File = mpi().files().find(Handle);
  return File && File->Cached
             ? File->Cached->Stats->get(static_cast<Counter>(C))
             : 0;
}

uint64_t MpiTest::count(MPI_File Handle, Counter C) {
  size_t I = static_cast<size_t>(C);
  return total(Handle, I) - AtOpen[Handle][I];
}

bool MpiTest::isCached(MPI_File Handle, uint64_t Page) {
  auto File = mpi().files().find(Handle);
  PagePart Part = whole(Page);
  return File && File->Cached &&
         runtime().demand().probe(*File->Cached, {&Part, 1}) == 1;
}

Observed observe(MPI_File Handle, MPI_Datatype Type, size_t Room,
                 std::function<int(void *, MPI_Status *)> Read) {
  Observed R;
  R.Bytes.assign(2 * Room + 128, 0x55);
  MPI_Status Status;
  memset(&Status, 0, sizeof Status);
  R.Error = Read(R.Bytes.data() + Room / 2 + 64, &Status);
  for (MPI_Datatype T : {Type, MPI_BYTE, MPI_INT, MPI_DOUBLE_INT}) {
    int N = -7;
    MPI_Get_count(&Status, T, &N);
    R.Counts.push_back(N);
    MPI_Count Elements = -7;
    MPI_Get_elements_x(&Status, T, &Elements);
    R.Counts.push_back(Elements);
  }
  int Cancelled = -7;
  MPI_Test_cancelled(&Status, &Cancelled);
  R.Counts.push_back(Cancelled);
  MPI_File_get_position(Handle, &R.Position);
  return R;
}

} // namespace foreslice::test

using foreslice::ThisFamily;

int main(int Argc, char **Argv) {
  foreslice_link_with_fprefetch_slice_v6(foreslice::test::Regions, 1,
                                         ThisFamily);
  MPI_Init(&Argc, &Argv);
  testing::InitGoogleTest(&Argc, Argv);
  foreslice::test::sayHowToRepeat(Argv[0]);
  int Mine = RUN_ALL_TESTS(), Worst = 1;
  MPI_Allreduce(&Mine, &Worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return Worst;
}
