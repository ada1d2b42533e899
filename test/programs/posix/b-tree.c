// Keys are looked up in a B-tree on disk, node by node: where a node is, its
// parent says.
// RUN: %check-program --slices 1 --expect 'dependent_reads>=20' --expect 'hits>=1'
#include "posix.h"

enum {
  Node = 4096,
  Fan = 24,
  Leaves = Fan * Fan,
  Keys = Leaves * 64,
  Lookups = 150
};

struct node {
  uint32_t count, leaf;
  uint32_t key[500];   // the first of each child, or those of a leaf
  uint32_t child[500]; // numbers of nodes, or values
};

static struct node node;

static void writeNode(int fd, uint32_t number) {
  if (pwrite(fd, &node, sizeof node, (off_t)number * Node) != sizeof node)
    exit(2);
}

/// Node 0 is the root, then come its children, then the leaves in no order.
static void makeTree(const char *name) {
  int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
  node.count = Fan;
  for (uint32_t c = 0; c < Fan; c++)
    node.key[c] = c * Fan * 64, node.child[c] = 1 + c;
  writeNode(fd, 0);
  for (uint32_t n = 0; n < Fan; n++) {
    for (uint32_t c = 0; c < Fan; c++)
      node.key[c] = (n * Fan + c) * 64,
      node.child[c] = 1 + Fan + (n * Fan + c) * 7 % Leaves;
    writeNode(fd, 1 + n);
  }
  node.leaf = 1;
  node.count = 64;
  for (uint32_t l = 0; l < Leaves; l++) {
    for (uint32_t k = 0; k < 64; k++)
      node.key[k] = l * 64 + k, node.child[k] = l * 977 + k;
    writeNode(fd, 1 + Fan + l * 7 % Leaves);
  }
  close(fd);
}

static uint32_t place(uint32_t key) {
  uint32_t low = 0, high = node.count;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (node.key[middle] <= key)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static uint32_t lookUp(int fd, uint32_t key) {
  uint32_t at = 0;
  for (;;) {
    if (pread(fd, &node, sizeof node, (off_t)at * Node) != sizeof node)
      exit(3);
    uint32_t found = node.child[place(key)];
    if (node.leaf)
      return found;
    at = found;
  }
}

int main(void) {
  makeTree("tree");
  int fd = open("tree", O_RDONLY);
  uint64_t d = DIGEST_START;
  uint32_t key = 1;
  for (int i = 0; i < Lookups; i++) {
    uint32_t value = lookUp(fd, key % Keys);
    d = digest(d, &value, sizeof value);
    key = key * 1664525 + 1013904223;
  }
  close(fd);
  result(d);
}
