//===- ReadPlan.h - which bytes of a file go where in memory --------------===//
//
// Made from a request, a view and a datatype; carried out from pinned pages
// and, where there are none, by direct reads.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_READPLAN_H
#define FORESLICE_FRONTEND_MPIIO_READPLAN_H

#include "frontend/mpiio/DemandRead.h"

#include <span>
#include <vector>

namespace foreslice {

class ReadPlan {
public:
  /// False if the request is not one that the cache may serve: invalid
  /// arguments, a view or datatype that is not understood, part of an etype.
  bool prepare(const ReadRequest &R, const OpenFile &File);

  /// Stream bytes, 0 for an empty read.
  uint64_t length() const { return Length; }
  /// Etypes that the individual file pointer moves by.
  int64_t etypes() const;
  std::span<const PagePart> pages() const { return Pages; }
  /// One past the last byte of the file that is needed; 0 for an empty read.
  int64_t fileEnd() const { return FileEnd; }

  /// False if a page in Views ends before the request does: end of file, which
  /// the MPI library shall answer.
  bool covered(std::span<const PageView> Views) const;
  /// Fills the buffer; absent pages are read from Fd. False if a byte could
  /// not be had; the buffer then holds anything.
  bool copy(std::span<const PageView> Views, int Fd, void *Buffer) const;

private:
  std::shared_ptr<const View> FileView;
  LayoutPtr Memory;
  uint64_t Begin = 0, Length = 0;
  uint64_t PageSize = 0;
  int64_t FileEnd = 0;
  std::vector<PagePart> Pages;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_READPLAN_H
