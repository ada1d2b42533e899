//===- SliceCalls.cpp - the calls of slices for all front ends ------------===//
//
// The foreslice_slice_access, _open, _query and _move of the ABI. Prefetch
// threads only.
//
//===----------------------------------------------------------------------===//

#include "frontend/slice/SliceFamily.h"
#include "frontend/slice/Step.h"

#include <atomic>

namespace foreslice {

namespace {

constexpr unsigned MostFamilies = 16;
constinit std::atomic<const SliceFamily *> Families[MostFamilies] = {};
constinit std::atomic<void (*)()> AddAll{nullptr};

/// Ends the slice if there is none.
const SliceFamily *familyOf(const foreslice_io_call &Call) {
  if (Call.family < MostFamilies && !Families[Call.family].load())
    if (void (*All)() = AddAll.load())
      All();
  const SliceFamily *Family =
      Call.family < MostFamilies ? Families[Call.family].load() : nullptr;
  if (!Family)
    guarded([] { return SliceEnd::UnknownHandle; });
  return Family;
}

} // namespace

void SliceFamily::add(foreslice_family Number, const SliceFamily &Family) {
  Families[Number].store(&Family);
}

void SliceFamily::addAtFirstCall(void (*All)()) { AddAll.store(All); }

} // namespace foreslice

using namespace foreslice;

extern "C" {

__attribute__((noinline)) int64_t foreslice_slice_access(
    const foreslice_io_call *Call, foreslice_handle File, int64_t Place,
    int64_t Count, foreslice_handle Type, void *Buffer) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  const SliceFamily *Family = familyOf(*Call);
  return Family ? Family->access({*Call, File, Place, Count, Type, Buffer,
                                  __builtin_return_address(0), Frame})
                : 0;
}

__attribute__((noinline)) foreslice_handle
foreslice_slice_open(const foreslice_io_call *Call, foreslice_handle Handle,
                     const char *Name, int64_t Mode, int64_t Length, void *To) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  const SliceFamily *Family = familyOf(*Call);
  return Family ? Family->open({*Call, Handle, Name, Mode, Length, To, Frame})
                : 0;
}

__attribute__((noinline)) int64_t
foreslice_slice_query(const foreslice_io_call *Call, foreslice_handle Handle,
                      int64_t What, const char *Name, void *To) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  const SliceFamily *Family = familyOf(*Call);
  return Family ? Family->query({*Call, Handle, What, Name, To, Frame}) : 0;
}

int64_t foreslice_slice_move(const foreslice_io_call *Call,
                             foreslice_handle File, int64_t To,
                             foreslice_handle Handle, foreslice_handle H) {
  const SliceFamily *Family = familyOf(*Call);
  return Family ? Family->move({*Call, File, To, Handle, H}) : 0;
}

} // extern "C"
