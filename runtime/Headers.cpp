//===- Headers.cpp - what the headers of all rooms are compiled for -------===//
//
// CMakeLists.txt names them.
//
//===----------------------------------------------------------------------===//
