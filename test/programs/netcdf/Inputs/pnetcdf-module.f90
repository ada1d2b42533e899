! The module pnetcdf, as far as the programs here use it: procedures of the names
! and interfaces that the library's documentation has, over the library's functions
! of Fortran 77. So flang makes the calls of them that it makes of the library's
! own module.
module pnetcdf
  use mpi
  implicit none
  private
  integer, parameter, public :: nf90_noerr = 0, nf90_nowrite = 0, nf90_clobber = 0, nf90_float = 5
  integer, parameter :: most = 8
  public :: nf90mpi_open, nf90mpi_create, nf90mpi_close, nf90mpi_enddef, nf90mpi_def_dim, nf90mpi_def_var
  public :: nf90mpi_begin_indep_data, nf90mpi_end_indep_data, nf90mpi_wait_all
  public :: nf90mpi_inq_varid, nf90mpi_inquire_variable, nf90mpi_inquire_dimension
  public :: nf90mpi_get_var, nf90mpi_get_var_all, nf90mpi_iget_var, nf90mpi_get_varn_all, nf90mpi_put_var
  public :: nf90mpi_get_vard_all

  interface nf90mpi_def_var
    module procedure nf90mpi_def_var_manydims
  end interface
  interface nf90mpi_get_var
    module procedure nf90mpi_get_var_fourbytereal, nf90mpi_get_var_1d_fourbytereal
  end interface
  interface nf90mpi_get_var_all
    module procedure nf90mpi_get_var_2d_fourbytereal_all
  end interface
  interface nf90mpi_iget_var
    module procedure nf90mpi_iget_var_1d_fourbytereal
  end interface
  interface nf90mpi_get_varn_all
    module procedure nf90mpi_get_varn_1d_fourbytereal_all
  end interface
  interface nf90mpi_get_vard_all
    module procedure nf90mpi_get_vard_1d_fourbytereal_all
  end interface
  interface nf90mpi_put_var
    module procedure nf90mpi_put_var_1d_fourbytereal
  end interface

  integer, external :: nfmpi_open, nfmpi_create, nfmpi_close, nfmpi_enddef, nfmpi_def_dim, nfmpi_def_var
  integer, external :: nfmpi_begin_indep_data, nfmpi_end_indep_data, nfmpi_wait_all
  integer, external :: nfmpi_inq_varid, nfmpi_inq_varndims, nfmpi_inq_vardimid, nfmpi_inq_dimname, nfmpi_inq_dimlen
  integer, external :: nfmpi_get_vars_real, nfmpi_get_vars_real_all, nfmpi_iget_vars_real, nfmpi_get_varn_real_all
  integer, external :: nfmpi_put_vara_real, nfmpi_get_vard_all

  type selection
    integer(kind=MPI_OFFSET_KIND) :: start(most), counts(most), strides(most)
  end type

contains

  function selected(file, variable, extents, start, counts, strides) result(to)
    integer, intent(in) :: file, variable, extents(:)
    integer(kind=MPI_OFFSET_KIND), intent(in), optional :: start(:), counts(:), strides(:)
    type(selection) :: to
    integer :: error, ranks
    error = nfmpi_inq_varndims(file, variable, ranks)
    to%start = 1
    to%counts = 1
    to%strides = 1
    to%counts(:size(extents)) = extents
    if (present(start)) to%start(:ranks) = start(:ranks)
    if (present(counts)) to%counts(:ranks) = counts(:ranks)
    if (present(strides)) to%strides(:ranks) = strides(:ranks)
  end function

  integer function nf90mpi_open(mpi_comm, path, omode, mpi_info, ncid)
    integer, intent(in) :: mpi_comm, omode, mpi_info
    character(*), intent(in) :: path
    integer, intent(out) :: ncid
    nf90mpi_open = nfmpi_open(mpi_comm, path, omode, mpi_info, ncid)
  end function
  integer function nf90mpi_create(mpi_comm, path, cmode, mpi_info, ncid)
    integer, intent(in) :: mpi_comm, cmode, mpi_info
    character(*), intent(in) :: path
    integer, intent(out) :: ncid
    nf90mpi_create = nfmpi_create(mpi_comm, path, cmode, mpi_info, ncid)
  end function
  integer function nf90mpi_close(ncid)
    integer, intent(in) :: ncid
    nf90mpi_close = nfmpi_close(ncid)
  end function
  integer function nf90mpi_enddef(ncid, h_minfree, v_align, v_minfree, r_align)
    integer, intent(in) :: ncid
    integer(kind=MPI_OFFSET_KIND), optional, intent(in) :: h_minfree, v_align, v_minfree, r_align
    nf90mpi_enddef = nfmpi_enddef(ncid)
  end function
  integer function nf90mpi_begin_indep_data(ncid)
    integer, intent(in) :: ncid
    nf90mpi_begin_indep_data = nfmpi_begin_indep_data(ncid)
  end function
  integer function nf90mpi_end_indep_data(ncid)
    integer, intent(in) :: ncid
    nf90mpi_end_indep_data = nfmpi_end_indep_data(ncid)
  end function
  integer function nf90mpi_def_dim(ncid, name, len, dimid)
    integer, intent(in) :: ncid
    character(*), intent(in) :: name
    integer(kind=MPI_OFFSET_KIND), intent(in) :: len
    integer, intent(out) :: dimid
    nf90mpi_def_dim = nfmpi_def_dim(ncid, name, len, dimid)
  end function
  integer function nf90mpi_def_var_manydims(ncid, name, xtype, dimids, varid)
    integer, intent(in) :: ncid, xtype, dimids(:)
    character(*), intent(in) :: name
    integer, intent(out) :: varid
    nf90mpi_def_var_manydims = nfmpi_def_var(ncid, name, xtype, size(dimids), dimids, varid)
  end function
  integer function nf90mpi_inq_varid(ncid, name, varid)
    integer, intent(in) :: ncid
    character(*), intent(in) :: name
    integer, intent(out) :: varid
    nf90mpi_inq_varid = nfmpi_inq_varid(ncid, name, varid)
  end function
  integer function nf90mpi_inquire_variable(ncid, varid, name, xtype, ndims, dimids, natts)
    integer, intent(in) :: ncid, varid
    character(*), optional, intent(out) :: name
    integer, optional, intent(out) :: xtype, ndims, dimids(:), natts
    integer :: ranks, dimensions(most)
    nf90mpi_inquire_variable = nfmpi_inq_varndims(ncid, varid, ranks)
    if (nf90mpi_inquire_variable == nf90_noerr) &
      nf90mpi_inquire_variable = nfmpi_inq_vardimid(ncid, varid, dimensions)
    if (present(ndims)) ndims = ranks
    if (present(dimids)) dimids(:ranks) = dimensions(:ranks)
  end function
  integer function nf90mpi_inquire_dimension(ncid, dimid, name, len)
    integer, intent(in) :: ncid, dimid
    character(*), optional, intent(out) :: name
    integer(kind=MPI_OFFSET_KIND), optional, intent(out) :: len
    nf90mpi_inquire_dimension = 0
    if (present(name)) nf90mpi_inquire_dimension = nfmpi_inq_dimname(ncid, dimid, name)
    if (present(len)) nf90mpi_inquire_dimension = nfmpi_inq_dimlen(ncid, dimid, len)
  end function

  integer function nf90mpi_get_var_fourbytereal(ncid, varid, buf, start, bufcount, buftype)
    integer, intent(in) :: ncid, varid
    real(4), intent(out) :: buf
    integer(kind=MPI_OFFSET_KIND), target, optional, intent(in) :: start(:)
    integer(kind=MPI_OFFSET_KIND), optional, intent(in) :: bufcount
    integer, optional, intent(in) :: buftype
    type(selection) :: s
    s = selected(ncid, varid, [1], start)
    nf90mpi_get_var_fourbytereal = nfmpi_get_vars_real(ncid, varid, s%start, s%counts, s%strides, buf)
  end function
  integer function nf90mpi_get_var_1d_fourbytereal(ncid, varid, values, start, count, stride, map, bufcount, buftype)
    integer, intent(in) :: ncid, varid
    real(4), intent(inout) :: values(:)
    integer(kind=MPI_OFFSET_KIND), target, optional, intent(in) :: start(:), count(:), stride(:), map(:)
    integer(kind=MPI_OFFSET_KIND), optional, intent(in) :: bufcount
    integer, optional, intent(in) :: buftype
    type(selection) :: s
    s = selected(ncid, varid, shape(values), start, count, stride)
    nf90mpi_get_var_1d_fourbytereal = nfmpi_get_vars_real(ncid, varid, s%start, s%counts, s%strides, values)
  end function
  integer function nf90mpi_get_var_2d_fourbytereal_all(ncid, varid, values, start, count, stride, map, bufcount, buftype)
    integer, intent(in) :: ncid, varid
    real(4), intent(inout) :: values(:, :)
    integer(kind=MPI_OFFSET_KIND), target, optional, intent(in) :: start(:), count(:), stride(:), map(:)
    integer(kind=MPI_OFFSET_KIND), optional, intent(in) :: bufcount
    integer, optional, intent(in) :: buftype
    type(selection) :: s
    s = selected(ncid, varid, shape(values), start, count, stride)
    nf90mpi_get_var_2d_fourbytereal_all = nfmpi_get_vars_real_all(ncid, varid, s%start, s%counts, s%strides, values)
  end function
  integer function nf90mpi_iget_var_1d_fourbytereal(ncid, varid, values, req, start, count, stride, map, bufcount, buftype)
    integer, intent(in) :: ncid, varid
    real(4), intent(inout) :: values(:)
    integer, intent(out) :: req
    integer(kind=MPI_OFFSET_KIND), target, optional, intent(in) :: start(:), count(:), stride(:), map(:)
    integer(kind=MPI_OFFSET_KIND), optional, intent(in) :: bufcount
    integer, optional, intent(in) :: buftype
    type(selection) :: s
    s = selected(ncid, varid, shape(values), start, count, stride)
    nf90mpi_iget_var_1d_fourbytereal = nfmpi_iget_vars_real(ncid, varid, s%start, s%counts, s%strides, values, req)
  end function
  integer function nf90mpi_get_varn_1d_fourbytereal_all(ncid, varid, values, num, start, count)
    integer, intent(in) :: ncid, varid, num
    real(4), intent(inout) :: values(:)
    integer(kind=MPI_OFFSET_KIND), intent(in) :: start(:, :)
    integer(kind=MPI_OFFSET_KIND), optional, intent(in) :: count(:, :)
    nf90mpi_get_varn_1d_fourbytereal_all = nfmpi_get_varn_real_all(ncid, varid, num, start, count, values)
  end function
  integer function nf90mpi_put_var_1d_fourbytereal(ncid, varid, values, start, count, stride, map, bufcount, buftype)
    integer, intent(in) :: ncid, varid
    real(4), intent(in) :: values(:)
    integer(kind=MPI_OFFSET_KIND), target, optional, intent(in) :: start(:), count(:), stride(:), map(:)
    integer(kind=MPI_OFFSET_KIND), optional, intent(in) :: bufcount
    integer, optional, intent(in) :: buftype
    type(selection) :: s
    s = selected(ncid, varid, shape(values), start, count)
    nf90mpi_put_var_1d_fourbytereal = nfmpi_put_vara_real(ncid, varid, s%start, s%counts, values)
  end function
  integer function nf90mpi_wait_all(ncid, num, req, st)
    integer, intent(in) :: ncid, num
    integer, intent(inout) :: req(:)
    integer, intent(out) :: st(:)
    nf90mpi_wait_all = nfmpi_wait_all(ncid, num, req, st)
  end function
  function nf90mpi_get_vard_1d_fourbytereal_all(ncid, varid, filetype, buf, bufcount, buftype)
    integer, intent(in) :: ncid, varid, filetype, buftype
    real(kind=4), intent(out) :: buf(:)
    integer(kind=MPI_OFFSET_KIND), intent(in) :: bufcount
    integer :: nf90mpi_get_vard_1d_fourbytereal_all
    nf90mpi_get_vard_1d_fourbytereal_all = nfmpi_get_vard_all(ncid, varid, filetype, buf, bufcount, buftype)
  end function

end module
