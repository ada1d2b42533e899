//===- SliceCalls.h - calls of MPI-IO, as slices in tests make them -------===//
//
// Each is a call of the run time's with the description of one row of
// passes/frontend/mpi/Calls.def. The functions are inlined: the run time tells
// the places of a slice apart by where these call it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_FRONTEND_MPIIO_SLICECALLS_H
#define FORESLICE_TEST_FRONTEND_MPIIO_SLICECALLS_H

#include "foreslice/abi.h"

/// What the main thread's call will write.
enum foreslice_written {
  FORESLICE_WRITTEN_NOTHING, ///< Only call ids and pointers are as for a write.
  FORESLICE_WRITTEN_OWN,     ///< What its arguments say.
  FORESLICE_WRITTEN_BY_ALL,  ///< Other ranks write in the same call.
  FORESLICE_WRITTEN_LATER,   ///< The call only starts a write.
};

#define SLICE_CALL __attribute__((always_inline)) inline

namespace foreslice::test::calls {

constexpr foreslice_io_call mpiCall(foreslice_kind Kind,
                                    foreslice_pointer Pointer,
                                    foreslice_role Role = FORESLICE_MADE) {
  foreslice_io_call C = {};
  C.family = FORESLICE_FAMILY_MPI;
  C.kind = Kind;
  C.pointer = Pointer;
  C.role = Role;
  return C;
}

constexpr foreslice_io_call startedByAll(foreslice_pointer Pointer) {
  foreslice_io_call C = mpiCall(FORESLICE_READ, Pointer);
  C.makers = FORESLICE_TOGETHER;
  C.completion = FORESLICE_AT_WAIT;
  return C;
}

inline foreslice_io_call writeCall(foreslice_pointer Pointer, int Written) {
  foreslice_io_call C = mpiCall(
      FORESLICE_WRITE, Pointer,
      Written == FORESLICE_WRITTEN_NOTHING ? FORESLICE_UNREAD : FORESLICE_MADE);
  if (Written == FORESLICE_WRITTEN_BY_ALL)
    C.makers = FORESLICE_TOGETHER;
  if (Written == FORESLICE_WRITTEN_LATER)
    C.completion = FORESLICE_AT_WAIT;
  return C;
}

inline foreslice_io_call openCall(uint32_t Site, uint8_t HandleBytes) {
  foreslice_io_call C = mpiCall(FORESLICE_OPEN, FORESLICE_POINTER_NONE);
  C.handle_bytes = HandleBytes;
  C.site = Site;
  return C;
}

inline constexpr foreslice_io_call
    Read = mpiCall(FORESLICE_READ, FORESLICE_POINTER_OWN),
    ReadAt = mpiCall(FORESLICE_READ, FORESLICE_POINTER_EXPLICIT),
    ReadShared = mpiCall(FORESLICE_READ, FORESLICE_POINTER_SHARED),
    ReadData =
        mpiCall(FORESLICE_READ, FORESLICE_POINTER_OWN, FORESLICE_NEEDS_DATA),
    ReadAtData = mpiCall(FORESLICE_READ, FORESLICE_POINTER_EXPLICIT,
                         FORESLICE_NEEDS_DATA),
    ReadSharedData =
        mpiCall(FORESLICE_READ, FORESLICE_POINTER_SHARED, FORESLICE_NEEDS_DATA),
    IreadAll = startedByAll(FORESLICE_POINTER_OWN),
    IreadAtAll = startedByAll(FORESLICE_POINTER_EXPLICIT),
    Sync = mpiCall(FORESLICE_SYNC, FORESLICE_POINTER_NONE),
    SkippedRead =
        mpiCall(FORESLICE_READ, FORESLICE_POINTER_OWN, FORESLICE_SKIPPED),
    SkippedReadAt =
        mpiCall(FORESLICE_READ, FORESLICE_POINTER_EXPLICIT, FORESLICE_SKIPPED),
    SkippedSeek =
        mpiCall(FORESLICE_SEEK, FORESLICE_POINTER_OWN, FORESLICE_SKIPPED),
    Seek = mpiCall(FORESLICE_SEEK, FORESLICE_POINTER_OWN),
    SeekShared = mpiCall(FORESLICE_SEEK, FORESLICE_POINTER_SHARED),
    SetView = mpiCall(FORESLICE_VIEW, FORESLICE_POINTER_NONE),
    Position = mpiCall(FORESLICE_POSITION, FORESLICE_POINTER_OWN),
    PositionShared = mpiCall(FORESLICE_POSITION, FORESLICE_POINTER_SHARED),
    FileSize = mpiCall(FORESLICE_SIZE, FORESLICE_POINTER_NONE),
    Count = mpiCall(FORESLICE_COUNT, FORESLICE_POINTER_NONE),
    CommRank = mpiCall(FORESLICE_RANK, FORESLICE_POINTER_NONE),
    CommSize = mpiCall(FORESLICE_RANKS, FORESLICE_POINTER_NONE),
    TypeSize = mpiCall(FORESLICE_TYPE_SIZE, FORESLICE_POINTER_NONE);

} // namespace foreslice::test::calls

SLICE_CALL void foreslice_slice_read(foreslice_handle File, int64_t Items,
                                     foreslice_handle Type) {
  foreslice_slice_access(&foreslice::test::calls::Read, File, 0, Items, Type,
                         nullptr);
}
SLICE_CALL void foreslice_slice_iread_all(foreslice_handle File, int64_t Items,
                                          foreslice_handle Type) {
  foreslice_slice_access(&foreslice::test::calls::IreadAll, File, 0, Items,
                         Type, nullptr);
}
SLICE_CALL void foreslice_slice_read_shared(foreslice_handle File,
                                            int64_t Items,
                                            foreslice_handle Type) {
  foreslice_slice_access(&foreslice::test::calls::ReadShared, File, 0, Items,
                         Type, nullptr);
}
SLICE_CALL void foreslice_slice_read_at(foreslice_handle File, int64_t Offset,
                                        int64_t Items, foreslice_handle Type) {
  foreslice_slice_access(&foreslice::test::calls::ReadAt, File, Offset, Items,
                         Type, nullptr);
}
SLICE_CALL void foreslice_slice_iread_at_all(foreslice_handle File,
                                             int64_t Offset, int64_t Items,
                                             foreslice_handle Type) {
  foreslice_slice_access(&foreslice::test::calls::IreadAtAll, File, Offset,
                         Items, Type, nullptr);
}
SLICE_CALL int64_t foreslice_slice_read_data(foreslice_handle File,
                                             int64_t Items,
                                             foreslice_handle Type,
                                             void *Buffer) {
  return foreslice_slice_access(&foreslice::test::calls::ReadData, File, 0,
                                Items, Type, Buffer);
}
SLICE_CALL int64_t foreslice_slice_read_shared_data(foreslice_handle File,
                                                    int64_t Items,
                                                    foreslice_handle Type,
                                                    void *Buffer) {
  return foreslice_slice_access(&foreslice::test::calls::ReadSharedData, File,
                                0, Items, Type, Buffer);
}
SLICE_CALL int64_t foreslice_slice_read_at_data(foreslice_handle File,
                                                int64_t Offset, int64_t Items,
                                                foreslice_handle Type,
                                                void *Buffer) {
  return foreslice_slice_access(&foreslice::test::calls::ReadAtData, File,
                                Offset, Items, Type, Buffer);
}
SLICE_CALL void foreslice_slice_write(foreslice_handle File, int64_t Items,
                                      foreslice_handle Type, int Written) {
  const foreslice_io_call Call =
      foreslice::test::calls::writeCall(FORESLICE_POINTER_OWN, Written);
  foreslice_slice_access(&Call, File, 0, Items, Type, nullptr);
}
SLICE_CALL void foreslice_slice_write_shared(foreslice_handle File,
                                             int64_t Items,
                                             foreslice_handle Type,
                                             int Written) {
  const foreslice_io_call Call =
      foreslice::test::calls::writeCall(FORESLICE_POINTER_SHARED, Written);
  foreslice_slice_access(&Call, File, 0, Items, Type, nullptr);
}
SLICE_CALL void foreslice_slice_write_at(foreslice_handle File, int64_t Offset,
                                         int64_t Items, foreslice_handle Type,
                                         int Written) {
  const foreslice_io_call Call =
      foreslice::test::calls::writeCall(FORESLICE_POINTER_EXPLICIT, Written);
  foreslice_slice_access(&Call, File, Offset, Items, Type, nullptr);
}
SLICE_CALL void foreslice_slice_sync(foreslice_handle File) {
  foreslice_slice_access(&foreslice::test::calls::Sync, File, 0, 0, 0, nullptr);
}
SLICE_CALL void foreslice_slice_seek(foreslice_handle File, int64_t Offset,
                                     int32_t Whence) {
  foreslice_slice_move(&foreslice::test::calls::Seek, File, Offset,
                       static_cast<foreslice_handle>(Whence), 0);
}
SLICE_CALL void foreslice_slice_seek_shared(foreslice_handle File,
                                            int64_t Offset, int32_t Whence) {
  foreslice_slice_move(&foreslice::test::calls::SeekShared, File, Offset,
                       static_cast<foreslice_handle>(Whence), 0);
}
SLICE_CALL void foreslice_slice_set_view(foreslice_handle File,
                                         int64_t Displacement,
                                         foreslice_handle Etype,
                                         foreslice_handle Filetype) {
  foreslice_slice_move(&foreslice::test::calls::SetView, File, Displacement,
                       Etype, Filetype);
}
SLICE_CALL int64_t foreslice_slice_position(foreslice_handle Of) {
  return foreslice_slice_query(&foreslice::test::calls::Position, Of, 0,
                               nullptr, nullptr);
}
SLICE_CALL int64_t foreslice_slice_position_shared(foreslice_handle Of) {
  return foreslice_slice_query(&foreslice::test::calls::PositionShared, Of, 0,
                               nullptr, nullptr);
}
SLICE_CALL int64_t foreslice_slice_file_size(foreslice_handle Of) {
  return foreslice_slice_query(&foreslice::test::calls::FileSize, Of, 0,
                               nullptr, nullptr);
}
SLICE_CALL int64_t foreslice_slice_count(foreslice_handle Of) {
  return foreslice_slice_query(&foreslice::test::calls::Count, Of, 0, nullptr,
                               nullptr);
}
SLICE_CALL int64_t foreslice_slice_type_size(foreslice_handle Of) {
  return foreslice_slice_query(&foreslice::test::calls::TypeSize, Of, 0,
                               nullptr, nullptr);
}
SLICE_CALL int32_t foreslice_slice_comm_rank(foreslice_handle Of) {
  return static_cast<int32_t>(foreslice_slice_query(
      &foreslice::test::calls::CommRank, Of, 0, nullptr, nullptr));
}
SLICE_CALL int32_t foreslice_slice_comm_size(foreslice_handle Of) {
  return static_cast<int32_t>(foreslice_slice_query(
      &foreslice::test::calls::CommSize, Of, 0, nullptr, nullptr));
}
SLICE_CALL void foreslice_slice_open(uint32_t Site, const char *Name,
                                     int32_t Mode, void *Handle) {
  const foreslice_io_call Call = foreslice::test::calls::openCall(Site, 8);
  foreslice_slice_open(&Call, 0, Name, Mode, 0, Handle);
}
SLICE_CALL void foreslice_slice_open_fortran(uint32_t Site, const char *Name,
                                             int32_t Mode, void *Handle) {
  const foreslice_io_call Call = foreslice::test::calls::openCall(Site, 4);
  foreslice_slice_open(&Call, 0, Name, Mode, 0, Handle);
}
/// A call of which only the file is known.
SLICE_CALL void foreslice_slice_skip(foreslice_handle File, int32_t Calls,
                                     int32_t MovesPointer) {
  if (Calls == 0)
    foreslice_slice_move(&foreslice::test::calls::SkippedSeek, File, 0, 0, 0);
  else
    foreslice_slice_access(MovesPointer
                               ? &foreslice::test::calls::SkippedRead
                               : &foreslice::test::calls::SkippedReadAt,
                           File, 0, 0, 0, nullptr);
}

#undef SLICE_CALL

#endif // FORESLICE_TEST_FRONTEND_MPIIO_SLICECALLS_H
