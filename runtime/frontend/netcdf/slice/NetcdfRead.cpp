//===- NetcdfRead.cpp - What a slice reads of NetCDF next -----------------===//

#include "frontend/netcdf/slice/NetcdfRead.h"

#include "foreslice/hdf5.h"
#include "foreslice/netcdf.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/Step.h"
#include "support/Clock.h"

#include <algorithm>

namespace foreslice {

using namespace netcdf;

/// What is read of V next.
void NetcdfRead::select(NetcdfFile &F, const Variable &V, bool IsAll) {
  Selected.Lengths = F.contents()->lengthsOf(V);
  Selected.Is = IsAll ? hdf5::Selection::All : hdf5::Selection::Slab;
  Selected.Slabs.swap(F.Next); // Keeps the memory.
  F.Next.clear();
  Selected.Slabs.resize(Selected.Lengths.size());
}

/// What a walk of extents calls. Waits for room in the queue.
static auto posting(NetcdfFile &F, DatasetStatistics *Counters) {
  return [&F, Counters](uint64_t Offset, uint64_t Bytes) {
    execution::lookSoon();
    F.post(Offset, Bytes, Counters);
    return !execution::cancelFlag() && Offset < F.sizeUpTo(Offset + 1);
  };
}

/// What is selected of V.
void NetcdfRead::postSelected(NetcdfFile &F, const Contents &In,
                              const Variable &V, DatasetStatistics *Counters) {
  if (F.ByHdf5) {
    if (auto &Set = F.Sets[static_cast<size_t>(Reads)])
      Set->post(Selected);
  } else if (AsType) {
    forEachExtent(V, *AsType, posting(F, Counters));
  } else if (const auto Chosen = Selected.chosen()) {
    forEachExtent(In, V, *Chosen, posting(F, Counters));
  }
}

/// The next read is of parts of variable Number.
SliceEnd NetcdfRead::selectParts(NetcdfFile &F, int32_t Number) {
  const Variable *V = F.variable(Number);
  InParts.emplace();
  if (V)
    InParts->Counters = F.countersOf(V->Name);
  return F.Holds && (V || !F.IsPart) ? SliceEnd::Completed : SliceEnd::Astray;
}

/// One of them, as F.Next says.
SliceEnd NetcdfRead::addPart(NetcdfFile &F, int32_t Number) {
  const Variable *V = F.variable(Number);
  if (!InParts || !V)
    return SliceEnd::Completed;
  const Contents &In = *F.contents();
  F.Next.resize(V->Dimensions.size());
  if (const auto Piece = F.ByHdf5 ? std::nullopt : onePiece(In, *V, F.Next)) {
    InParts->Joined.add(Piece->Begin, Piece->End - Piece->Begin,
                        posting(F, InParts->Counters));
    F.Next.clear();
    SliceStreams::ofRunner().isAstray(/*GaveNothing=*/false);
    return SliceEnd::Completed;
  }
  postParts(F);
  select(F, *V, /*IsAll=*/false);
  if (SliceStreams::ofRunner().isAstray(Selected.isOutside(Selected.Lengths)))
    return SliceEnd::Astray;
  Reads = Number;
  postSelected(F, In, *V, InParts->Counters);
  return SliceEnd::Completed;
}

void NetcdfRead::postParts(NetcdfFile &F) {
  InParts->Joined.finish(posting(F, InParts->Counters));
}

/// The next read is of What.Number, as the datatype To lies in the file.
SliceEnd NetcdfRead::selectType(NetcdfFile &F, LibraryOperand What,
                                int64_t To) {
  const auto LayoutOf = libraryOpens().LayoutOf;
  AsType = LayoutOf ? LayoutOf(static_cast<foreslice_handle>(To)) : nullptr;
  if (!AsType)
    return SliceEnd::UnknownHandle;
  Reads = F.variable(What.Number) ? What.Number : -1;
  return F.Holds ? SliceEnd::Completed : SliceEnd::Astray;
}

SliceEnd NetcdfRead::change(NetcdfFile &F, LibraryOperand What, int64_t To,
                            uint64_t Count) {
  const auto Value = static_cast<uint64_t>(To);
  switch (What.What) {
  case FORESLICE_NETCDF_READ_BY:
  case FORESLICE_NETCDF_READ_ALL:
    Reads = -1;
    AsType = nullptr;
    InParts.reset();
    // The library would refuse to read what is not there.
    if (const Variable *V = F.variable(What.Number)) {
      select(F, *V, What.What == FORESLICE_NETCDF_READ_ALL);
      const bool IsOutside = Selected.isOutside(Selected.Lengths);
      if (SliceStreams::ofRunner().isAstray(IsOutside))
        return SliceEnd::Astray;
      Reads = What.Number;
    }
    return F.Holds && (Reads >= 0 || !F.IsPart) ? SliceEnd::Completed
                                                : SliceEnd::Astray;
  case FORESLICE_NETCDF_READ_PARTS:
    Reads = -1;
    AsType = nullptr;
    return selectParts(F, What.Number);
  case FORESLICE_NETCDF_PART:
    return addPart(F, What.Number);
  case FORESLICE_NETCDF_READ_TYPE:
    InParts.reset();
    return selectType(F, What, To);
  case FORESLICE_NETCDF_RENEW:
    Reads = -1;
    F.IsRead = false;
    F.Records.reset();
    return SliceEnd::Completed;
  default:
    break;
  }
  const auto Number = static_cast<size_t>(What.Number);
  if (Number >= FORESLICE_NETCDF_RANK)
    return SliceEnd::Completed;
  if (F.Next.size() <= Number)
    F.Next.resize(Number + 1);
  hdf5::Hyperslab &Slab = F.Next[Number];
  switch (What.What) {
  case FORESLICE_NETCDF_START:
    Slab.Start = Value;
    break;
  case FORESLICE_NETCDF_COUNT:
    Slab.Count = Value;
    break;
  case FORESLICE_NETCDF_PLACE:
    Slab.Start = Value;
    Slab.Count = Count;
    break;
  case FORESLICE_NETCDF_STRIDE:
    Slab.Stride = Value;
    break;
  default:
    return SliceEnd::Astray;
  }
  return SliceEnd::Completed;
}

/// How a classic file has elements of Type; none if as no numbers.
static std::optional<hdf5::NumberType> numberTypeOf(const Variable &V) {
  constexpr int Signed[] = {1, 3, 4, 10}, Unsigned[] = {7, 8, 9, 11},
                Real[] = {5, 6}; // Of nc_type.
  auto Is = [&](const auto &Types) {
    return std::ranges::find(Types, V.Type) != std::end(Types);
  };
  const int Kind = Is(Signed)     ? FORESLICE_HDF5_SIGNED
                   : Is(Unsigned) ? FORESLICE_HDF5_UNSIGNED
                   : Is(Real)     ? FORESLICE_HDF5_REAL
                                  : 0;
  return Kind ? std::optional(hdf5::NumberType{Kind, V.ElementBytes})
              : std::nullopt;
}

/// Appends the elements of a classic file, which are big-endian.
static bool appendClassic(NetcdfFile &F, const Contents &In, const Variable &V,
                          const hdf5::Box &Chosen, std::vector<std::byte> &To) {
  return forEachPiece(In, V, Chosen, [&](uint64_t Offset, uint64_t Bytes) {
    const size_t Begin = To.size();
    To.resize(Begin + Bytes);
    const std::span<std::byte> New = std::span(To).subspan(Begin);
    if (execution::cancelFlag() || !F.load(Offset, New))
      return false;
    for (size_t E = 0; E < Bytes; E += V.ElementBytes)
      std::ranges::reverse(New.subspan(E, V.ElementBytes));
    return true;
  });
}

/// Later reads depend on the data. Without the data, the slice ends for good,
/// and regions inside have slices in turn.
SliceEnd NetcdfRead::readData(NetcdfFile &F, const Variable &V,
                              const SliceAccess &A) {
  const std::optional<hdf5::NumberType> Type =
      hdf5::numberTypeOf(static_cast<int64_t>(A.Type));
  const std::optional<hdf5::Box> Chosen = Selected.chosen();
  const uint64_t Points = Selected.chosenPoints();
  if (!Type || !Chosen || Points > FORESLICE_MAX_SLICE_MEMORY / Type->Bytes)
    return SliceEnd::NoData;
  std::vector<std::byte> Data;
  Data.reserve(Points * Type->Bytes);
  execution::resumeScouts();
  const uint64_t Start = nowNs();
  bool Is = false;
  LibraryFile *File = &F;
  if (F.ByHdf5) {
    auto &Set = F.Sets[static_cast<size_t>(Reads)];
    File = F.ByHdf5.get();
    Is =
        Set && Set->read(Selected, *Type, [&](std::span<const std::byte> More) {
          Data.insert(Data.end(), More.begin(), More.end());
          return !execution::cancelFlag();
        });
  } else {
    Is = numberTypeOf(V) == Type &&
         appendClassic(F, *F.contents(), V, *Chosen, Data);
  }
  if (!Is)
    return execution::cancelFlag() ? SliceEnd::Cancelled : SliceEnd::NoData;
  File->countDependentRead(Start);
  return execution::space()->store(static_cast<std::byte *>(A.Buffer),
                                   Data.data(), Data.size(), A.Frame);
}

SliceEnd NetcdfRead::read(NetcdfFile &F, const SliceAccess &A) {
  if (InParts) {
    postParts(F);
    InParts.reset();
    Reads = -1;
  }
  const Contents *In = F.contents();
  const Variable *V = F.variable(Reads);
  if (!In || !V)
    return A.needsData() ? SliceEnd::NoData : SliceEnd::Completed;
  postSelected(F, *In, *V, F.ByHdf5 ? nullptr : F.countersOf(V->Name));
  return A.needsData() ? readData(F, *V, A) : SliceEnd::Completed;
}

} // namespace foreslice
