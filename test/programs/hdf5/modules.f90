! Reads by the procedures of HDF5's modules: rows and blocks with strides by hyperslabs,
! points, whole datasets by name, by h5ltread too, records of a table, and a file
! a step. The modules are
! built apart.
! REQUIRES: flang
! RUN: mkdir -p %t.module && cd %t.module && %foreslice-flang -fno-prefetch-slice -O1 -c %S/Inputs/hdf5-modules.f90 -o hdf5.o
! RUN: %check-modules --expect 'reads_posted>=250' --expect 'hits>=180' --expect 'missed<=40' --expect 'files_opened_ahead>=8'
module state
  use hdf5
  implicit none
  integer, parameter :: width = 1024, height = 16, steps = 16, loops = 3, files = 10
  real(8) :: total = 0
contains
  subroutine check(error)
    integer, intent(in) :: error
    if (error < 0) then
      print *, 'error'
      stop 91
    end if
  end subroutine
  ! Computes, so that the slice gets ahead.
  subroutine add(term, t)
    real(8), intent(in) :: term
    integer, intent(in) :: t
    total = total + term * t
    if (mod(t, 8) == 4) call pause
  end subroutine
  include 'pause.inc'
end module

program modules
  use state
  implicit none
  integer(hid_t) :: file
  integer :: error
  call h5open_f(error)
  call make_files()
  call h5fopen_f('data', h5f_acc_rdonly_f, file, error)
  call check(error)
  call rows(file)
  call blocks(file)
  call points(file)
  call whole(file)
  call records(file)
  call h5fclose_f(file, error)
  call series()
  print '(F24.4)', total
  call remove_files()
contains

  ! They have the time at which they were made.
  subroutine remove_files()
    interface
      integer(c_int) function unlink(name) bind(c)
        use, intrinsic :: iso_c_binding
        character(c_char), intent(in) :: name(*)
      end function
    end interface
    integer :: t, error
    character(len=16) :: name
    error = unlink('data'//c_null_char)
    do t = 1, files
      write (name, '(A,I2.2)') 'data.', t
      error = unlink(trim(name)//c_null_char)
    end do
  end subroutine

  subroutine make_files()
    integer(hid_t) :: file, set, space, plane
    integer(hsize_t) :: lengths(3), start(3), count(3)
    integer :: error, t, i, x, y
    real :: values(width, height)
    character(len=32) :: name
    call h5fcreate_f('data', h5f_acc_trunc_f, file, error)
    call check(error)
    lengths = [width, height, steps]
    count = [width, height, 1]
    call h5screate_simple_f(3, lengths, space, error)
    call h5screate_simple_f(2, lengths, plane, error)
    do i = 1, loops
      write (name, '(A,I0)') 'steps', i
      call h5dcreate_f(file, name, h5t_native_real, space, set, error)
      call check(error)
      do t = 1, steps
        do y = 1, height
          values(:, y) = [(real(3 * t + y + i + mod(x, 7)), x = 1, width)]
        end do
        start = [0, 0, t - 1]
        call h5sselect_hyperslab_f(space, h5s_select_set_f, start, count, error)
        call h5dwrite_f(set, h5t_native_real, values, lengths, error, plane, space)
        call check(error)
      end do
      call h5dclose_f(set, error)
    end do
    do t = 1, 2 * steps
      write (name, '(A,I3.3)') 'plane', t
      call h5dcreate_f(file, name, h5t_native_real, plane, set, error)
      values = t
      call h5dwrite_f(set, h5t_native_real, values, lengths, error)
      call h5dclose_f(set, error)
    end do
    call make_table_in(file)
    call h5fclose_f(file, error)
    do t = 1, files
      write (name, '(A,I2.2)') 'data.', t
      call h5fcreate_f(name, h5f_acc_trunc_f, file, error)
      call h5dcreate_f(file, 'plane', h5t_native_real, plane, set, error)
      values = 2 * t
      call h5dwrite_f(set, h5t_native_real, values, lengths, error)
      call h5dclose_f(set, error)
      call h5fclose_f(file, error)
    end do
  end subroutine

  subroutine make_table_in(file)
    interface
      integer(c_int) function make_table(title, in, name, fields, rows, bytes, names, places, types, chunk, fill, compress, from) &
          bind(c, name='H5TBmake_table')
        import
        character(c_char), intent(in) :: title(*), name(*)
        integer(hid_t), value :: in
        integer(hsize_t), value :: fields, rows, chunk
        integer(size_t), value :: bytes
        type(c_ptr), intent(in) :: names(*)
        integer(size_t), intent(in) :: places(*)
        integer(hid_t), intent(in) :: types(*)
        type(c_ptr), value :: fill
        integer(c_int), value :: compress
        real(4), intent(in) :: from(*)
      end function
    end interface
    integer(hid_t), intent(in) :: file
    character(len=2), target :: x
    real(4), allocatable :: rows(:)
    integer :: error, i
    allocate(rows(width * height * steps))
    rows = [(real(mod(i, 977)), i = 1, size(rows))]
    x = 'x'//c_null_char
    error = make_table('t'//c_null_char, file, 'table'//c_null_char, 1_hsize_t, int(size(rows), hsize_t), 4_size_t, [c_loc(x)], &
                       [0_size_t], [h5t_native_real], int(width * height, hsize_t), c_null_ptr, 0_c_int, rows)
    call check(error)
  end subroutine
end program

subroutine records(file)
  use state
  use h5tb
  implicit none
  integer(hid_t), intent(in) :: file
  integer(hsize_t) :: start, count
  integer :: error, t
  real(4) :: part(width * height)
  count = size(part)
  do t = 0, steps - 1
    start = t * count
    call h5tbread_field_name_f(file, 'table', 'x', start, count, 4_size_t, part, error)
    call check(error)
    call add(sum(real(part, 8)), t)
  end do
end subroutine

subroutine rows(file)
  use state
  implicit none
  integer(hid_t), intent(in) :: file
  integer(hid_t) :: set, space, memory
  integer(hsize_t) :: lengths(3), limits(3), start(3), count(3)
  integer :: error, t, ranks
  real, allocatable :: values(:, :)
  call h5dopen_f(file, 'steps1', set, error)
  call check(error)
  call h5dget_space_f(set, space, error)
  call h5sget_simple_extent_ndims_f(space, ranks, error)
  call h5sget_simple_extent_dims_f(space, lengths, limits, error)
  allocate(values(lengths(1), lengths(2)))
  call h5screate_simple_f(ranks - 1, lengths, memory, error)
  start = 0
  count = [lengths(1), lengths(2), 1_hsize_t]
  do t = 1, int(lengths(ranks))
    start(3) = t - 1
    call h5sselect_hyperslab_f(space, h5s_select_set_f, start, count, error)
    call h5dread_f(set, h5t_native_real, values, lengths, error, memory, space)
    call check(error)
    call add(sum(real(values, 8)), t)
  end do
  call h5sclose_f(memory, error)
  call h5sclose_f(space, error)
  call h5dclose_f(set, error)
end subroutine

! Two columns of each four, of the last step first.
subroutine blocks(file)
  use state
  implicit none
  integer(hid_t), intent(in) :: file
  integer(hid_t) :: set, space, memory
  integer(hsize_t) :: lengths(1), start(3), count(3), stride(3), part(3)
  integer :: error, t
  real, target :: values(width * height / 2)
  type(c_ptr) :: place
  place = c_loc(values)
  lengths = size(values)
  call h5dopen_f(file, 'steps2', set, error)
  call h5dget_space_f(set, space, error)
  call h5screate_simple_f(1, lengths, memory, error)
  count(1) = width / 4
  count(2) = height
  count(3) = 1
  stride(1) = 4
  stride(2) = 1
  stride(3) = 1
  part(1) = 2
  part(2) = 1
  part(3) = 1
  do t = steps, 1, -1
    start(1) = 1
    start(2) = 0
    start(3) = t - 1
    call h5sselect_hyperslab_f(space, h5s_select_set_f, start, count, error, stride, part)
    call h5dread_f(set, h5t_native_real, place, error, memory, space)
    call check(error)
    call add(sum(real(values, 8)), t)
  end do
  call h5dclose_f(set, error)
end subroutine

! Two of a step.
subroutine points(file)
  use state
  implicit none
  integer(hid_t), intent(in) :: file
  integer(hid_t) :: set, space, memory
  integer(hsize_t) :: places(3, 2), two(1)
  integer :: error, t, values(2)
  two = 2
  call h5dopen_f(file, 'steps3', set, error)
  call h5dget_space_f(set, space, error)
  call h5screate_simple_f(1, two, memory, error)
  do t = 1, steps
    places(1, 1) = t
    places(2, 1) = 3
    places(3, 1) = t
    places(1, 2) = width
    places(2, 2) = height
    places(3, 2) = t
    call h5sselect_elements_f(space, h5s_select_set_f, 3, 2_size_t, places, error)
    call h5dread_f(set, h5t_native_integer, values, two, error, memory, space)
    call check(error)
    call add(real(values(1) * values(2), 8), t)
  end do
  call h5dclose_f(set, error)
end subroutine

subroutine whole(file)
  use state
  use h5lt
  implicit none
  integer(hid_t), intent(in) :: file
  integer(hid_t) :: set
  integer(hsize_t) :: lengths(2)
  integer :: error, t
  character(len=16) :: name
  real :: values(width, height)
  lengths(1) = width
  lengths(2) = height
  do t = 1, steps
    write (name, '(A,I3.3)') 'plane', 2 * t
    call h5dopen_f(file, trim(name), set, error)
    call check(error)
    call h5dread_f(set, h5t_native_real, values, lengths, error)
    call h5dclose_f(set, error)
    call add(sum(real(values, 8)), t)
    write (name, '(A,I3.3)') 'plane', 2 * t - 1
    call h5ltread_dataset_float_f(file, name, values, lengths, error)
    call check(error)
    call add(sum(real(values, 8)), t)
  end do
end subroutine

subroutine series()
  use state
  implicit none
  integer(hid_t) :: file, set
  integer(hsize_t) :: lengths(2)
  integer :: error, t
  character(len=16) :: name
  real :: values(width, height)
  lengths(1) = width
  lengths(2) = height
  do t = 1, files
    write (name, '(A,I2.2)') 'data.', t
    call h5fopen_f(name, h5f_acc_rdonly_f, file, error)
    call check(error)
    call h5dopen_f(file, 'plane', set, error)
    call h5dread_f(set, h5t_native_real, values, lengths, error)
    call check(error)
    call add(sum(real(values, 8)), t)
    call h5dclose_f(set, error)
    call h5fclose_f(file, error)
  end do
end subroutine
