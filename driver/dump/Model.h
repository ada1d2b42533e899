//===- Model.h - what a slice record says ---------------------------------===//
//
// Slice records as the formats of foreslice-dump want them: every number in
// range, every field there. docs/dump.md describes the record.
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

/// A record that cannot be read; the text says why.
struct BadRecord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Line 0 if it is not known.
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

/// Instructions of the slice that have one place in the source.
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

/// Where the main thread and the slice come together.
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
  /// Of Start and Length, if they are known.
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
  Reason Why; ///< If it is not sliced.
  // If it is:
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
  Place Region; ///< Of the slice that prefetches it.
  Reason Why;   ///< If none does.
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

  /// "solver.c:12:5"; "an unknown place" where it is not known.
  std::string describe(const Place &Where) const;
};

/// Throws BadRecord if Json is not a record.
Record readModel(const nlohmann::json &Json);

/// One file that was given, and its records.
struct Input {
  std::string Name;
  std::vector<nlohmann::json> Json;
  std::vector<Record> Records;
  std::string IR; ///< The slice functions, where they were asked for.
};

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_MODEL_H
