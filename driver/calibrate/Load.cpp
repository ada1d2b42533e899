//===- Load.cpp - the measured load ---------------------------------------===//
//
// See Load.h.
//
//===----------------------------------------------------------------------===//

#include "Load.h"

#include <chrono>
#include <fcntl.h>
#include <random>
#include <thread>
#include <unistd.h>

using namespace foreslice;

std::vector<std::string> Load::arguments(const std::string &File,
                                         unsigned Reader) const {
  std::vector<std::string> All{File};
  for (uint64_t N : {uint64_t(Reader), uint64_t(Readers), Block,
                     uint64_t(ComputeUs), uint64_t(Reads)})
    All.push_back(std::to_string(N));
  return All;
}

int foreslice::readLoad(const std::vector<std::string> &Arguments) {
  if (Arguments.size() != 6)
    return 2;
  auto Number = [&](size_t I) { return std::stoull(Arguments[I]); };
  const uint64_t Reader = Number(1), Readers = Number(2), Block = Number(3);
  std::mt19937_64 Random(Reader); // the same times in each run
  std::uniform_int_distribution<uint64_t> Us(0, 2 * Number(4));
  int Fd = open(Arguments[0].c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return 1;
  std::vector<char> To(Block);
  for (uint64_t I = 0; I < Number(5); ++I) {
    auto Position = static_cast<off_t>((I * Readers + Reader) * Block);
    if (pread(Fd, To.data(), Block, Position) != static_cast<ssize_t>(Block))
      return 1;
    if (uint64_t For = Us(Random))
      std::this_thread::sleep_for(std::chrono::microseconds(For));
  }
  close(Fd);
  return 0;
}
