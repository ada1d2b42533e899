! The modules of HDF5, as far as the programs here use them: procedures of the
! names and interfaces that the library's documentation has, over the library of
! C. So flang makes the calls of them that it makes of the library's own modules.
module h5global
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: hid_t = c_int64_t, hsize_t = c_long_long, hssize_t = c_long_long, size_t = c_size_t
  integer :: h5f_acc_rdonly_f, h5f_acc_trunc_f, h5s_select_set_f, h5s_select_or_f
  integer :: h5_index_name_f, h5_iter_inc_f, h5_iter_dec_f
  integer(hid_t) :: h5t_native_real, h5t_native_integer, h5s_all_f, h5p_default_f
contains
  ! In the order of C.
  function turned(from, ranks) result(to)
    integer, intent(in) :: ranks
    integer(hsize_t), intent(in) :: from(ranks)
    integer(hsize_t) :: to(ranks)
    to = from(ranks:1:-1)
  end function
end module

module h5lib
  use h5global
  implicit none
  integer(hid_t), bind(c, name='H5T_NATIVE_FLOAT_g') :: c_native_float
  integer(hid_t), bind(c, name='H5T_NATIVE_INT_g') :: c_native_int
  interface
    integer(c_int) function c_open() bind(c, name='H5open')
      import
    end function
  end interface
contains
  subroutine h5open_f(error)
    integer, intent(out) :: error
    error = c_open()
    h5f_acc_rdonly_f = 0
    h5f_acc_trunc_f = 2
    h5s_select_set_f = 0
    h5s_select_or_f = 1
    h5_index_name_f = 0
    h5_iter_inc_f = 0
    h5_iter_dec_f = 1
    h5s_all_f = 0
    h5p_default_f = 0
    h5t_native_real = c_native_float
    h5t_native_integer = c_native_int
  end subroutine
end module

module h5f
  use h5global
  implicit none
  interface
    integer(hid_t) function c_fopen(name, flags, access) bind(c, name='H5Fopen')
      import
      character(c_char), intent(in) :: name(*)
      integer(c_int), value :: flags
      integer(hid_t), value :: access
    end function
    integer(hid_t) function c_fcreate(name, flags, creation, access) bind(c, name='H5Fcreate')
      import
      character(c_char), intent(in) :: name(*)
      integer(c_int), value :: flags
      integer(hid_t), value :: creation, access
    end function
    integer(c_int) function c_fclose(file) bind(c, name='H5Fclose')
      import
      integer(hid_t), value :: file
    end function
  end interface
contains
  subroutine h5fopen_f(name, access_flags, file_id, hdferr, access_prp)
    character(*), intent(in) :: name
    integer, intent(in) :: access_flags
    integer(hid_t), intent(out) :: file_id
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: access_prp
    file_id = c_fopen(trim(name)//c_null_char, access_flags, 0_hid_t)
    hdferr = merge(-1, 0, file_id < 0)
  end subroutine
  subroutine h5fcreate_f(name, access_flags, file_id, hdferr, creation_prp, access_prp)
    character(*), intent(in) :: name
    integer, intent(in) :: access_flags
    integer(hid_t), intent(out) :: file_id
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: creation_prp, access_prp
    file_id = c_fcreate(trim(name)//c_null_char, access_flags, 0_hid_t, 0_hid_t)
    hdferr = merge(-1, 0, file_id < 0)
  end subroutine
  subroutine h5fclose_f(file_id, hdferr)
    integer(hid_t), intent(in) :: file_id
    integer, intent(out) :: hdferr
    hdferr = c_fclose(file_id)
  end subroutine
end module

module h5d
  use h5global
  implicit none
  interface
    integer(hid_t) function c_dopen(in, name, access) bind(c, name='H5Dopen2')
      import
      integer(hid_t), value :: in, access
      character(c_char), intent(in) :: name(*)
    end function
    integer(hid_t) function c_dcreate(in, name, of_type, space, links, creation, access) bind(c, name='H5Dcreate2')
      import
      integer(hid_t), value :: in, of_type, space, links, creation, access
      character(c_char), intent(in) :: name(*)
    end function
    integer(hid_t) function c_dget_space(set) bind(c, name='H5Dget_space')
      import
      integer(hid_t), value :: set
    end function
    integer(c_int) function c_dclose(set) bind(c, name='H5Dclose')
      import
      integer(hid_t), value :: set
    end function
    integer(c_int) function c_dread(set, of_type, memory, space, transfer, to) bind(c, name='H5Dread')
      import
      integer(hid_t), value :: set, of_type, memory, space, transfer
      type(c_ptr), value :: to
    end function
    integer(c_int) function c_dwrite(set, of_type, memory, space, transfer, from) bind(c, name='H5Dwrite')
      import
      integer(hid_t), value :: set, of_type, memory, space, transfer
      type(*), intent(in) :: from(*)
    end function
  end interface
contains
  subroutine h5dopen_f(loc_id, name, dset_id, hdferr, dapl_id)
    integer(hid_t), intent(in) :: loc_id
    character(*), intent(in) :: name
    integer(hid_t), intent(out) :: dset_id
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: dapl_id
    dset_id = c_dopen(loc_id, trim(name)//c_null_char, 0_hid_t)
    hdferr = merge(-1, 0, dset_id < 0)
  end subroutine
  subroutine h5dcreate_f(loc_id, name, type_id, space_id, dset_id, hdferr, dcpl_id, lcpl_id, dapl_id)
    integer(hid_t), intent(in) :: loc_id, type_id, space_id
    character(*), intent(in) :: name
    integer(hid_t), intent(out) :: dset_id
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: dcpl_id, lcpl_id, dapl_id
    dset_id = c_dcreate(loc_id, trim(name)//c_null_char, type_id, space_id, 0_hid_t, 0_hid_t, 0_hid_t)
    hdferr = merge(-1, 0, dset_id < 0)
  end subroutine
  subroutine h5dget_space_f(dataset_id, dataspace_id, hdferr)
    integer(hid_t), intent(in) :: dataset_id
    integer(hid_t), intent(out) :: dataspace_id
    integer, intent(out) :: hdferr
    dataspace_id = c_dget_space(dataset_id)
    hdferr = merge(-1, 0, dataspace_id < 0)
  end subroutine
  ! Of an address.
  subroutine h5dread_ptr(dset_id, mem_type_id, buf, hdferr, mem_space_id, file_space_id, xfer_prp)
    integer(hid_t), intent(in) :: dset_id, mem_type_id
    type(c_ptr), intent(inout) :: buf
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    hdferr = c_dread(dset_id, mem_type_id, valued(mem_space_id), valued(file_space_id), valued(xfer_prp), buf)
  end subroutine
  integer(hid_t) function valued(handle)
    integer(hid_t), optional, intent(in) :: handle
    valued = 0
    if (present(handle)) valued = handle
  end function
  subroutine h5dclose_f(dset_id, hdferr)
    integer(hid_t), intent(in) :: dset_id
    integer, intent(out) :: hdferr
    hdferr = c_dclose(dset_id)
  end subroutine
end module

module h5s
  use h5global
  implicit none
  interface
    integer(hid_t) function c_screate_simple(ranks, lengths, limits) bind(c, name='H5Screate_simple')
      import
      integer(c_int), value :: ranks
      integer(hsize_t), intent(in) :: lengths(*)
      type(c_ptr), value :: limits
    end function
    integer(c_int) function c_sclose(space) bind(c, name='H5Sclose')
      import
      integer(hid_t), value :: space
    end function
    integer(c_int) function c_ndims(space) bind(c, name='H5Sget_simple_extent_ndims')
      import
      integer(hid_t), value :: space
    end function
    integer(c_int) function c_dims(space, lengths, limits) bind(c, name='H5Sget_simple_extent_dims')
      import
      integer(hid_t), value :: space
      integer(hsize_t), intent(out) :: lengths(*), limits(*)
    end function
    integer(c_int) function c_select(space, how, start, stride, count, block) bind(c, name='H5Sselect_hyperslab')
      import
      integer(hid_t), value :: space
      integer(c_int), value :: how
      integer(hsize_t), intent(in) :: start(*), stride(*), count(*), block(*)
    end function
    integer(c_int) function c_select_points(space, how, points, places) bind(c, name='H5Sselect_elements')
      import
      integer(hid_t), value :: space
      integer(c_int), value :: how
      integer(size_t), value :: points
      integer(hsize_t), intent(in) :: places(*)
    end function
    integer(c_int) function c_select_all(space) bind(c, name='H5Sselect_all')
      import
      integer(hid_t), value :: space
    end function
  end interface
contains
  subroutine h5screate_simple_f(rank, dims, space_id, hdferr, maxdims)
    integer, intent(in) :: rank
    integer(hsize_t), intent(in) :: dims(rank)
    integer(hid_t), intent(out) :: space_id
    integer, intent(out) :: hdferr
    integer(hsize_t), optional, intent(in) :: maxdims(rank)
    space_id = c_screate_simple(rank, turned(dims, rank), c_null_ptr)
    hdferr = merge(-1, 0, space_id < 0)
  end subroutine
  subroutine h5sclose_f(space_id, hdferr)
    integer(hid_t), intent(in) :: space_id
    integer, intent(out) :: hdferr
    hdferr = c_sclose(space_id)
  end subroutine
  subroutine h5sget_simple_extent_ndims_f(space_id, rank, hdferr)
    integer(hid_t), intent(in) :: space_id
    integer, intent(out) :: rank, hdferr
    rank = c_ndims(space_id)
    hdferr = 0
  end subroutine
  subroutine h5sget_simple_extent_dims_f(space_id, dims, maxdims, hdferr)
    integer(hid_t), intent(in) :: space_id
    integer(hsize_t), intent(out) :: dims(*), maxdims(*)
    integer, intent(out) :: hdferr
    integer(hsize_t) :: lengths(32), limits(32)
    hdferr = c_dims(space_id, lengths, limits)
    dims(:hdferr) = turned(lengths, hdferr)
    maxdims(:hdferr) = turned(limits, hdferr)
  end subroutine
  subroutine h5sselect_hyperslab_f(space_id, operator, start, count, hdferr, stride, block)
    integer(hid_t), intent(in) :: space_id
    integer, intent(in) :: operator
    integer(hsize_t), intent(in) :: start(*), count(*)
    integer, intent(out) :: hdferr
    integer(hsize_t), optional, intent(in) :: stride(:), block(:)
    integer(hsize_t) :: strides(32), blocks(32)
    integer :: ranks
    ranks = c_ndims(space_id)
    strides = 1
    blocks = 1
    if (present(stride)) strides(:ranks) = turned(stride, ranks)
    if (present(block)) blocks(:ranks) = turned(block, ranks)
    hdferr = c_select(space_id, operator, turned(start, ranks), strides, turned(count, ranks), blocks)
  end subroutine
  subroutine h5sselect_elements_f(space_id, operator, rank, num_elements, coord, hdferr)
    integer(hid_t), intent(in) :: space_id
    integer, intent(in) :: operator, rank
    integer(size_t), intent(in) :: num_elements
    integer(hsize_t), intent(in) :: coord(rank, num_elements)
    integer, intent(out) :: hdferr
    hdferr = c_select_points(space_id, operator, num_elements, coord(rank:1:-1, :) - 1)
  end subroutine
  subroutine h5sselect_all_f(space_id, hdferr)
    integer(hid_t), intent(in) :: space_id
    integer, intent(out) :: hdferr
    hdferr = c_select_all(space_id)
  end subroutine
end module

module h5_gen
  use h5d
  implicit none
  interface h5dread_f
    module procedure h5dread_rkind_4_rank_1, h5dread_rkind_4_rank_2, h5dread_ikind_4_rank_1
    procedure h5dread_ptr
  end interface
  interface h5dwrite_f
    module procedure h5dwrite_rkind_4_rank_2
  end interface
contains
  subroutine h5dread_rkind_4_rank_1(dset_id, mem_type_id, buf, dims, hdferr, mem_space_id, file_space_id, xfer_prp)
    integer(hid_t), intent(in) :: dset_id, mem_type_id
    integer(hsize_t), intent(in) :: dims(*)
    real(4), intent(inout), target :: buf(dims(1))
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    hdferr = c_dread(dset_id, mem_type_id, valued(mem_space_id), valued(file_space_id), valued(xfer_prp), c_loc(buf))
  end subroutine
  subroutine h5dread_rkind_4_rank_2(dset_id, mem_type_id, buf, dims, hdferr, mem_space_id, file_space_id, xfer_prp)
    integer(hid_t), intent(in) :: dset_id, mem_type_id
    integer(hsize_t), intent(in) :: dims(*)
    real(4), intent(inout), target :: buf(dims(1), dims(2))
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    hdferr = c_dread(dset_id, mem_type_id, valued(mem_space_id), valued(file_space_id), valued(xfer_prp), c_loc(buf))
  end subroutine
  subroutine h5dread_ikind_4_rank_1(dset_id, mem_type_id, buf, dims, hdferr, mem_space_id, file_space_id, xfer_prp)
    integer(hid_t), intent(in) :: dset_id, mem_type_id
    integer(hsize_t), intent(in) :: dims(*)
    integer(4), intent(inout), target :: buf(dims(1))
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    hdferr = c_dread(dset_id, mem_type_id, valued(mem_space_id), valued(file_space_id), valued(xfer_prp), c_loc(buf))
  end subroutine
  subroutine h5dwrite_rkind_4_rank_2(dset_id, mem_type_id, buf, dims, hdferr, mem_space_id, file_space_id, xfer_prp)
    integer(hid_t), intent(in) :: dset_id, mem_type_id
    integer(hsize_t), intent(in) :: dims(*)
    real(4), intent(in), target :: buf(dims(1), dims(2))
    integer, intent(out) :: hdferr
    integer(hid_t), optional, intent(in) :: mem_space_id, file_space_id, xfer_prp
    hdferr = c_dwrite(dset_id, mem_type_id, valued(mem_space_id), valued(file_space_id), valued(xfer_prp), buf)
  end subroutine
end module

module h5l
  use h5global
  implicit none
  interface
    integer(c_int) function c_literate(in, kind, order, next, op, data) bind(c, name='H5Literate')
      import
      integer(hid_t), value :: in
      integer(c_int), value :: kind, order
      integer(hsize_t), intent(inout) :: next
      type(c_funptr), value :: op
      type(c_ptr), value :: data
    end function
    integer(c_int) function c_literate_by_name(in, name, kind, order, next, op, data, access) &
        bind(c, name='H5Literate_by_name')
      import
      integer(hid_t), value :: in, access
      character(c_char), intent(in) :: name(*)
      integer(c_int), value :: kind, order
      integer(hsize_t), intent(inout) :: next
      type(c_funptr), value :: op
      type(c_ptr), value :: data
    end function
  end interface
contains
  subroutine h5literate_f(group_id, index_type, order, idx, op, op_data, return_value, hdferr)
    integer(hid_t), intent(in) :: group_id
    integer, intent(in) :: index_type, order
    integer(hsize_t), intent(inout) :: idx
    type(c_funptr), intent(in) :: op
    type(c_ptr), intent(in) :: op_data
    integer, intent(out) :: return_value, hdferr
    return_value = c_literate(group_id, index_type, order, idx, op, op_data)
    hdferr = merge(0, -1, return_value >= 0)
  end subroutine
  subroutine h5literate_by_name_f(loc_id, group_name, index_type, order, idx, op, op_data, return_value, hdferr, lapl_id)
    integer(hid_t), intent(in) :: loc_id
    character(*), intent(in) :: group_name
    integer, intent(in) :: index_type, order
    integer(hsize_t), intent(inout) :: idx
    type(c_funptr), intent(in) :: op
    type(c_ptr), intent(in) :: op_data
    integer, intent(out) :: return_value, hdferr
    integer(hid_t), optional, intent(in) :: lapl_id
    return_value = c_literate_by_name(loc_id, trim(group_name)//c_null_char, index_type, order, idx, op, op_data, 0_hid_t)
    hdferr = merge(0, -1, return_value >= 0)
  end subroutine
end module

module h5lt
  use h5d
  implicit none
  interface h5ltread_dataset_float_f
    module procedure h5ltread_dataset_float_kind_4_rank_2
  end interface
contains
  subroutine h5ltread_dataset_float_kind_4_rank_2(loc_id, dset_name, buf, dims, errcode)
    integer(hid_t), intent(in) :: loc_id
    character(*), intent(in) :: dset_name
    integer(hsize_t), intent(in) :: dims(*)
    real(4), intent(inout), target :: buf(dims(1), dims(2))
    integer :: errcode
    integer(hid_t) :: set
    set = c_dopen(loc_id, trim(dset_name)//c_null_char, 0_hid_t)
    errcode = c_dread(set, h5t_native_real, 0_hid_t, 0_hid_t, 0_hid_t, c_loc(buf))
    errcode = c_dclose(set)
  end subroutine
end module

module h5tb
  use h5global
  implicit none
  interface
    integer(c_int) function c_fields(in, name, field, start, count, bytes, places, lengths, to) &
        bind(c, name='H5TBread_fields_name')
      import
      integer(hid_t), value :: in
      character(c_char), intent(in) :: name(*), field(*)
      integer(hsize_t), value :: start, count
      integer(size_t), value :: bytes
      integer(size_t), intent(in) :: places(*), lengths(*)
      type(*) :: to(*)
    end function
  end interface
  interface h5tbread_field_name_f
    module procedure h5tbread_field_name_kind_4_rank_1
  end interface
contains
  subroutine h5tbread_field_name_kind_4_rank_1(loc_id, dset_name, field_name, start, nrecords, type_size, buf, errcode)
    integer(hid_t), intent(in) :: loc_id
    character(len=*), intent(in) :: dset_name, field_name
    integer(hsize_t), intent(in) :: start, nrecords
    integer(size_t), intent(in) :: type_size
    real(4), intent(inout), target :: buf(*)
    integer :: errcode
    integer(size_t) :: place(1), length(1)
    place = 0
    length = type_size
    errcode = c_fields(loc_id, trim(dset_name)//c_null_char, trim(field_name)//c_null_char, start, nrecords, type_size, &
                       place, length, buf)
  end subroutine
end module

module hdf5
  use h5global
  use h5lib
  use h5f
  use h5d
  use h5l
  use h5s
  use h5_gen
end module
