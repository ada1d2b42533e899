//===- SharedFrames.cpp - frames that the processes of the node see -------===//
//
// See SharedFrames.h.
//
//===----------------------------------------------------------------------===//

#include "share/node/SharedFrames.h"

#include "share/node/FileShare.h"

using namespace foreslice;

bool SharedFrames::map(size_t Count, uint64_t FrameSize) {
  return Node.ownFrames() >= Count && Node.grid().pageSize() == FrameSize;
}

Claim SharedFrames::claim(size_t Frame, const PagedFile &File,
                          const PagePart &Part, ByteRange Read, Age Of) {
  if (const FileShare *S = File.Share) {
    const uint64_t AsOf = S->remote(Node) ? S->JobSince : 0;
    return Node.claim(idOf(Frame), S->Id, Part.Page, Part.Bytes, S->Since,
                      Of == Age::Old ? NodeDirectory::AtNoTime : AsOf, Read);
  }
  FrameHeader &Header = headers()[Frame];
  Header.Written = 0;
  Header.setRead(Read, Node.grid().beginOf(Part.Page), Node.grid().pageSize());
  Header.Wanted = Header.UsedByOthers = false;
  return Claim::Claimed;
}

void SharedFrames::publish(size_t Frame, const PagedFile &File) {
  if (File.Share)
    Node.publish(idOf(Frame));
}

void SharedFrames::remove(size_t Frame, const PagedFile &File) {
  if (File.Share)
    Node.remove(idOf(Frame));
}

bool SharedFrames::serves(size_t Frame, const PagedFile &File,
                          const PagePart &Part) const {
  if (File.Share)
    return Node.serves(idOf(Frame), Part.Bytes);
  return headers()[Frame].has(Part.Bytes, Node.grid().beginOf(Part.Page),
                              Node.grid().pageSize());
}

bool SharedFrames::isForOthers(size_t Frame, const PagedFile &File,
                               uint64_t Page) const {
  const FrameHeader &Header = headers()[Frame];
  return File.Share && (Header.Wanted || Header.UsedByOthers ||
                        Node.wanted().contains(File.Share->Id, Page));
}
