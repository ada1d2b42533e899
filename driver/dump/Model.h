//===- Model.h - the contents of a slice record ---------------------------===//
//
// Slice records in the form needed by foreslice-dump's formats: every number in
// range, every field present. docs/dump.md describes the record.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_MODEL_H
#define FORESLICE_DRIVER_DUMP_MODEL_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace foreslice::dump {

/// An unreadable record, with the reason as text.
struct BadRecord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Line 0 if unknown.
struct Place {
  size_t File = 0;
  uint64_t Line = 0, Column = 0;

  explicit operator bool() const { return Line != 0; }
  bool operator==(const Place &) const = default;
};

struct SourceFile {
  std::string Name, Folder, MD5;
};

struct Reason {
  std::string Id, Why, Advice;
  Place Where;
};

/// Instructions of the slice at one place in the source.
struct Statement {
  Place Position;
  std::string Function, Does;
  std::string IO; ///< "read", "other" for other file accesses, or "".
  std::vector<Place> InlinedAt;
};

struct Dependence {
  size_t Needed, User;
  std::string How;
};

struct Object {
  std::string Name, Class;
  uint64_t Bytes;
};

struct RenamedStore {
  Place At;
  std::string Name, To;
};

/// A place where main thread and slice meet.
struct Point {
  std::string Call, Kind;
  Place At;
  std::vector<std::string> Parts;
};

struct Nest {
  std::string Counter, Iterations;
  Place At;
};

struct Term {
  int64_t Coefficient;
  std::vector<std::string> Factors;
};

struct Access {
  std::string Call, File, Start, Length, Trace, Pattern;
  /// Terms of Start and Length, if known.
  std::optional<std::vector<Term>> StartTerms, LengthTerms;
  Place At;
  std::vector<std::string> Facts;
  std::vector<Nest> Loops;
};

struct ReadBehind {
  std::string Call;
  Place At, Write;
  uint64_t Iterations;
};

struct SlicedRead {
  std::string Call;
  Place At;
  bool Waits;
};

struct Region {
  std::string Function, Kind;
  Place At;
  bool Sliced;
  Reason Why; ///< Of a region without a slice.
  // Of a sliced region:
  Place Launch;
  std::string Scheme, Slice;
  uint64_t Kept = 0, Instructions = 0, LaunchBytes = 0, Scouts = 0;
  std::vector<Place> Guesses;
  std::vector<ReadBehind> Behind;
  std::vector<Object> Objects;
  std::vector<std::string> LiveIns;
  std::vector<RenamedStore> Renamed;
  std::vector<SlicedRead> Reads;
  std::vector<Point> Points;
  std::vector<Access> Accesses;
  std::vector<Statement> Statements;
  std::vector<Dependence> Dependences;
};

/// A read call of the program.
struct Read {
  std::string Call, Function;
  Place At;
  bool Sliced;
  Place Region; ///< The region of the prefetching slice.
  Reason Why;   ///< Of a read without a slice.
  /// The dataset, and what is read of the dataset; empty if unknown.
  std::string Object, Selection;

  /// "H5Dread of a hyperslab of 2 dimensions of dataset 'rows'".
  std::string title() const {
    return Call + (Selection.empty() ? "" : " of " + Selection) +
           (Object.empty() ? "" : " of " + Object);
  }
};

struct ByPointer {
  std::string Call, Function, Advice;
  Place At;
};

struct Record {
  std::string Module;
  std::vector<SourceFile> Files;
  std::vector<Region> Regions;
  std::vector<Read> Reads;
  std::vector<ByPointer> Pointers;
  std::vector<std::string> LeftOut;
  /// Modules whose records this record stands for.
  std::vector<std::string> Instead;

  /// "solver.c:12:5"; "an unknown place" if unknown.
  std::string describe(const Place &Where) const;
};

/// Throws BadRecord if Json is not a record.
Record readModel(const nlohmann::json &Json);

/// One input file, with the records inside.
struct Input {
  std::string Name;
  std::vector<nlohmann::json> Json;
  std::vector<Record> Records;
  std::string IR; ///< The slice functions, if asked for.
};

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_MODEL_H
