//===- NetcdfFile.cpp - A file of NetCDF in slices ------------------------===//

#include "frontend/netcdf/slice/NetcdfFile.h"

#include "foreslice/netcdf.h"
#include "frontend/hdf5/Namespace.h"
#include "frontend/netcdf/ClassicHeader.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/Step.h"

#include <algorithm>

namespace foreslice {

using namespace netcdf;

const Contents *NetcdfFile::contents() {
  if (ByHdf5)
    return &*Holds;
  if (!IsOpened && libraryOpens().ByName)
    libraryOpens().ByName(Path.c_str(), Stream);
  if (!IsOpened && Kind == LibraryKind::Netcdf && !Stream.File)
    openNamed(Path.c_str(), Stream.File);
  if (!IsOpened)
    Stream.MeetsOthers = true;
  IsOpened = true;
  if (!IsRead && Stream.File) {
    Holds = header();
    if (Holds && Holds->Unlimited && Records)
      Holds->Dimensions[*Holds->Unlimited].Length = *Records;
    if (!Holds)
      beginHdf5();
  }
  IsRead = true;
  return Holds ? &*Holds : nullptr;
}

void NetcdfFile::takeSets(const OpenedFile &Is) {
  Holds = *Is.Holds;
  for (const auto &Set : Is.Sets) {
    if (Set && !ByHdf5)
      ByHdf5 = std::make_shared<hdf5::KnownFile>(Set->Origin);
    Sets.emplace_back();
    if (Set)
      Sets.back().emplace(Set, ByHdf5);
  }
}

/// False if it is no such file.
bool NetcdfFile::beginHdf5() {
  auto New = std::make_shared<hdf5::KnownFile>(hdf5::FilePlace());
  New->Stream = Stream;
  New->IsOpened = true;
  const std::optional<uint64_t> Root = hdf5::findRootGroup(
      New->Known, [&](uint64_t Offset, std::span<std::byte> To) {
        return New->load(Offset, To);
      });
  if (!Root)
    return false;
  New->Known.Root = *Root;
  ByHdf5 = std::move(New);
  Holds.emplace();
  IsPart = true;
  return true;
}

void NetcdfFile::takeFrom(const NetcdfFile &Other) {
  Holds = Other.Holds;
  IsPart = Other.IsPart;
  if (!Other.ByHdf5)
    return;
  ByHdf5 = std::make_shared<hdf5::KnownFile>(Other.ByHdf5->Known);
  ByHdf5->Stream = Stream;
  ByHdf5->IsOpened = true;
  ByHdf5->postAsOf(*Other.ByHdf5);
  for (const auto &Set : Other.Sets) {
    Sets.emplace_back();
    if (Set)
      Sets.back().emplace(Set->Is, ByHdf5);
  }
}

/// The number of the variable or the dimension; an error if there is none. Each
/// dimension is a dataset, too, and each one of a variable gets a number of its
/// own.
int64_t NetcdfFile::findInHdf5(unsigned What, std::string_view Name) {
  const bool IsVariable = What == FORESLICE_NETCDF_FIND_VARIABLE;
  const int64_t Nothing =
      IsVariable ? FORESLICE_NETCDF_NO_VARIABLE : FORESLICE_NETCDF_NO_DIMENSION;
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return !execution::cancelFlag() && ByHdf5->load(Offset, To);
  };
  const hdf5::FilePlace &In = ByHdf5->Known;
  std::optional<uint64_t> Header =
      hdf5::findObject(In.Base, In.Root, Name, Read, ByHdf5->Links);
  // A group has the dimensions of those around, too.
  for (size_t I = 0; !IsVariable && !Header && I < Outer.size(); ++I)
    Header = hdf5::findObject(In.Base, Outer[I], Name, Read, ByHdf5->Links);
  std::optional<hdf5::Dataset> Found =
      Header ? hdf5::readDataset(In, *Header, Read) : std::nullopt;
  if (!Found || (!IsVariable && Found->Space.Lengths.empty()))
    return Nothing;
  if (!IsVariable) {
    Holds->Dimensions.push_back({std::string(Name), Found->Space.Lengths[0]});
    return static_cast<int64_t>(Holds->Dimensions.size()) - 1;
  }
  Variable New;
  New.Name = Name;
  Found->Name = Name;
  for (uint64_t Length : Found->Space.Lengths) {
    New.Dimensions.push_back(static_cast<uint32_t>(Holds->Dimensions.size()));
    Holds->Dimensions.push_back({"", Length});
  }
  Holds->Variables.push_back(std::move(New));
  Sets.emplace_back();
  Sets.back().emplace(std::make_shared<hdf5::Dataset>(std::move(*Found)),
                      ByHdf5);
  return static_cast<int64_t>(Sets.size()) - 1;
}

/// What is in it, the slice finds by name.
std::shared_ptr<NetcdfFile> NetcdfFile::group(std::string_view Name) const {
  auto Read = [&](uint64_t Offset, std::span<std::byte> To) {
    return !execution::cancelFlag() && ByHdf5->load(Offset, To);
  };
  ByHdf5->open();
  const hdf5::FilePlace &In = ByHdf5->Known;
  const std::optional<uint64_t> Header =
      hdf5::findObject(In.Base, In.Root, Name, Read, ByHdf5->Links);
  if (!Header)
    return nullptr;
  auto New = std::make_shared<NetcdfFile>(Path);
  New->Kind = Kind;
  New->Stream = Stream;
  New->IsOpened = New->IsRead = New->IsPart = true;
  New->ByHdf5 = std::make_shared<hdf5::KnownFile>(In);
  New->ByHdf5->Stream = ByHdf5->Stream;
  New->ByHdf5->IsOpened = true;
  New->ByHdf5->Known.Root = *Header;
  New->Holds.emplace();
  New->Outer.push_back(In.Root);
  New->GroupName = Name;
  New->Outer.insert(New->Outer.end(), Outer.begin(), Outer.end());
  return New;
}

/// In the order in which the groups were made, as the library has them.
const std::vector<std::string> *NetcdfFile::groups() {
  if (!Groups && ByHdf5) {
    ByHdf5->open();
    const auto Links =
        hdf5::linksOf(ByHdf5->Known.Base, ByHdf5->Known.Root, ByHdf5->reader());
    if (!Links)
      return nullptr;
    std::vector<hdf5::Link> Found;
    for (const hdf5::Link &L : *Links)
      if (L.Header != hdf5::NoAddress &&
          hdf5::isGroup(ByHdf5->Known.Base, L.Header, ByHdf5->reader()))
        Found.push_back(L);
    std::ranges::sort(Found, {}, [](const hdf5::Link &L) {
      return std::make_pair(L.Order, L.Name);
    });
    Groups.emplace();
    for (hdf5::Link &L : Found)
      Groups->push_back(std::move(L.Name));
  }
  return Groups ? &*Groups : nullptr;
}

std::optional<Contents> NetcdfFile::header() {
  execution::lookSoon();
  return readClassicHeader([&](uint64_t Offset, std::span<std::byte> To) {
    return !execution::cancelFlag() && load(Offset, To);
  });
}

const Variable *NetcdfFile::variable(int32_t Number) {
  const Contents *In = contents();
  return In && Number >= 0 && static_cast<size_t>(Number) < In->Variables.size()
             ? &In->Variables[static_cast<size_t>(Number)]
             : nullptr;
}

} // namespace foreslice
