// The methods of netcdf-methods.h, over the library of C. Built apart.
#include "netcdf-methods.h"

#include <netcdf.h>
#include <stdexcept>

static void check(int error) {
  if (error)
    throw std::runtime_error(nc_strerror(error));
}

namespace netCDF {

NcGroup::NcGroup() : nullObject(true), myId(-1) {}
NcGroup::~NcGroup() {}
NcVar NcGroup::getVar(const std::string &name, Location) const {
  NcVar v;
  v.groupId = myId;
  v.nullObject = nc_inq_varid(myId, name.c_str(), &v.myId) != 0;
  return v;
}
NcDim NcGroup::getDim(const std::string &name, Location) const {
  NcDim d;
  d.groupId = myId;
  d.nullObject = nc_inq_dimid(myId, name.c_str(), &d.myId) != 0;
  return d;
}

NcFile::NcFile() {}
NcFile::NcFile(const std::string &filePath, FileMode fMode) {
  open(filePath, fMode);
}
void NcFile::open(const std::string &filePath, FileMode fMode) {
  check(
      nc_open(filePath.c_str(), fMode == write ? NC_WRITE : NC_NOWRITE, &myId));
  nullObject = false;
}
void NcFile::close() {
  if (!nullObject)
    nc_close(myId);
  nullObject = true;
}
NcFile::~NcFile() { close(); }

NcDim::NcDim() : nullObject(true), myId(-1), groupId(-1) {}
NcDim::NcDim(const NcDim &d) = default;
NcDim &NcDim::operator=(const NcDim &d) = default;
size_t NcDim::getSize() const {
  size_t length = 0;
  check(nc_inq_dimlen(groupId, myId, &length));
  return length;
}

NcVar::NcVar() : nullObject(true), myId(-1), groupId(-1) {}
NcVar::NcVar(const NcVar &v) = default;
NcVar &NcVar::operator=(const NcVar &v) = default;
int NcVar::getDimCount() const {
  int dimensions = 0;
  check(nc_inq_varndims(groupId, myId, &dimensions));
  return dimensions;
}
NcDim NcVar::getDim(int i) const {
  std::vector<int> numbers(getDimCount());
  check(nc_inq_vardimid(groupId, myId, numbers.data()));
  NcDim d;
  d.nullObject = false;
  d.groupId = groupId;
  d.myId = numbers.at(i);
  return d;
}
void NcVar::getVar(int *to) const { check(nc_get_var_int(groupId, myId, to)); }
void NcVar::getVar(const std::vector<size_t> &index, signed char *to) const {
  check(nc_get_var1_schar(groupId, myId, index.data(), to));
}
void NcVar::getVar(const std::vector<size_t> &start,
                   const std::vector<size_t> &count, int *to) const {
  check(nc_get_vara_int(groupId, myId, start.data(), count.data(), to));
}
void NcVar::getVar(const std::vector<size_t> &start,
                   const std::vector<size_t> &count,
                   const std::vector<ptrdiff_t> &stride, short *to) const {
  check(nc_get_vars_short(groupId, myId, start.data(), count.data(),
                          stride.data(), to));
}

} // namespace netCDF
