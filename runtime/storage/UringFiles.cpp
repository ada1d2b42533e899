//===- UringFiles.cpp - files that only the ring has open -----------------===//
//
// See UringFiles.h.
//
//===----------------------------------------------------------------------===//

#include "storage/UringFiles.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <utility>

using namespace foreslice;

/// The lowest bit tells completions of opens from completions of reads.
static constexpr uintptr_t OpenTag = 1;

void UringFiles::start(io_uring &U) {
  if (io_uring_register_files_sparse(&U, Most) == 0)
    Ring = &U;
}

UringFiles::File *UringFiles::find(int PathFd) {
  auto It = std::ranges::find(Files, PathFd, &File::PathFd);
  return It == Files.end() ? nullptr : &*It;
}

int UringFiles::numberOf(const File &F) const {
  return static_cast<int>(&F - Files.data());
}

UringFiles::Place UringFiles::placeOf(StorageRead &Read) {
  if (!works())
    return {Known::Failed, -EBADF};
  File *F = find(Read.Fd);
  if (!F) {
    F = find(-1);
    if (!F)
      return {Known::Failed, -EMFILE};
    F->PathFd = Read.Fd;
    beginOpen(*F);
  }
  if (F->Is == Known::Opening)
    F->Waiting.push_back(&Read);
  return {F->Is, F->Is == Known::Failed ? F->Error : numberOf(*F)};
}

void UringFiles::beginOpen(File &F) {
  F.Is = Known::Opening;
  F.Name = "/proc/self/fd/" + std::to_string(F.PathFd);
  // Never null: the queue has room for all files beside the reads.
  io_uring_sqe *Entry = io_uring_get_sqe(Ring);
  io_uring_prep_openat_direct(Entry, AT_FDCWD, F.Name.c_str(), O_RDONLY, 0,
                              static_cast<unsigned>(numberOf(F)));
  io_uring_sqe_set_data(Entry, reinterpret_cast<void *>(
                                   reinterpret_cast<uintptr_t>(&F) | OpenTag));
}

bool UringFiles::isOpen(const void *Data) {
  return reinterpret_cast<uintptr_t>(Data) & OpenTag;
}

std::vector<StorageRead *> UringFiles::opened(void *Data, int Result) {
  auto &F =
      *reinterpret_cast<File *>(reinterpret_cast<uintptr_t>(Data) & ~OpenTag);
  F.Is = Result < 0 ? Known::Failed : Known::Open;
  F.Error = Result;
  return std::exchange(F.Waiting, {});
}

bool UringFiles::isOpening() const {
  return std::ranges::any_of(Files, [](const File &F) {
    return F.PathFd >= 0 && F.Is == Known::Opening;
  });
}

void UringFiles::forget(int PathFd) {
  File *F = find(PathFd);
  if (!F)
    return;
  if (int None = -1; F->Is == Known::Open)
    io_uring_register_files_update(Ring, static_cast<unsigned>(numberOf(*F)),
                                   &None, 1);
  *F = {};
}
