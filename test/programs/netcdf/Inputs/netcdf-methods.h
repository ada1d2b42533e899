// The classes of NetCDF's library in C++, as far as the programs here use them:
// of the names, the interfaces and the members that the library has. So clang
// makes the calls that it makes of the library's own methods.
#ifndef NETCDF_METHODS_H
#define NETCDF_METHODS_H

#include <stddef.h>
#include <string>
#include <vector>

namespace netCDF {

class NcVar;
class NcDim;

class NcGroup {
public:
  enum Location { Current };
  NcGroup();
  virtual ~NcGroup();
  NcVar getVar(const std::string &name, Location location = Current) const;
  NcDim getDim(const std::string &name, Location location = Current) const;

protected:
  bool nullObject;
  int myId;
};

class NcFile : public NcGroup {
public:
  enum FileMode { read, write, replace, newFile };
  NcFile();
  NcFile(const std::string &filePath, FileMode fMode);
  void open(const std::string &filePath, FileMode fMode);
  void close();
  virtual ~NcFile();
};

class NcDim {
public:
  NcDim();
  NcDim(const NcDim &);
  ~NcDim() {}
  NcDim &operator=(const NcDim &);
  size_t getSize() const;

private:
  friend class NcGroup;
  friend class NcVar;
  bool nullObject;
  int myId, groupId;
};

class NcVar {
public:
  NcVar();
  NcVar(const NcVar &);
  ~NcVar() {}
  NcVar &operator=(const NcVar &);
  bool isNull() const { return nullObject; }
  int getDimCount() const;
  NcDim getDim(int i) const;
  void getVar(int *dataValues) const;
  void getVar(const std::vector<size_t> &index, signed char *datumValue) const;
  void getVar(const std::vector<size_t> &startp,
              const std::vector<size_t> &countp, int *dataValues) const;
  void getVar(const std::vector<size_t> &startp,
              const std::vector<size_t> &countp,
              const std::vector<ptrdiff_t> &stridep, short *dataValues) const;

private:
  friend class NcGroup;
  bool nullObject;
  int myId, groupId;
};

} // namespace netCDF

#endif
