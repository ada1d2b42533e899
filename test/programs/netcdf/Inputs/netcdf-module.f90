! The module netcdf, as far as the programs here use it: procedures of the names
! and interfaces that the library's documentation has, over the library of C. So
! flang makes the calls of them that it makes of the library's own module.
module netcdf
  use, intrinsic :: iso_c_binding
  implicit none
  private
  integer, parameter, public :: nf90_noerr = 0, nf90_einval = -36, nf90_max_name = 256, nf90_max_var_dims = 1024
  integer, parameter, public :: nf90_nowrite = 0, nf90_clobber = 0, nf90_64bit_offset = 512, nf90_netcdf4 = 4096
  integer, parameter, public :: nf90_unlimited = 0, nf90_char = 2, nf90_int = 4, nf90_float = 5, nf90_double = 6
  public :: nf90_open, nf90_create, nf90_close, nf90_enddef, nf90_strerror, nf90_sync
  public :: nf90_def_dim, nf90_def_var, nf90_put_att, nf90_get_att
  public :: nf90_inq_varid, nf90_inq_dimid, nf90_inquire, nf90_inquire_variable, nf90_inquire_dimension
  public :: nf90_inq_grp_ncid, nf90_get_var, nf90_put_var

  interface nf90_def_var
    module procedure nf90_def_var_scalar, nf90_def_var_onedim, nf90_def_var_manydims
  end interface
  interface nf90_put_att
    module procedure nf90_put_att_text
  end interface
  interface nf90_get_att
    module procedure nf90_get_att_text
  end interface
  interface nf90_get_var
    module procedure nf90_get_var_text, nf90_get_var_1d_text, nf90_get_var_fourbyteint, nf90_get_var_fourbytereal, &
      nf90_get_var_1d_fourbyteint, nf90_get_var_1d_eightbyteint, nf90_get_var_1d_fourbytereal, &
      nf90_get_var_2d_fourbytereal, nf90_get_var_3d_eightbytereal
  end interface
  interface nf90_put_var
    module procedure nf90_put_var_text, nf90_put_var_1d_fourbytereal, nf90_put_var_2d_fourbytereal
  end interface

  interface
    integer(c_int) function c_open(path, mode, file) bind(c, name='nc_open')
      import
      character(c_char), intent(in) :: path(*)
      integer(c_int), value :: mode
      integer(c_int), intent(out) :: file
    end function
    integer(c_int) function c_create(path, mode, file) bind(c, name='nc_create')
      import
      character(c_char), intent(in) :: path(*)
      integer(c_int), value :: mode
      integer(c_int), intent(out) :: file
    end function
    integer(c_int) function c_close(file) bind(c, name='nc_close')
      import
      integer(c_int), value :: file
    end function
    integer(c_int) function c_enddef(file) bind(c, name='nc_enddef')
      import
      integer(c_int), value :: file
    end function
    integer(c_int) function c_sync(file) bind(c, name='nc_sync')
      import
      integer(c_int), value :: file
    end function
    type(c_ptr) function c_strerror(error) bind(c, name='nc_strerror')
      import
      integer(c_int), value :: error
    end function
    integer(c_size_t) function c_length(text) bind(c, name='strlen')
      import
      type(c_ptr), value :: text
    end function
    integer(c_int) function c_def_dim(file, name, length, dimension) bind(c, name='nc_def_dim')
      import
      integer(c_int), value :: file
      character(c_char), intent(in) :: name(*)
      integer(c_size_t), value :: length
      integer(c_int), intent(out) :: dimension
    end function
    integer(c_int) function c_def_var(file, name, of_type, ranks, dimensions, variable) bind(c, name='nc_def_var')
      import
      integer(c_int), value :: file, of_type, ranks
      character(c_char), intent(in) :: name(*)
      integer(c_int), intent(in) :: dimensions(*)
      integer(c_int), intent(out) :: variable
    end function
    integer(c_int) function c_put_att_text(file, variable, name, length, text) bind(c, name='nc_put_att_text')
      import
      integer(c_int), value :: file, variable
      character(c_char), intent(in) :: name(*), text(*)
      integer(c_size_t), value :: length
    end function
    integer(c_int) function c_get_att_text(file, variable, name, text) bind(c, name='nc_get_att_text')
      import
      integer(c_int), value :: file, variable
      character(c_char), intent(in) :: name(*)
      character(c_char), intent(inout) :: text(*)
    end function
    integer(c_int) function c_inq_varid(file, name, number) bind(c, name='nc_inq_varid')
      import
      integer(c_int), value :: file
      character(c_char), intent(in) :: name(*)
      integer(c_int), intent(out) :: number
    end function
    integer(c_int) function c_inq_dimid(file, name, number) bind(c, name='nc_inq_dimid')
      import
      integer(c_int), value :: file
      character(c_char), intent(in) :: name(*)
      integer(c_int), intent(out) :: number
    end function
    integer(c_int) function c_inq_grp_ncid(file, name, number) bind(c, name='nc_inq_grp_ncid')
      import
      integer(c_int), value :: file
      character(c_char), intent(in) :: name(*)
      integer(c_int), intent(out) :: number
    end function
    integer(c_int) function c_inq(file, dimensions, variables, attributes, unlimited) bind(c, name='nc_inq')
      import
      integer(c_int), value :: file
      integer(c_int), intent(out) :: dimensions, variables, attributes, unlimited
    end function
    integer(c_int) function c_inq_format(file, number) bind(c, name='nc_inq_format')
      import
      integer(c_int), value :: file
      integer(c_int), intent(out) :: number
    end function
    integer(c_int) function c_inq_dim(file, dimension, name, length) bind(c, name='nc_inq_dim')
      import
      integer(c_int), value :: file, dimension
      character(c_char), intent(out) :: name(*)
      integer(c_size_t), intent(out) :: length
    end function
    integer(c_int) function c_inq_var(file, variable, name, of_type, ranks, dimensions, attributes) &
        bind(c, name='nc_inq_var')
      import
      integer(c_int), value :: file, variable
      character(c_char), intent(out) :: name(*)
      integer(c_int), intent(out) :: of_type, ranks, dimensions(*), attributes
    end function
    integer(c_int) function c_get_text(file, variable, start, counts, strides, to) bind(c, name='nc_get_vars_text')
      import
      integer(c_int), value :: file, variable
      integer(c_size_t), intent(in) :: start(*), counts(*)
      integer(c_ptrdiff_t), intent(in) :: strides(*)
      type(*), intent(inout) :: to(*)
    end function
    integer(c_int) function c_get_int(file, variable, start, counts, strides, places, to) bind(c, name='nc_get_varm_int')
      import
      integer(c_int), value :: file, variable
      integer(c_size_t), intent(in) :: start(*), counts(*)
      integer(c_ptrdiff_t), intent(in) :: strides(*)
      type(c_ptr), value :: places
      type(*), intent(inout) :: to(*)
    end function
    integer(c_int) function c_get_longlong(file, variable, start, counts, strides, places, to) &
        bind(c, name='nc_get_varm_longlong')
      import
      integer(c_int), value :: file, variable
      integer(c_size_t), intent(in) :: start(*), counts(*)
      integer(c_ptrdiff_t), intent(in) :: strides(*)
      type(c_ptr), value :: places
      type(*), intent(inout) :: to(*)
    end function
    integer(c_int) function c_get_float(file, variable, start, counts, strides, places, to) bind(c, name='nc_get_varm_float')
      import
      integer(c_int), value :: file, variable
      integer(c_size_t), intent(in) :: start(*), counts(*)
      integer(c_ptrdiff_t), intent(in) :: strides(*)
      type(c_ptr), value :: places
      type(*), intent(inout) :: to(*)
    end function
    integer(c_int) function c_get_double(file, variable, start, counts, strides, places, to) &
        bind(c, name='nc_get_varm_double')
      import
      integer(c_int), value :: file, variable
      integer(c_size_t), intent(in) :: start(*), counts(*)
      integer(c_ptrdiff_t), intent(in) :: strides(*)
      type(c_ptr), value :: places
      type(*), intent(inout) :: to(*)
    end function
    integer(c_int) function c_put_text(file, variable, start, counts, from) bind(c, name='nc_put_vara_text')
      import
      integer(c_int), value :: file, variable
      integer(c_size_t), intent(in) :: start(*), counts(*)
      type(*), intent(in) :: from(*)
    end function
    integer(c_int) function c_put_float(file, variable, start, counts, from) bind(c, name='nc_put_vara_float')
      import
      integer(c_int), value :: file, variable
      integer(c_size_t), intent(in) :: start(*), counts(*)
      type(*), intent(in) :: from(*)
    end function
  end interface

  ! What is selected of a variable, as C has it: the last dimension first, from 0.
  type selection
    integer(c_size_t) :: start(nf90_max_var_dims), counts(nf90_max_var_dims)
    integer(c_ptrdiff_t) :: strides(nf90_max_var_dims), places(nf90_max_var_dims)
    logical :: is_mapped
  end type

contains

  integer function ranks_of(file, variable) result(ranks)
    integer, intent(in) :: file, variable
    integer :: error, of_type, dimensions(nf90_max_var_dims), attributes
    character(c_char) :: name(nf90_max_name + 1)
    ranks = 0
    error = c_inq_var(file, variable - 1, name, of_type, ranks, dimensions, attributes)
  end function

  ! Extents are of what is given; behind them, a dimension has rest elements.
  function selected(file, variable, extents, rest, start, counts, strides, places) result(to)
    integer, intent(in) :: file, variable, extents(:), rest
    integer, intent(in), optional :: start(:), counts(:), strides(:), places(:)
    type(selection), target :: to
    integer :: ranks, r, d
    ranks = ranks_of(file, variable)
    to%is_mapped = present(places)
    do r = 1, ranks
      d = ranks + 1 - r
      to%start(d) = 0
      if (present(start)) then
        if (r <= size(start)) to%start(d) = start(r) - 1
      end if
      to%counts(d) = rest
      if (r <= size(extents)) to%counts(d) = extents(r)
      if (present(counts)) then
        if (r <= size(counts)) to%counts(d) = counts(r)
      end if
      to%strides(d) = 1
      if (present(strides)) then
        if (r <= size(strides)) to%strides(d) = strides(r)
      end if
      to%places(d) = 0
      if (present(places)) then
        if (r <= size(places)) to%places(d) = places(r)
      end if
    end do
  end function

  type(c_ptr) function places_of(of)
    type(selection), intent(in), target :: of
    places_of = c_null_ptr
    if (of%is_mapped) places_of = c_loc(of%places)
  end function

  integer function nf90_open(path, mode, ncid, chunksize, cache_size, cache_nelems, cache_preemption, comm, info)
    character(*), intent(in) :: path
    integer, intent(in) :: mode
    integer, intent(out) :: ncid
    integer, optional, intent(inout) :: chunksize
    integer, optional, intent(in) :: cache_size, cache_nelems, comm, info
    real, optional, intent(in) :: cache_preemption
    nf90_open = c_open(trim(path)//c_null_char, mode, ncid)
  end function

  integer function nf90_create(path, cmode, ncid, initialsize, chunksize, cache_size, cache_nelems, &
      cache_preemption, comm, info)
    character(*), intent(in) :: path
    integer, intent(in) :: cmode
    integer, intent(out) :: ncid
    integer, optional, intent(in) :: initialsize, cache_size, cache_nelems, cache_preemption, comm, info
    integer, optional, intent(inout) :: chunksize
    nf90_create = c_create(trim(path)//c_null_char, cmode, ncid)
  end function

  integer function nf90_close(ncid)
    integer, intent(in) :: ncid
    nf90_close = c_close(ncid)
  end function

  integer function nf90_enddef(ncid, h_minfree, v_align, v_minfree, r_align)
    integer, intent(in) :: ncid
    integer, optional, intent(in) :: h_minfree, v_align, v_minfree, r_align
    nf90_enddef = c_enddef(ncid)
  end function

  integer function nf90_sync(ncid)
    integer, intent(in) :: ncid
    nf90_sync = c_sync(ncid)
  end function

  function nf90_strerror(ncerr)
    integer, intent(in) :: ncerr
    character(80) :: nf90_strerror
    character(c_char), pointer :: text(:)
    integer :: i
    call c_f_pointer(c_strerror(ncerr), text, [c_length(c_strerror(ncerr))])
    nf90_strerror = ''
    do i = 1, min(80, size(text))
      nf90_strerror(i:i) = text(i)
    end do
  end function

  integer function nf90_def_dim(ncid, name, len, dimid)
    integer, intent(in) :: ncid, len
    character(*), intent(in) :: name
    integer, intent(out) :: dimid
    nf90_def_dim = c_def_dim(ncid, trim(name)//c_null_char, int(len, c_size_t), dimid)
    dimid = dimid + 1
  end function

  integer function nf90_def_var_scalar(ncid, name, xtype, varid)
    integer, intent(in) :: ncid, xtype
    character(*), intent(in) :: name
    integer, intent(out) :: varid
    nf90_def_var_scalar = c_def_var(ncid, trim(name)//c_null_char, xtype, 0, [0], varid)
    varid = varid + 1
  end function

  integer function nf90_def_var_onedim(ncid, name, xtype, dimids, varid)
    integer, intent(in) :: ncid, xtype, dimids
    character(*), intent(in) :: name
    integer, intent(out) :: varid
    nf90_def_var_onedim = nf90_def_var_manydims(ncid, name, xtype, [dimids], varid)
  end function

  integer function nf90_def_var_manydims(ncid, name, xtype, dimids, varid)
    integer, intent(in) :: ncid, xtype, dimids(:)
    character(*), intent(in) :: name
    integer, intent(out) :: varid
    nf90_def_var_manydims = c_def_var(ncid, trim(name)//c_null_char, xtype, size(dimids), &
                                      dimids(size(dimids):1:-1) - 1, varid)
    varid = varid + 1
  end function

  integer function nf90_put_att_text(ncid, varid, name, values)
    integer, intent(in) :: ncid, varid
    character(*), intent(in) :: name, values
    nf90_put_att_text = c_put_att_text(ncid, varid - 1, trim(name)//c_null_char, len(values, c_size_t), values)
  end function

  integer function nf90_get_att_text(ncid, varid, name, values)
    integer, intent(in) :: ncid, varid
    character(*), intent(in) :: name
    character(*), intent(out) :: values
    values = ''
    nf90_get_att_text = c_get_att_text(ncid, varid - 1, trim(name)//c_null_char, values)
  end function

  integer function nf90_inq_varid(ncid, name, varid)
    integer, intent(in) :: ncid
    character(*), intent(in) :: name
    integer, intent(out) :: varid
    nf90_inq_varid = c_inq_varid(ncid, trim(name)//c_null_char, varid)
    varid = varid + 1
  end function

  integer function nf90_inq_dimid(ncid, name, dimid)
    integer, intent(in) :: ncid
    character(*), intent(in) :: name
    integer, intent(out) :: dimid
    nf90_inq_dimid = c_inq_dimid(ncid, trim(name)//c_null_char, dimid)
    dimid = dimid + 1
  end function

  integer function nf90_inq_grp_ncid(ncid, name, grpid)
    integer, intent(in) :: ncid
    character(*), intent(in) :: name
    integer, intent(out) :: grpid
    nf90_inq_grp_ncid = c_inq_grp_ncid(ncid, trim(name)//c_null_char, grpid)
  end function

  integer function nf90_inquire(ncid, ndimensions, nvariables, nattributes, unlimiteddimid, formatnum)
    integer, intent(in) :: ncid
    integer, optional, intent(out) :: ndimensions, nvariables, nattributes, unlimiteddimid, formatnum
    integer :: dimensions, variables, attributes, unlimited
    nf90_inquire = c_inq(ncid, dimensions, variables, attributes, unlimited)
    if (present(ndimensions)) ndimensions = dimensions
    if (present(nvariables)) nvariables = variables
    if (present(nattributes)) nattributes = attributes
    if (present(unlimiteddimid)) unlimiteddimid = merge(unlimited, unlimited + 1, unlimited == -1)
    if (present(formatnum)) nf90_inquire = c_inq_format(ncid, formatnum)
  end function

  integer function nf90_inquire_dimension(ncid, dimid, name, len)
    integer, intent(in) :: ncid, dimid
    character(*), optional, intent(out) :: name
    integer, optional, intent(out) :: len
    character(c_char) :: found(nf90_max_name + 1)
    integer(c_size_t) :: length
    nf90_inquire_dimension = c_inq_dim(ncid, dimid - 1, found, length)
    if (present(name)) call fill(name, found)
    if (present(len)) len = int(length)
  end function

  integer function nf90_inquire_variable(ncid, varid, name, xtype, ndims, dimids, natts, contiguous, chunksizes, &
      deflate_level, shuffle, fletcher32, endianness, cache_size, cache_nelems, cache_preemption)
    integer, intent(in) :: ncid, varid
    character(*), optional, intent(out) :: name
    integer, optional, intent(out) :: xtype, ndims, dimids(:), natts, chunksizes(:), deflate_level, endianness
    integer, optional, intent(out) :: cache_size, cache_nelems, cache_preemption
    logical, optional, intent(out) :: contiguous, shuffle, fletcher32
    character(c_char) :: found(nf90_max_name + 1)
    integer :: of_type, ranks, dimensions(nf90_max_var_dims), attributes
    nf90_inquire_variable = c_inq_var(ncid, varid - 1, found, of_type, ranks, dimensions, attributes)
    if (nf90_inquire_variable /= nf90_noerr) return
    if (present(name)) call fill(name, found)
    if (present(xtype)) xtype = of_type
    if (present(ndims)) ndims = ranks
    if (present(natts)) natts = attributes
    if (present(dimids)) then
      if (size(dimids) < ranks) then
        nf90_inquire_variable = nf90_einval
      else
        dimids(:ranks) = dimensions(ranks:1:-1) + 1
      end if
    end if
  end function

  subroutine fill(to, from)
    character(*), intent(out) :: to
    character(c_char), intent(in) :: from(:)
    integer :: i
    to = ''
    do i = 1, len(to)
      if (from(i) == c_null_char) exit
      to(i:i) = from(i)
    end do
  end subroutine

  integer function nf90_get_var_text(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    character(*), intent(inout) :: values
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, [len(values)], 1, start, count, stride)
    nf90_get_var_text = c_get_text(ncid, varid - 1, s%start, s%counts, s%strides, values)
  end function

  integer function nf90_get_var_1d_text(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    character(*), intent(inout) :: values(:)
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, [len(values), shape(values)], 0, start, count, stride)
    nf90_get_var_1d_text = c_get_text(ncid, varid - 1, s%start, s%counts, s%strides, values)
  end function

  integer function nf90_get_var_fourbyteint(ncid, varid, values, start)
    integer, intent(in) :: ncid, varid
    integer(4), intent(inout) :: values
    integer, intent(in), optional :: start(:)
    integer(4) :: one(1)
    nf90_get_var_fourbyteint = nf90_get_var_1d_fourbyteint(ncid, varid, one, start)
    values = one(1)
  end function

  integer function nf90_get_var_fourbytereal(ncid, varid, values, start)
    integer, intent(in) :: ncid, varid
    real(4), intent(inout) :: values
    integer, intent(in), optional :: start(:)
    real(4) :: one(1)
    nf90_get_var_fourbytereal = nf90_get_var_1d_fourbytereal(ncid, varid, one, start)
    values = one(1)
  end function

  integer function nf90_get_var_1d_fourbyteint(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    integer(4), intent(inout) :: values(:)
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, shape(values), 1, start, count, stride, map)
    nf90_get_var_1d_fourbyteint = c_get_int(ncid, varid - 1, s%start, s%counts, s%strides, places_of(s), values)
  end function

  integer function nf90_get_var_1d_eightbyteint(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    integer(8), intent(inout) :: values(:)
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, shape(values), 1, start, count, stride, map)
    nf90_get_var_1d_eightbyteint = c_get_longlong(ncid, varid - 1, s%start, s%counts, s%strides, places_of(s), values)
  end function

  integer function nf90_get_var_1d_fourbytereal(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    real(4), intent(inout) :: values(:)
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, shape(values), 1, start, count, stride, map)
    nf90_get_var_1d_fourbytereal = c_get_float(ncid, varid - 1, s%start, s%counts, s%strides, places_of(s), values)
  end function

  integer function nf90_get_var_2d_fourbytereal(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    real(4), intent(inout) :: values(:, :)
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, shape(values), 1, start, count, stride, map)
    nf90_get_var_2d_fourbytereal = c_get_float(ncid, varid - 1, s%start, s%counts, s%strides, places_of(s), values)
  end function

  integer function nf90_get_var_3d_eightbytereal(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    real(8), intent(inout) :: values(:, :, :)
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, shape(values), 1, start, count, stride, map)
    nf90_get_var_3d_eightbytereal = c_get_double(ncid, varid - 1, s%start, s%counts, s%strides, places_of(s), values)
  end function

  integer function nf90_put_var_text(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    character(*), intent(in) :: values
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, [len(values)], 1, start, count)
    nf90_put_var_text = c_put_text(ncid, varid - 1, s%start, s%counts, values)
  end function

  integer function nf90_put_var_1d_fourbytereal(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    real(4), intent(in) :: values(:)
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, shape(values), 1, start, count)
    nf90_put_var_1d_fourbytereal = c_put_float(ncid, varid - 1, s%start, s%counts, values)
  end function

  integer function nf90_put_var_2d_fourbytereal(ncid, varid, values, start, count, stride, map)
    integer, intent(in) :: ncid, varid
    real(4), intent(in) :: values(:, :)
    integer, intent(in), optional :: start(:), count(:), stride(:), map(:)
    type(selection) :: s
    s = selected(ncid, varid, shape(values), 1, start, count)
    nf90_put_var_2d_fourbytereal = c_put_float(ncid, varid - 1, s%start, s%counts, values)
  end function
end module
