! Reads each dataset of a file in a callback, by the name of its link: upwards in
! the file itself, and downwards in a group by its name. The modules are built apart.
! REQUIRES: flang
! RUN: mkdir -p %t.module && cd %t.module && %foreslice-flang -fno-prefetch-slice -O1 -c %S/Inputs/hdf5-modules.f90 -o hdf5.o
! RUN: %check-modules --expect 'reads_posted>=60' --expect 'hits>=40' --expect 'missed<=20'
module state
  use hdf5
  implicit none
  integer, parameter :: width = 1024, height = 16, planes = 32
  real(8) :: total = 0
  integer :: visits = 0
contains
  ! Reads the plane of that name, and computes, so that the slice gets ahead.
  integer(c_int) function read_plane(group, name, info, data) bind(c)
    integer(hid_t), value :: group
    character(c_char), intent(in) :: name(*)
    type(c_ptr), value :: info, data
    character(len=8) :: text
    integer(hid_t) :: set
    integer(hsize_t) :: lengths(2)
    real :: plane(width, height)
    integer :: i, error
    read_plane = 0
    if (name(1) /= 'p') return
    text = ' '
    do i = 1, len(text)
      if (name(i) == c_null_char) exit
      text(i:i) = name(i)
    end do
    lengths = [width, height]
    call h5dopen_f(group, text, set, error)
    if (error < 0) then
      read_plane = -1
      return
    end if
    call h5dread_f(set, h5t_native_real, plane, lengths, error)
    call h5dclose_f(set, error)
    visits = visits + 1
    total = total + sum(real(plane, 8)) * visits
    if (mod(visits, 8) == 4) call pause
  end function
  include 'pause.inc'
end module

program links
  use state
  implicit none
  integer(hid_t) :: file
  integer :: error
  call h5open_f(error)
  call make_file()
  call h5fopen_f('data', h5f_acc_rdonly_f, file, error)
  call upwards(file)
  call downwards(file)
  call h5fclose_f(file, error)
  print '(I0,F24.4)', visits, total
  call remove_file()
contains
  subroutine upwards(file)
    integer(hid_t), intent(in) :: file
    integer(hsize_t) :: next
    integer :: result, error
    next = 0
    call h5literate_f(file, h5_index_name_f, h5_iter_inc_f, next, c_funloc(read_plane), c_null_ptr, result, error)
    if (error /= 0 .or. result /= 0) stop 91
  end subroutine

  subroutine downwards(file)
    integer(hid_t), intent(in) :: file
    integer(hsize_t) :: next
    integer :: result, error
    next = 0
    call h5literate_by_name_f(file, 'inner', h5_index_name_f, h5_iter_dec_f, next, c_funloc(read_plane), c_null_ptr, &
                              result, error)
    if (error /= 0 .or. result /= 0) stop 92
  end subroutine

  subroutine make_file()
    interface
      integer(hid_t) function c_gcreate(in, name, links, creation, access) bind(c, name='H5Gcreate2')
        import
        integer(hid_t), value :: in, links, creation, access
        character(c_char), intent(in) :: name(*)
      end function
      integer(c_int) function c_gclose(group) bind(c, name='H5Gclose')
        import
        integer(hid_t), value :: group
      end function
    end interface
    integer(hid_t) :: file, group
    integer :: error
    call h5fcreate_f('data', h5f_acc_trunc_f, file, error)
    call make_planes(file, 1)
    group = c_gcreate(file, 'inner'//c_null_char, 0_hid_t, 0_hid_t, 0_hid_t)
    call make_planes(group, 3)
    error = c_gclose(group)
    call h5fclose_f(file, error)
  end subroutine

  subroutine make_planes(in, factor)
    integer(hid_t), intent(in) :: in
    integer, intent(in) :: factor
    integer(hid_t) :: set, plane
    integer(hsize_t) :: lengths(2)
    real :: values(width, height)
    character(len=8) :: name
    integer :: t, error
    lengths = [width, height]
    call h5screate_simple_f(2, lengths, plane, error)
    do t = 1, planes
      write (name, '(A,I3.3)') 'plane', t
      call h5dcreate_f(in, name, h5t_native_real, plane, set, error)
      values = t * factor
      call h5dwrite_f(set, h5t_native_real, values, lengths, error)
      call h5dclose_f(set, error)
    end do
  end subroutine

  ! The file has the time at which it was made.
  subroutine remove_file()
    interface
      integer(c_int) function unlink(name) bind(c)
        import
        character(c_char), intent(in) :: name(*)
      end function
    end interface
    integer :: error
    error = unlink('data'//c_null_char)
  end subroutine
end program
