//===- MappingCalls.cpp - mapped files in slices --------------------------===//
//
// mmap() and reads of mappings for slices. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/Mappings.h"
#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"

using namespace foreslice;

namespace {

/// Most mappings and files ahead of the program.
constexpr size_t MostAhead = 64;

foreslice_handle mapAhead(const SliceOpen &O) {
  PosixHandle *H = PosixHandles::ofRunner().find(O.Of);
  void *Address =
      H ? Mappings::ofRunner().map(H->File, O.Mode, O.Length) : nullptr;
  return reinterpret_cast<foreslice_handle>(Address);
}

SliceEnd mapOnce(const SliceOpen &O, foreslice_handle &Address) try {
  if (execution::isScout()) {
    Address = mapAhead(O);
    return SliceEnd::Completed;
  }
  SliceEnd End = slice_values::takeArrived();
  while (End == SliceEnd::Completed && slice_values::outstanding() >= MostAhead)
    End = slice_values::takeOne();
  if (End != SliceEnd::Completed)
    return End;
  if (!slice_values::isBehind())
    Address = mapAhead(O);
  if (Address) {
    slice_values::goOnWithout(O.Call.site, Address);
    return SliceEnd::Completed;
  }
  // On this thread's stack, owned by the slice.
  End =
      slice_values::receive(O.Call.site, &Address, sizeof Address, /*Frame=*/0);
  Mappings::ofRunner().isInProgram(0, Address);
  return End;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd expect(const void *Address, int64_t Bytes) try {
  auto Where = reinterpret_cast<uintptr_t>(Address);
  auto Length = static_cast<uintptr_t>(Bytes < 0 ? -Bytes : Bytes);
  uintptr_t Begin = Bytes < 0 ? Where - std::min(Where, Length) : Where;
  uintptr_t End =
      Bytes < 0 ? Where : Where + std::min(UINTPTR_MAX - Where, Length);
  return Mappings::ofRunner().expect(Begin, End, Bytes < 0);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// The slice's last expected range on this thread, often repeated.
struct Expected {
  unsigned Runner = 0;
  uint64_t Launch = 0;
  uintptr_t Begin = 0, End = 0;
};
thread_local Expected Recent;

bool isRecent(uintptr_t Address, int64_t Bytes) {
  return Recent.Launch == execution::runningNumber() &&
         Recent.Runner == execution::runner() && Address >= Recent.Begin &&
         Address < Recent.End && Bytes >= 0 &&
         static_cast<uint64_t>(Bytes) <= Recent.End - Address;
}

} // namespace

foreslice_handle posix_slices::map(const SliceOpen &O) {
  foreslice_handle Address = 0;
  if (execution::space())
    guarded([&] { return mapOnce(O, Address); });
  return Address;
}

int64_t posix_slices::awaitMapped() {
  if (execution::space() && !execution::isScout())
    guarded([] { return Mappings::ofRunner().waitForAll(); });
  return 0;
}

void foreslice_slice_mapped(const void *Address, int64_t Bytes) {
  if (!execution::space() ||
      isRecent(reinterpret_cast<uintptr_t>(Address), Bytes))
    return;
  guarded([&] { return expect(Address, Bytes); });
  auto [Begin, End] = Mappings::ofRunner().last();
  Recent = {execution::runner(), execution::runningNumber(), Begin, End};
}
