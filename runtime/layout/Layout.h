//===- Layout.h - where the bytes of an MPI datatype lie ------------------===//
//
// A datatype flattened exactly: an immutable tree of runs of bytes, regular
// repeats and indexed lists. A position in the *stream* (the bytes of data in
// type-map order) becomes an *offset* (relative to the buffer or the file) by
// division in repeats and binary search in lists, so that cost never grows
// with a repeat's count. Knows nothing of MPI.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_LAYOUT_H
#define FORESLICE_LAYOUT_LAYOUT_H

#include "layout/PageGrid.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

namespace foreslice {

class LayoutNode;
using LayoutPtr = std::shared_ptr<const LayoutNode>;

/// Bytes contiguous in stream and in space.
struct Piece {
  int64_t Offset = 0;
  uint64_t Length = 0;
};

/// Equal blocks of bytes at equal distances; the first may be cut short.
struct BlockRun {
  Piece First;
  uint64_t Block = 0;  ///< Bytes of each block after the first.
  int64_t Stride = 0;  ///< From block to block, counted from uncut starts.
  uint64_t Blocks = 0; ///< Number of blocks after the first.
};

/// One node of the tree. The parent says where the data start.
class LayoutNode {
public:
  /// One member of an indexed list. Without a child, bytes are contiguous.
  struct Member {
    int64_t Offset;
    uint64_t StreamBegin; ///< Stream bytes of earlier members.
    LayoutPtr Child;
  };

  /// Size bytes at offset 0.
  static LayoutPtr bytes(uint64_t Size);
  /// Count copies of Child, each Stride bytes after the last. Null if the
  /// offsets do not fit 63 bits.
  static LayoutPtr repeat(uint64_t Count, int64_t Stride, LayoutPtr Child);
  /// Child moved by Offset.
  static LayoutPtr shifted(int64_t Offset, LayoutPtr Child);

  uint64_t size() const { return Size; }
  /// The least offset of a byte of data, and one past the greatest.
  int64_t dataBegin() const { return Begin; }
  int64_t dataEnd() const { return End; }
  /// True if offsets never go back along the stream and no byte occurs twice.
  bool ascending() const { return Ascending; }

  /// The blocks from stream position Position (below size()) on; as many as
  /// the innermost repeat holds.
  BlockRun locate(uint64_t Position) const;
  /// How many stream bytes lie below Offset. Only if ascending().
  uint64_t positionOf(int64_t Offset) const;

private:
  friend class IndexedBuilder;
  enum class Kind { Bytes, Repeat, Indexed };
  LayoutNode() = default;

  Kind NodeKind = Kind::Bytes;
  bool Ascending = true;
  uint64_t Size = 0;
  int64_t Begin = 0, End = 0;
  uint64_t Count = 1; // of a repeat
  int64_t Stride = 0; // of a repeat
  LayoutPtr Child;    // of a repeat
  std::vector<Member> Members;
};

/// Collects the members of an indexed list in stream order. Neighbouring bytes
/// become one member, empty members none.
class IndexedBuilder {
public:
  void reserve(size_t Members) { List.reserve(Members); }
  void add(int64_t Offset, const LayoutPtr &Child);
  /// Null if the offsets do not fit 63 bits or a child was null.
  LayoutPtr finish();

private:
  std::vector<LayoutNode::Member> List;
  uint64_t Stream = 0;
  bool Bad = false;
};

/// A datatype: data and extent (MPI_Type_get_extent).
struct Layout {
  LayoutPtr Data;
  int64_t LowerBound = 0;
  int64_t Extent = 0;

  uint64_t size() const { return Data->size(); }
  /// Count items one after another; null if offsets do not fit 63 bits.
  LayoutPtr items(uint64_t Count) const {
    return LayoutNode::repeat(Count, Extent, Data);
  }
};

using LayoutRef = std::shared_ptr<const Layout>;

/// Walks the pieces of a stream range, neighbours made one.
class LayoutCursor {
public:
  /// [Position, Position + Length) must lie in the node's stream.
  LayoutCursor(LayoutPtr Node, uint64_t Position, uint64_t Length);
  /// The current piece; Length 0 at the end.
  const Piece &piece() const { return Current; }
  /// Moves Bytes (at most the current piece's length) on.
  void advance(uint64_t Bytes);

private:
  void fetch();
  bool nextBlock(Piece &Out);

  LayoutPtr Node;
  uint64_t Position; // of the first byte not yet in Run
  uint64_t Left;     // stream bytes not yet in Current
  BlockRun Run;
  int64_t BlockStart = 0; // uncut start of Run's current block
  Piece Current, Pending;
};

/// The parts of pages that a stream range touches, ascending and each page
/// once. Costs by pages, not by pieces: jumps holes and the rest of a page.
class PageParts {
public:
  /// Base is added to every offset. Node must be ascending, and outlive the
  /// parts.
  PageParts(const LayoutNode &Node, int64_t Base, uint64_t Position,
            uint64_t Length, PageGrid Grid)
      : Node(Node), Base(Base), Position(Position), Length(Length), Grid(Grid) {
  }

  class Iterator {
  public:
    using value_type = PagePart;
    using difference_type = std::ptrdiff_t;

    explicit Iterator(const PageParts &Parts);
    const PagePart &operator*() const { return Part; }
    const PagePart *operator->() const { return &Part; }
    Iterator &operator++() {
      advance();
      return *this;
    }
    void operator++(int) { advance(); }
    bool operator==(std::default_sentinel_t) const { return AtEnd; }

  private:
    void advance();

    const LayoutNode *Node;
    int64_t Base;
    uint64_t Position, EndPosition;
    PageGrid Grid;
    Piece Current{}; ///< From Position on; empty if to be looked up.
    PagePart Part{};
    bool AtEnd = false;
  };
  Iterator begin() const { return Iterator(*this); }
  static std::default_sentinel_t end() { return std::default_sentinel; }
  std::vector<PagePart> all() const;

private:
  const LayoutNode &Node;
  int64_t Base;
  uint64_t Position, Length;
  PageGrid Grid;
};

} // namespace foreslice

#endif // FORESLICE_LAYOUT_LAYOUT_H
