//===- Access.cpp - views, and single reads and writes --------------------===//
//
// See View.h and Access.h.
//
//===----------------------------------------------------------------------===//

#include "layout/Access.h"

#include "support/Lazy.h"

#include <algorithm>

using namespace foreslice;

std::shared_ptr<const View> View::bytes() {
  static constinit LazyObject<std::shared_ptr<const View>> Default;
  return *Default.get([] {
    auto V = std::make_shared<View>();
    V->Tiles = LayoutNode::bytes(INT64_MAX);
    return std::make_unique<std::shared_ptr<const View>>(std::move(V));
  });
}

std::shared_ptr<const View> View::make(int64_t Displacement,
                                       const LayoutRef &Etype,
                                       const LayoutRef &Filetype) {
  auto V = std::make_shared<View>();
  V->Displacement = Displacement;
  if (Etype)
    V->EtypeSize = Etype->size();
  if (!Etype || !Filetype || Etype->size() == 0 || Filetype->size() == 0 ||
      Filetype->Extent <= 0 || Displacement < 0)
    return V;
  // Half of the offsets are left for the displacement and the lower bound.
  uint64_t Count = static_cast<uint64_t>(INT64_MAX / 2) /
                   std::max<uint64_t>(Filetype->size(), Filetype->Extent);
  LayoutPtr Tiles = Filetype->items(Count);
  if (Tiles && Tiles->ascending() && Tiles->dataBegin() >= 0 &&
      Displacement < INT64_MAX / 2)
    V->Tiles = std::move(Tiles);
  return V;
}

bool View::range(int64_t Offset, uint64_t Length, uint64_t &Begin) const {
  uint64_t End;
  return Tiles && Offset >= 0 && EtypeSize != 0 && Length % EtypeSize == 0 &&
         !__builtin_mul_overflow(static_cast<uint64_t>(Offset), EtypeSize,
                                 &Begin) &&
         !__builtin_add_overflow(Begin, Length, &End) && End <= Tiles->size();
}

std::optional<uint64_t> Access::lengthOf(int64_t Count, const LayoutRef &Item) {
  uint64_t Length;
  if (!Item || Count < 0 ||
      __builtin_mul_overflow(static_cast<uint64_t>(Count), Item->size(),
                             &Length))
    return std::nullopt;
  return Length;
}

std::optional<Access> Access::of(std::shared_ptr<const View> V, int64_t Offset,
                                 int64_t Count, const LayoutRef &Item) {
  Access A;
  std::optional<uint64_t> Length = lengthOf(Count, Item);
  if (!Length || !V->range(Offset, *Length, A.Begin))
    return std::nullopt;
  A.Length = *Length;
  A.FileView = std::move(V);
  return A;
}

ByteRange Access::range() const {
  if (!FileView)
    return {};
  if (Length == 0)
    return {0, 0};
  const LayoutNode &Tiles = *FileView->Tiles;
  int64_t First = Tiles.locate(Begin).First.Offset;
  int64_t Last = Tiles.locate(Begin + Length - 1).First.Offset;
  return {static_cast<uint64_t>(First + FileView->Displacement),
          static_cast<uint64_t>(Last + FileView->Displacement + 1)};
}

uint64_t Access::bytesBefore(uint64_t FileEnd) const {
  if (FileEnd > static_cast<uint64_t>(INT64_MAX))
    return Length;
  int64_t End = static_cast<int64_t>(FileEnd) - FileView->Displacement;
  uint64_t Before = End <= 0 ? 0 : FileView->Tiles->positionOf(End);
  return Before <= Begin ? 0 : std::min(Before - Begin, Length);
}
