//===- MpiFixture.h - files, regions and comparison with plain reads ------===//
//
// Plays the compiler: a test's slice is a closure that calls the ABI, launched
// as a region. What a read gives is compared with the MPI library's own read
// of the same request through another handle.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_UNIT_MPIIO_MPIFIXTURE_H
#define FORESLICE_TEST_UNIT_MPIIO_MPIFIXTURE_H

#include "SliceCalls.h"
#include "Waiting.h"

#include "frontend/mpiio/Files.h"
#include "support/Statistics.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace foreslice::test {

int rank();
int size();

/// What byte I of a file made by makeFile holds.
char byteAt(int64_t I, int Salt = 0);

class MpiTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  /// A file of its own for each rank, of Size patterned bytes.
  std::string makeFile(int64_t Size);
  /// One file for all ranks.
  std::string makeSharedFile(int64_t Size);
  /// Changes a file behind MPI's back.
  void overwrite(const std::string &Path, int64_t Begin, int64_t End, int Salt);
  MPI_File open(const std::string &Path, MPI_Comm Comm = MPI_COMM_SELF,
                int Mode = MPI_MODE_RDONLY, MPI_Info Info = MPI_INFO_NULL);

  /// Launches Slice as a region, waits until it has run to its end and First
  /// of Handle is cached (-1: nothing to wait for), runs Main, ends the region.
  void region(std::function<void()> Slice, std::function<void()> Main,
              MPI_File Handle = {}, int64_t FirstPage = -1);

  /// The same, but Main runs beside the slice, which must run to its end before
  /// the region ends.
  void launched(std::function<void()> Slice, std::function<void()> Main);

  /// What region() gives the slice as scouts; at most FORESLICE_MAX_SCOUTS.
  std::vector<std::function<void()>> Scouts;

  /// Launches Slice as a region of its own and expects the end that C counts;
  /// if that is cancellation, the region ends a moment after Reached is true.
  void failingRegion(RunCounter C, std::function<void()> Slice,
                     std::function<bool()> Reached = {});

  /// Since the handle was opened by open().
  uint64_t count(MPI_File Handle, Counter C);
  bool isCached(MPI_File Handle, uint64_t Page);

private:
  using Counts = std::array<uint64_t, static_cast<size_t>(Counter::Count)>;
  uint64_t total(MPI_File Handle, size_t C);

  std::vector<std::string> Made;
  std::map<MPI_File, Counts> AtOpen;
};

/// The result of one read: error, status as counts, bytes, pointer.
struct Observed {
  int Error;
  std::vector<long long> Counts;
  std::vector<char> Bytes;
  MPI_Offset Position;
  bool operator==(const Observed &) const = default;
};

/// Calls Read(buffer, status) and describes what it did. Room bytes are handed
/// over, in the middle of a buffer twice as large, to catch stray bytes.
Observed observe(MPI_File Handle, MPI_Datatype Type, size_t Room,
                 std::function<int(void *, MPI_Status *)> Read);

} // namespace foreslice::test

#endif // FORESLICE_TEST_UNIT_MPIIO_MPIFIXTURE_H
