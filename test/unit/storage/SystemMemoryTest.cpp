//===- SystemMemoryTest.cpp - memory for what is fetched ahead ------------===//
//
// /proc and the cgroups are files that a test writes below a folder of its own.
//
//===----------------------------------------------------------------------===//

#include "storage/SystemMemory.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace foreslice;
namespace fs = std::filesystem;

namespace {

constexpr uint64_t MiB = 1u << 20;

struct SystemMemoryTest : testing::Test {
  ~SystemMemoryTest() override { fs::remove_all(Root); }
  void write(const std::string &Path, const std::string &Text) const {
    fs::create_directories((Root / Path).parent_path());
    std::ofstream(Root / Path) << Text;
  }
  uint64_t available() const { return availableMemory(Root.string() + "/"); }

  const fs::path Root = fs::path(testing::TempDir()) /
                        ("system-memory-" + std::to_string(getpid()));
};

TEST_F(SystemMemoryTest, IsThatOfTheMachine) {
  EXPECT_EQ(available(), UINT64_MAX) << "nothing is known";
  write("proc/meminfo", "MemTotal:     999 kB\nMemAvailable:     2048 kB\n");
  EXPECT_EQ(available(), 2 * MiB);
}

TEST_F(SystemMemoryTest, IsBoundByACgroupOfVersion2) {
  write("proc/meminfo", "MemAvailable: 1048576 kB\n");
  write("proc/self/cgroup", "0::/a/b\n");
  const std::string Group = "sys/fs/cgroup/a/b/";
  write(Group + "memory.max", "max\n");
  write(Group + "memory.current", std::to_string(90 * MiB));
  EXPECT_EQ(available(), 1024 * MiB) << "no limit";
  write(Group + "memory.max", std::to_string(100 * MiB));
  EXPECT_EQ(available(), 10 * MiB);
  write(Group + "memory.stat", "anon 5\nfile 1\ninactive_file " +
                                   std::to_string(20 * MiB) + "\nactive_file " +
                                   std::to_string(30 * MiB) + "\n");
  EXPECT_EQ(available(), 60 * MiB) << "files give way";
  write(Group + "memory.high", std::to_string(80 * MiB));
  EXPECT_EQ(available(), 40 * MiB);
  write("sys/fs/cgroup/a/memory.max", std::to_string(16 * MiB));
  write("sys/fs/cgroup/a/memory.current", "0\n");
  EXPECT_EQ(available(), 16 * MiB) << "that of the cgroup around it";
}

TEST_F(SystemMemoryTest, IsBoundByACgroupOfVersion1) {
  write("proc/meminfo", "MemAvailable: 1048576 kB\n");
  write("proc/self/cgroup", "4:cpu,memory:/job\n3:cpuset:/\n0::/\n");
  const std::string Group = "sys/fs/cgroup/memory/job/";
  write(Group + "memory.limit_in_bytes", std::to_string(64 * MiB));
  write(Group + "memory.usage_in_bytes", std::to_string(60 * MiB));
  write(Group + "memory.stat", "total_inactive_file " +
                                   std::to_string(8 * MiB) +
                                   "\ntotal_active_file 0\n");
  EXPECT_EQ(available(), 12 * MiB);
}

TEST_F(SystemMemoryTest, NoneIsLeftWhereMoreIsUsedThanThereIs) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", std::to_string(MiB));
  write("sys/fs/cgroup/memory.current", std::to_string(2 * MiB));
  EXPECT_EQ(available(), 0u);
}

} // namespace
