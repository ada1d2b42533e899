// The bodies that the pass has for functions of libraries do what the
// libraries' do. Linked into a program, they stand before the library's.
// RUN: %real-clangxx -std=c++20 -O1 -fsanitize=address,undefined \
// RUN:   -fno-sanitize=vptr %s %source-dir/passes/copy/library/bodies.cpp -o %t
// RUN: %t
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#define CHECK_THAT(CONDITION)                                                  \
  if (!(CONDITION))                                                            \
  return __LINE__ % 255

static int sets(std::mt19937 &Random) {
  for (int Round = 0; Round < 100; ++Round) {
    std::set<int> Set;
    std::vector<int> Sorted;
    for (int Step = 0; Step < 300; ++Step) {
      int Key = Random() % 200;
      auto At = std::lower_bound(Sorted.begin(), Sorted.end(), Key);
      bool Has = At != Sorted.end() && *At == Key;
      if (Random() % 5 < 3) {
        CHECK_THAT(Set.insert(Key).second == !Has);
        if (!Has)
          Sorted.insert(At, Key);
      } else {
        CHECK_THAT(Set.erase(Key) == Has);
        if (Has)
          Sorted.erase(At);
      }
      CHECK_THAT(
          std::equal(Set.begin(), Set.end(), Sorted.begin(), Sorted.end()));
      CHECK_THAT(
          std::equal(Set.rbegin(), Set.rend(), Sorted.rbegin(), Sorted.rend()));
    }
    while (!Set.empty())
      Set.erase(Set.begin());
  }
  return 0;
}

static int lists(std::mt19937 &Random) {
  std::list<int> A, B;
  for (int I = 0; I < 100; ++I)
    A.push_back(Random() % 50);
  B.splice(B.begin(), A, A.begin(), std::next(A.begin(), 40));
  A.sort();
  B.sort();
  A.merge(B);
  CHECK_THAT(A.size() == 100 && std::is_sorted(A.begin(), A.end()));
  A.unique();
  A.remove(A.front());
  CHECK_THAT(A.size() < 100);
  return 0;
}

static int tables() {
  std::unordered_map<std::string, int> Table;
  for (int I = 0; I < 5000; ++I)
    Table["name " + std::to_string(I)] = I;
  for (int I = 0; I < 5000; I += 2)
    Table.erase("name " + std::to_string(I));
  for (int I = 0; I < 5000; ++I)
    CHECK_THAT(Table.count("name " + std::to_string(I)) == I % 2);
  return 0;
}

static int texts() {
  for (const char *Text : {"", "a", "a name"}) {
    char *Copy = strdup(Text), *Part = strndup(Text, 3);
    CHECK_THAT(std::string(Copy) == Text);
    CHECK_THAT(std::string(Part) == std::string(Text).substr(0, 3));
    char All[16] = "an";
    CHECK_THAT(strncat(All, Text, 4) == All);
    CHECK_THAT(All == "an" + std::string(Text).substr(0, 4));
    free(Copy);
    free(Part);
  }
  return 0;
}

void sortStably(void *, size_t, size_t,
                int (*)(const void *, const void *)) __asm__("qsort.body");

static int sorts(std::mt19937 &Random) {
  using Pair = std::pair<int, int>;
  auto Compare = [](const void *A, const void *B) {
    return static_cast<const Pair *>(A)->first -
           static_cast<const Pair *>(B)->first;
  };
  for (int Count = 0; Count < 100; ++Count) {
    std::vector<Pair> Pairs;
    for (int I = 0; I < Count; ++I)
      Pairs.emplace_back(Random() % 30, I);
    std::vector<Pair> Sorted = Pairs;
    std::stable_sort(
        Sorted.begin(), Sorted.end(),
        [](const Pair &A, const Pair &B) { return A.first < B.first; });
    sortStably(Pairs.data(), Pairs.size(), sizeof(Pair), Compare);
    CHECK_THAT(Pairs == Sorted);
  }
  return 0;
}

int main() {
  std::mt19937 Random(1);
  if (int Line = texts())
    return Line;
  if (int Line = sorts(Random))
    return Line;
  if (int Line = sets(Random))
    return Line;
  if (int Line = lists(Random))
    return Line;
  return tables();
}
