//===- SharedFrames.h - frames that the processes of the node see ---------===//
//
// The frames of this process in the directory. Files unknown to the directory
// are private, in frames that nobody finds.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_SHAREDFRAMES_H
#define FORESLICE_SHARE_NODE_SHAREDFRAMES_H

#include "pages/FrameStore.h"
#include "share/node/NodeDirectory.h"

namespace foreslice {

class SharedFrames final : public FrameStore {
public:
  /// Node outlives the SharedFrames.
  explicit SharedFrames(NodeDirectory &Node) : Node(Node) {}

  bool map(size_t Count, uint64_t FrameSize) override;
  FrameHeader *headers() const override { return Node.frames(); }
  std::byte *data() const override { return Node.data(); }
  PageTags recycled() const override { return Node.recycled(); }
  std::atomic<uint32_t> &refetches() override { return Node.refetches(); }
  Claim claim(size_t Frame, const PagedFile &File, const PagePart &Part,
              ByteRange Read, Age Of) override;
  void publish(size_t Frame, const PagedFile &File) override;
  void remove(size_t Frame, const PagedFile &File) override;
  bool serves(size_t Frame, const PagedFile &File,
              const PagePart &Part) const override;
  bool isForOthers(size_t Frame, const PagedFile &File,
                   uint64_t Page) const override;

private:
  NodeDirectory::FrameId idOf(size_t Frame) const {
    return Node.idOf(static_cast<uint32_t>(Frame));
  }

  NodeDirectory &Node;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_SHAREDFRAMES_H
