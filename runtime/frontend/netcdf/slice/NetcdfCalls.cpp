//===- NetcdfCalls.cpp - NetCDF and PnetCDF in slices ---------------------===//
//
// See NetcdfCalls.h and foreslice/netcdf.h. A slice never calls the library: it
// reads the headers of files itself. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/netcdf/slice/NetcdfCalls.h"

#include "foreslice/netcdf.h"
#include "frontend/netcdf/slice/NetcdfRead.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>

namespace foreslice {

using namespace netcdf;

namespace {

/// Numbers of the slice's own files, which are none of the library's.
constexpr int64_t OwnNumbers = 0x7A000000;
/// Programs are done with older ones.
constexpr size_t MostOwn = 256;

/// Of one library.
class NetcdfFiles {
public:
  /// Those of execution::runner(), in the launch that runs.
  static NetcdfFiles &ofRunner(LibraryKind Kind);

  void bind(const foreslice_netcdf_file &File);
  SliceEnd query(int64_t Id, LibraryOperand What, int64_t &Answer);
  SliceEnd queryGroups(NetcdfFile &F, LibraryOperand What, int64_t &Answer);
  SliceEnd find(int64_t Id, unsigned What, std::string_view Name,
                int64_t &Answer);
  SliceEnd change(int64_t Id, LibraryOperand What, int64_t To, uint64_t Count);
  SliceEnd read(const SliceAccess &A);
  SliceEnd open(const SliceOpen &O, const char *Name, int64_t &New);

private:
  using Open = std::shared_ptr<NetcdfFile>;

  NetcdfFile *file(int64_t Number) const {
    auto At = Files.find(Number);
    return At != Files.end() ? At->second.get() : nullptr;
  }
  /// Puts it under the slice's own number Last.
  void keep(Open New);
  bool openFile(const char *Name);
  void guess(NetcdfFile &New);
  bool wasOpenedAgain(const SliceOpen &O) const;
  int64_t openAhead(const SliceOpen &O, const char *Name);
  int64_t openBehind(const SliceOpen &O, const char *Name);

  uint64_t Launch = 0;
  LibraryKind Kind = LibraryKind::Netcdf;
  int64_t Last = OwnNumbers;
  std::map<int64_t, Open> Files;
  Open LastOpened;
  /// Files whose headers were not waited for, the oldest first.
  std::deque<Open> Guessed;
  bool MayGuess = true;
  NetcdfRead Next;
};

NetcdfFiles &NetcdfFiles::ofRunner(LibraryKind Kind) {
  using OfLibrary = std::array<NetcdfFiles, 2>;
  static constinit ProcessObject<std::array<OfLibrary, execution::Runners>> All;
  NetcdfFiles &Own = All.get()[execution::runner()][static_cast<size_t>(Kind)];
  if (uint64_t Now = execution::runningNumber(); Own.Launch != Now) {
    Own = {};
    Own.Launch = Now;
    Own.Kind = Kind;
  }
  return Own;
}

void NetcdfFiles::bind(const foreslice_netcdf_file &File) {
  const std::shared_ptr<const OpenedFiles> Are =
      OpenFiles::get().find(File.number);
  if (!Are)
    return;
  for (const OpenedFile &Is : *Are) {
    auto New = std::make_shared<NetcdfFile>(Is.Path);
    New->Kind = Kind;
    New->Records = Is.Records;
    if (Is.Holds)
      New->takeSets(Is);
    Files.try_emplace(Is.Id, std::move(New));
  }
}

void NetcdfFiles::keep(Open New) {
  if (Files.size() >= MostOwn)
    if (auto Oldest = Files.lower_bound(OwnNumbers); Oldest != Files.end())
      Files.erase(Oldest);
  Next.forget();
  New->Kind = Kind;
  Files.emplace(++Last, std::move(New));
}

/// A character of a name, or the 0 behind.
int64_t characterOf(const std::string &Name, uint64_t At) {
  return At < Name.size() ? static_cast<unsigned char>(Name[At]) : 0;
}

/// Of what the slice has found by name.
bool isKnownOfPart(unsigned What) {
  return What == FORESLICE_NETCDF_LENGTH || What == FORESLICE_NETCDF_RANKS ||
         What == FORESLICE_NETCDF_DIMENSION;
}

SliceEnd NetcdfFiles::queryGroups(NetcdfFile &F, LibraryOperand What,
                                  int64_t &Answer) {
  if (What.What == FORESLICE_NETCDF_GROUP_NAME) {
    Answer = characterOf(F.GroupName, What.Part);
    return SliceEnd::Completed;
  }
  const std::vector<std::string> *Groups = F.groups();
  constexpr int LastClassic = 2, Classic5 = 5; // As nc_inq_format() says.
  const int Format = F.contents()->Format;
  if (!Groups && Format > LastClassic && Format != Classic5)
    return SliceEnd::Astray;
  const auto Number = static_cast<size_t>(What.Number);
  if (What.What == FORESLICE_NETCDF_GROUPS) {
    Answer = Groups ? static_cast<int64_t>(Groups->size()) : 0;
    return SliceEnd::Completed;
  }
  Answer = FORESLICE_NETCDF_NO_GROUP;
  if (Groups && Number < Groups->size())
    if (Open Group = F.group((*Groups)[Number])) {
      keep(std::move(Group));
      Answer = Last;
    }
  return SliceEnd::Completed;
}

SliceEnd NetcdfFiles::query(int64_t Id, LibraryOperand What, int64_t &Answer) {
  NetcdfFile *F = file(Id);
  const Contents *In = F ? F->contents() : nullptr;
  // The launch could not find out what it is.
  if (!In)
    return SliceEnd::Astray;
  if (What.What == FORESLICE_NETCDF_GROUPS ||
      What.What == FORESLICE_NETCDF_GROUP ||
      What.What == FORESLICE_NETCDF_GROUP_NAME)
    return queryGroups(*F, What, Answer);
  const auto Number = static_cast<size_t>(What.Number);
  if (F->IsPart && !isKnownOfPart(What.What))
    return SliceEnd::Astray;
  switch (What.What) {
  case FORESLICE_NETCDF_DIMENSIONS:
    Answer = static_cast<int64_t>(In->Dimensions.size());
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_VARIABLES:
    Answer = static_cast<int64_t>(In->Variables.size());
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_ATTRIBUTES:
    Answer = static_cast<int64_t>(In->Attributes);
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_UNLIMITED:
    Answer = In->Unlimited ? int64_t(*In->Unlimited) : -1;
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_FORMAT:
    Answer = In->Format;
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_RECORDS:
    Answer = static_cast<int64_t>(In->RecordBytes);
    return SliceEnd::Completed;
  case FORESLICE_NETCDF_LENGTH:
  case FORESLICE_NETCDF_DIMENSION_NAME: {
    Answer = FORESLICE_NETCDF_NO_DIMENSION;
    if (Number >= In->Dimensions.size())
      return SliceEnd::Completed;
    const Dimension &D = In->Dimensions[Number];
    Answer = What.What == FORESLICE_NETCDF_LENGTH
                 ? static_cast<int64_t>(D.Length)
                 : characterOf(D.Name, What.Part);
    return SliceEnd::Completed;
  }
  default:
    break;
  }
  Answer = FORESLICE_NETCDF_NO_VARIABLE;
  const Variable *V = F->variable(What.Number);
  if (!V)
    return SliceEnd::Completed;
  switch (What.What) {
  case FORESLICE_NETCDF_RANKS:
    Answer = static_cast<int64_t>(V->Dimensions.size());
    break;
  case FORESLICE_NETCDF_DIMENSION:
    Answer = What.Part < V->Dimensions.size() ? V->Dimensions[What.Part] : 0;
    break;
  case FORESLICE_NETCDF_TYPE:
    Answer = V->Type;
    break;
  case FORESLICE_NETCDF_ATTRIBUTES_OF:
    Answer = static_cast<int64_t>(V->Attributes);
    break;
  case FORESLICE_NETCDF_VARIABLE_NAME:
    Answer = characterOf(V->Name, What.Part);
    break;
  default:
    return SliceEnd::Astray;
  }
  return SliceEnd::Completed;
}

/// The number of the element of that name; Else if there is none.
template <class T>
int64_t numberOf(const std::vector<T> &In, std::string_view Name,
                 int64_t Else) {
  auto At = std::ranges::find(In, Name, &T::Name);
  return At != In.end() ? At - In.begin() : Else;
}

SliceEnd NetcdfFiles::find(int64_t Id, unsigned What, std::string_view Name,
                           int64_t &Answer) {
  NetcdfFile *F = file(Id);
  const Contents *In = F ? F->contents() : nullptr;
  if (!In)
    return SliceEnd::Astray;
  if (What == FORESLICE_NETCDF_FIND_GROUP) {
    if (!F->ByHdf5)
      return SliceEnd::Astray;
    Answer = FORESLICE_NETCDF_NO_GROUP;
    if (Open Group = F->group(Name)) {
      keep(std::move(Group));
      Answer = Last;
    }
    return SliceEnd::Completed;
  }
  Answer = What == FORESLICE_NETCDF_FIND_VARIABLE
               ? numberOf(In->Variables, Name, FORESLICE_NETCDF_NO_VARIABLE)
               : numberOf(In->Dimensions, Name, FORESLICE_NETCDF_NO_DIMENSION);
  if (Answer < 0 && F->IsPart)
    Answer = F->findInHdf5(What, Name);
  return SliceEnd::Completed;
}

SliceEnd NetcdfFiles::change(int64_t Id, LibraryOperand What, int64_t To,
                             uint64_t Count) {
  NetcdfFile *F = file(Id);
  return F ? Next.change(*F, What, To, Count) : SliceEnd::Astray;
}

SliceEnd NetcdfFiles::read(const SliceAccess &A) {
  NetcdfFile *F = file(static_cast<int64_t>(A.File));
  return F ? Next.read(*F, A) : SliceEnd::Astray;
}

/// Files of a series look alike: the slice does not wait for the header of one
/// that is as long as the one before. Sees whether that was so of files before,
/// whose headers have come.
void NetcdfFiles::guess(NetcdfFile &New) {
  constexpr size_t MostGuessed = 8;
  if (Guessed.size() > MostGuessed) {
    NetcdfFile &Old = *Guessed.front();
    const std::optional<Contents> Is = Old.header();
    MayGuess = MayGuess && (!Is || Is == Old.Holds);
    Guessed.pop_front();
  }
  if (!LastOpened || !LastOpened->Stream.File)
    return;
  New.postAsOf(*LastOpened);
  if (MayGuess && LastOpened->Holds &&
      New.Stream.size() == LastOpened->Stream.size()) {
    New.takeFrom(*LastOpened);
    New.IsRead = true;
  }
}

/// False if there is no such file.
bool NetcdfFiles::openFile(const char *Name) {
  auto New = std::make_shared<NetcdfFile>(Name);
  New->IsOpened = true;
  New->Stream.MeetsOthers = true;
  makeRoomAhead();
  if (!openNamed(Name, New->Stream.File))
    return false;
  if (New->Stream.File)
    guess(*New);
  LastOpened = New;
  if (New->IsRead)
    Guessed.push_back(New);
  keep(std::move(New));
  return true;
}

/// Opens the file as Mode says, before the program has; an error if that cannot
/// be.
int64_t NetcdfFiles::openAhead(const SliceOpen &O, const char *Name) {
  switch (O.Mode) {
  case FORESLICE_NETCDF_TO_READ:
  case FORESLICE_NETCDF_BY_METHOD:
    return openFile(Name) ? Last : FORESLICE_NETCDF_NO_FILE;
  case FORESLICE_NETCDF_TO_WRITE:
    keep(std::make_shared<NetcdfFile>(""));
    return Last;
  case FORESLICE_NETCDF_AGAIN:
    return wasOpenedAgain(O) ? 0 : FORESLICE_NETCDF_NO_FILE;
  default:
    return FORESLICE_NETCDF_NO_FILE;
  }
}

/// Since the launch.
bool NetcdfFiles::wasOpenedAgain(const SliceOpen &O) const {
  NetcdfFile *F = file(static_cast<int64_t>(O.Of));
  return F && F->IsAgain;
}

/// The program has opened it. What was fetched before is dropped.
int64_t NetcdfFiles::openBehind(const SliceOpen &O, const char *Name) {
  if (O.Mode == FORESLICE_NETCDF_AGAIN) {
    if (NetcdfFile *F = file(static_cast<int64_t>(O.Of)))
      F->IsAgain = true;
    return 0;
  }
  if ((O.Mode == FORESLICE_NETCDF_TO_READ ||
       O.Mode == FORESLICE_NETCDF_BY_METHOD) &&
      openFile(Name))
    return Last;
  keep(std::make_shared<NetcdfFile>(Name));
  return Last;
}

/// The main thread forwards what its call gave, 0 or an error.
SliceEnd NetcdfFiles::open(const SliceOpen &O, const char *Name, int64_t &New) {
  const bool IsScout = execution::isScout();
  if (!IsScout)
    if (SliceEnd End = takeBeforeOpening(); End != SliceEnd::Completed)
      return End;
  New = openAhead(O, Name);
  if (IsScout)
    return SliceEnd::Completed;
  if (New >= 0 && !slice_values::isBehind()) {
    slice_values::goOnWithout(O.Call.site, static_cast<uint64_t>(New));
    return SliceEnd::Completed;
  }
  int64_t Gave = 0;
  // On this thread's stack, which is all the slice's own.
  SliceEnd End =
      slice_values::receive(O.Call.site, &Gave, sizeof Gave, /*Frame=*/0);
  if (End != SliceEnd::Completed)
    return End;
  const auto Error =
      O.Mode == FORESLICE_NETCDF_BY_METHOD ? 0 : static_cast<int32_t>(Gave);
  if (Error)
    New = std::min(Error, -2); // As all errors are.
  else if (New < 0)
    New = openBehind(O, Name);
  return End;
}

template <class WorkFn> SliceEnd attempted(LibraryKind Kind, WorkFn Work) {
  try {
    return Work(NetcdfFiles::ofRunner(Kind));
  } catch (const std::exception &) {
    return SliceEnd::OutOfMemory;
  }
}
/// An entry: what Work, of the slice's files, gives.
template <class WorkFn> void ofSlice(LibraryKind Kind, WorkFn Work) {
  guarded([&] { return attempted(Kind, Work); });
}
/// Of which programs make many for each read.
template <class WorkFn> void ofSliceQuickly(LibraryKind Kind, WorkFn Work) {
  guardedQuickly([&] { return attempted(Kind, Work); });
}

class NetcdfSlices final : public SliceFamily {
public:
  constexpr explicit NetcdfSlices(LibraryKind Kind) : Kind(Kind) {}

  int64_t access(const SliceAccess &A) const override {
    if (!A.needsData() || execution::space())
      ofSlice(Kind, [&](NetcdfFiles &Own) { return Own.read(A); });
    return 0;
  }

  foreslice_handle open(const SliceOpen &O) const override {
    int64_t New = 0;
    if (O.Call.kind == FORESLICE_AT_LAUNCH) {
      ofSlice(Kind, [&](NetcdfFiles &Own) {
        Own.bind(*static_cast<const foreslice_netcdf_file *>(O.To));
        return SliceEnd::Completed;
      });
      return 0;
    }
    char Name[FORESLICE_MAX_NAME];
    // A bad pointer faults here, where the slice is its own.
    foreslice_slice_load_text(Name, O.Name, sizeof Name);
    if (execution::space())
      ofSlice(Kind, [&](NetcdfFiles &Own) { return Own.open(O, Name, New); });
    return static_cast<foreslice_handle>(New);
  }

  int64_t query(const SliceQuery &Q) const override {
    int64_t Answer = 0;
    const auto File = static_cast<int64_t>(Q.Of);
    const LibraryOperand What(static_cast<uint64_t>(Q.What));
    if (!Q.Name) {
      ofSliceQuickly(Kind, [&](NetcdfFiles &Own) {
        return Own.query(File, What, Answer);
      });
      return Answer;
    }
    char Name[FORESLICE_MAX_NAME];
    foreslice_slice_load_text(Name, Q.Name, sizeof Name);
    if (execution::space())
      ofSlice(Kind, [&](NetcdfFiles &Own) {
        return Own.find(File, What.What, Name, Answer);
      });
    return Answer;
  }

  int64_t move(const SliceMove &M) const override {
    ofSliceQuickly(Kind, [&](NetcdfFiles &Own) {
      return Own.change(static_cast<int64_t>(M.File), LibraryOperand(M.By),
                        M.To, M.Of);
    });
    return 0;
  }

private:
  const LibraryKind Kind;
};

} // namespace

void addNetcdfFamilies() {
  static constexpr NetcdfSlices Serial(LibraryKind::Netcdf),
      Parallel(LibraryKind::Pnetcdf);
  SliceFamily::add(FORESLICE_FAMILY_NETCDF, Serial);
  SliceFamily::add(FORESLICE_FAMILY_PNETCDF, Parallel);
}

} // namespace foreslice
