//===- Layout.cpp - building and positioning ------------------------------===//
//
// Nodes are made in normal form (dense repeats are bytes, single repeats are
// their child), so that positioning meets few levels.
//
//===----------------------------------------------------------------------===//

#include "layout/Layout.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace foreslice {

namespace {

int64_t floorDivide(int64_t A, int64_t B) {
  int64_t Q = A / B;
  return A % B != 0 && (A < 0) != (B < 0) ? Q - 1 : Q;
}

} // namespace

LayoutPtr LayoutNode::bytes(uint64_t Size) {
  if (Size > INT64_MAX)
    return nullptr;
  std::shared_ptr<LayoutNode> N(new LayoutNode);
  N->Size = Size;
  N->End = static_cast<int64_t>(Size);
  return N;
}

LayoutPtr LayoutNode::repeat(uint64_t Count, int64_t Stride, LayoutPtr Child) {
  if (!Child || Count > INT64_MAX)
    return nullptr;
  if (Count == 0 || Child->Size == 0)
    return bytes(0);
  if (Count == 1)
    return Child;
  uint64_t Total;
  int64_t Span, First, Last;
  if (__builtin_mul_overflow(Count, Child->Size, &Total) || Total > INT64_MAX ||
      __builtin_mul_overflow(static_cast<int64_t>(Count - 1), Stride, &Span) ||
      __builtin_add_overflow(Child->Begin, std::min<int64_t>(Span, 0),
                             &First) ||
      __builtin_add_overflow(Child->End, std::max<int64_t>(Span, 0), &Last))
    return nullptr;
  if (Child->NodeKind == Kind::Bytes &&
      Stride == static_cast<int64_t>(Child->Size))
    return bytes(Total);

  std::shared_ptr<LayoutNode> N(new LayoutNode);
  N->NodeKind = Kind::Repeat;
  N->Ascending = Child->Ascending && Stride >= Child->End - Child->Begin;
  N->Size = Total;
  N->Begin = First;
  N->End = Last;
  N->Count = Count;
  N->Stride = Stride;
  N->Child = std::move(Child);
  return N;
}

LayoutPtr LayoutNode::shifted(int64_t Offset, LayoutPtr Child) {
  if (Offset == 0)
    return Child;
  IndexedBuilder B;
  B.add(Offset, Child);
  return B.finish();
}

void IndexedBuilder::add(int64_t Offset, const LayoutPtr &Child) {
  int64_t Begin, End;
  if (!Child || __builtin_add_overflow(Offset, Child->Begin, &Begin) ||
      __builtin_add_overflow(Offset, Child->End, &End) ||
      Stream + Child->Size > INT64_MAX) {
    Bad = true;
    return;
  }
  if (Child->Size == 0)
    return;
  bool Plain = Child->NodeKind == LayoutNode::Kind::Bytes;
  if (Plain && !List.empty() && !List.back().Child) {
    const LayoutNode::Member &Last = List.back();
    if (Last.Offset + static_cast<int64_t>(Stream - Last.StreamBegin) ==
        Offset) {
      Stream += Child->Size;
      return;
    }
  }
  List.push_back({Offset, Stream, Plain ? nullptr : Child});
  Stream += Child->Size;
}

LayoutPtr IndexedBuilder::finish() {
  if (Bad)
    return nullptr;
  if (List.empty())
    return LayoutNode::bytes(0);
  if (List.size() == 1 && List[0].Offset == 0)
    return List[0].Child ? List[0].Child : LayoutNode::bytes(Stream);

  std::shared_ptr<LayoutNode> N(new LayoutNode);
  N->NodeKind = LayoutNode::Kind::Indexed;
  N->Size = Stream;
  N->Begin = INT64_MAX;
  N->End = INT64_MIN;
  for (size_t I = 0; I < List.size(); ++I) {
    const LayoutNode::Member &M = List[I];
    uint64_t Next = I + 1 < List.size() ? List[I + 1].StreamBegin : Stream;
    int64_t Begin = M.Offset + (M.Child ? M.Child->Begin : 0);
    int64_t End =
        M.Offset +
        (M.Child ? M.Child->End : static_cast<int64_t>(Next - M.StreamBegin));
    N->Ascending = N->Ascending && (!M.Child || M.Child->Ascending) &&
                   (I == 0 || Begin >= N->End);
    N->Begin = std::min(N->Begin, Begin);
    N->End = std::max(N->End, End);
  }
  List.shrink_to_fit();
  N->Members = std::move(List);
  return N;
}

BlockRun LayoutNode::locate(uint64_t Position) const {
  assert(Position < Size);
  const LayoutNode *N = this;
  int64_t Base = 0;
  while (true) {
    if (N->NodeKind == Kind::Repeat) {
      uint64_t Index = Position / N->Child->Size;
      Position %= N->Child->Size;
      Base += static_cast<int64_t>(Index) * N->Stride;
      if (N->Child->NodeKind == Kind::Bytes) {
        uint64_t Block = N->Child->Size;
        return {{Base + static_cast<int64_t>(Position), Block - Position},
                Block,
                N->Stride,
                N->Count - 1 - Index};
      }
      N = N->Child.get();
      continue;
    }
    if (N->NodeKind == Kind::Bytes)
      return {{Base + static_cast<int64_t>(Position), N->Size - Position}};
    auto It = std::upper_bound(
        N->Members.begin(), N->Members.end(), Position,
        [](uint64_t P, const Member &M) { return P < M.StreamBegin; });
    const Member &M = *std::prev(It);
    Position -= M.StreamBegin;
    Base += M.Offset;
    if (!M.Child) {
      uint64_t Length =
          (It == N->Members.end() ? N->Size : It->StreamBegin) - M.StreamBegin;
      return {{Base + static_cast<int64_t>(Position), Length - Position}};
    }
    N = M.Child.get();
  }
}

uint64_t LayoutNode::positionOf(int64_t Offset) const {
  assert(Ascending);
  const LayoutNode *N = this;
  uint64_t Position = 0;
  while (true) {
    if (Offset <= N->Begin)
      return Position;
    if (Offset >= N->End)
      return Position + N->Size;
    if (N->NodeKind == Kind::Bytes)
      return Position + static_cast<uint64_t>(Offset);
    if (N->NodeKind == Kind::Repeat) {
      int64_t Index =
          std::min<int64_t>(floorDivide(Offset - N->Child->Begin, N->Stride),
                            static_cast<int64_t>(N->Count - 1));
      Position += static_cast<uint64_t>(Index) * N->Child->Size;
      Offset -= Index * N->Stride;
      N = N->Child.get();
      continue;
    }
    auto It =
        std::upper_bound(N->Members.begin(), N->Members.end(), Offset,
                         [](int64_t O, const Member &M) {
                           return O < M.Offset + (M.Child ? M.Child->Begin : 0);
                         });
    const Member &M = *std::prev(It);
    Position += M.StreamBegin;
    Offset -= M.Offset;
    if (!M.Child) {
      uint64_t Length =
          (It == N->Members.end() ? N->Size : It->StreamBegin) - M.StreamBegin;
      return Position + std::min(static_cast<uint64_t>(Offset), Length);
    }
    N = M.Child.get();
  }
}

LayoutCursor::LayoutCursor(LayoutPtr Node, uint64_t Position, uint64_t Length)
    : Node(std::move(Node)), Position(Position), Left(Length) {
  fetch();
}

bool LayoutCursor::nextBlock(Piece &Out) {
  if (Left == 0)
    return false;
  if (Run.Blocks > 0) {
    --Run.Blocks;
    BlockStart += Run.Stride;
    Out = {BlockStart, Run.Block};
  } else {
    Run = Node->locate(Position);
    Out = Run.First;
    BlockStart = Out.Offset -
                 static_cast<int64_t>(Run.Blocks ? Run.Block - Out.Length : 0);
  }
  Out.Length = std::min(Out.Length, Left);
  Left -= Out.Length;
  Position += Out.Length;
  return true;
}

void LayoutCursor::fetch() {
  Current = Pending;
  Pending = {};
  if (Current.Length == 0 && !nextBlock(Current)) {
    Current = {};
    return;
  }
  while (nextBlock(Pending)) {
    if (Pending.Offset != Current.Offset + static_cast<int64_t>(Current.Length))
      return;
    Current.Length += Pending.Length;
  }
  Pending = {};
}

void LayoutCursor::advance(uint64_t Bytes) {
  assert(Bytes <= Current.Length);
  Current.Offset += static_cast<int64_t>(Bytes);
  Current.Length -= Bytes;
  if (Current.Length == 0)
    fetch();
}

PageParts::Iterator::Iterator(const PageParts &Parts)
    : Node(&Parts.Node), Base(Parts.Base), Position(Parts.Position),
      EndPosition(Parts.Position + Parts.Length), Grid(Parts.Grid) {
  advance();
}

void PageParts::Iterator::advance() {
  if (Current.Length == 0) {
    AtEnd = Position >= EndPosition;
    if (AtEnd)
      return;
    Current = Node->locate(Position).First;
    Current.Length = std::min(Current.Length, EndPosition - Position);
  }
  uint64_t Begin = static_cast<uint64_t>(Current.Offset + Base);
  uint64_t Page = Grid.pageAt(Begin), PageEnd = Grid.beginOf(Page + 1);
  if (uint64_t Room = PageEnd - Begin; Current.Length >= Room) {
    Position += Room;
    Current.Offset += static_cast<int64_t>(Room);
    Current.Length -= Room;
    Part = {Page, {Begin, PageEnd}};
    return;
  }
  // Other pieces may lie in the page.
  Position = std::clamp(Node->positionOf(static_cast<int64_t>(PageEnd) - Base),
                        Position + Current.Length, EndPosition);
  Current.Length = 0;
  int64_t Last = Node->locate(Position - 1).First.Offset + Base;
  Part = {Page, {Begin, static_cast<uint64_t>(Last) + 1}};
}

std::vector<PagePart> PageParts::all() const {
  std::vector<PagePart> Parts;
  for (const PagePart &Part : *this)
    Parts.push_back(Part);
  return Parts;
}

} // namespace foreslice
