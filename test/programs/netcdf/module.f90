! Reads by the procedures of the module netcdf: whole variables by name, parts by
! start, count, stride and map, of which each may be left out, into arrays of all
! kinds, with sections that have gaps as data and as places. Each loop has a variable of its own.
! The module is built apart, then so that the link has its source.
! REQUIRES: netcdf, flang
! RUN: mkdir -p %t.module && cd %t.module && %foreslice-flang -fno-prefetch-slice -O1 -c %S/Inputs/netcdf-module.f90 -o netcdf.o
! RUN: %check-program --flag=-I%t.module --flag=%t.module/netcdf.o --expect 'reads_posted>=200' --expect 'hits>=250' --expect 'missed<=10'
! RUN: cd %t.module && %foreslice-flang -fprefetch-slice -O1 -c %S/Inputs/netcdf-module.f90 -o sliced.o
! RUN: %check-program --slices 2 --flag=-fprefetch-slice-whole-program --flag=-I%t.module --flag=%t.module/sliced.o --expect 'reads_posted>=200' --expect 'hits>=250' --expect 'missed<=10'
module state
  use netcdf
  implicit none
  integer, parameter :: width = 1024, height = 16, steps = 16, loops = 8
  type reader
    integer :: file = 0, variable = 0
    real, allocatable :: row(:)
    real, pointer :: other(:)
  end type
  integer :: file, variable, variables(loops)
  real, allocatable :: field(:, :)
  real(8) :: total = 0
contains
  subroutine check(error)
    integer, intent(in) :: error
    if (error /= nf90_noerr) then
      print '(A)', trim(nf90_strerror(error))
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
  type(reader) :: r
  real :: wide(2 * width, height)
  integer :: i
  character(len=16) :: name
  call make_file()
  call check(nf90_open('data', nf90_nowrite, file))
  do i = 1, loops
    write (name, '(A,I0)') 'steps', i
    call check(nf90_inq_varid(file, name, variables(i)))
  end do
  allocate(field(width, height), r%row(width), r%other(width))
  r%file = file
  r%variable = variables(6)
  variable = variables(5)
  call whole(file)
  call start_only(file, variables(1))
  call strided(file, variables(2))
  call mapped(file, variables(3))
  call sections(file, variables(4))
  call of_module()
  call components(r)
  call dummies(variables(7), wide(1:2 * width:2, :))
  call scalars_and_texts(file, variables(8))
  call check(nf90_close(file))
  print '(F24.4)', total
contains

  subroutine make_file()
    integer :: file, dimensions(4), variables(loops), numbers(steps), lines, i, t, x, y
    character(len=32) :: name
    character(len=4096) :: line
    real :: plane(width, height)
    call check(nf90_create('data', nf90_clobber, file))
    call check(nf90_def_dim(file, 'x', width, dimensions(1)))
    call check(nf90_def_dim(file, 'y', height, dimensions(2)))
    call check(nf90_def_dim(file, 'time', nf90_unlimited, dimensions(3)))
    call check(nf90_def_dim(file, 'letter', len(line), dimensions(4)))
    do i = 1, loops
      write (name, '(A,I0)') 'steps', i
      call check(nf90_def_var(file, name, nf90_float, dimensions(:3), variables(i)))
    end do
    call check(nf90_def_var(file, 'lines', nf90_char, dimensions(4:3:-1), lines))
    do t = 1, steps
      write (name, '(A,I3.3)') 'plane', t
      call check(nf90_def_var(file, name, nf90_float, dimensions(:2), numbers(t)))
    end do
    call check(nf90_put_att(file, variables(1), 'units', 'K'))
    call check(nf90_enddef(file))
    do t = 1, steps
      do y = 1, height
        plane(:, y) = [(real(3 * t + y + mod(x, 7)), x = 1, width)]
      end do
      do i = 1, loops
        call check(nf90_put_var(file, variables(i), plane + i, start=[1, 1, t]))
      end do
      call check(nf90_put_var(file, numbers(t), plane))
      line = repeat(char(48 + mod(t, 40)), len(line))
      call check(nf90_put_var(file, lines, line, start=[1, t]))
    end do
    call check(nf90_close(file))
  end subroutine
end program

subroutine whole(file)
  use state, only: check, add, width, height, steps, nf90_inq_varid, nf90_get_var
  implicit none
  integer, intent(in) :: file
  integer :: t, variable
  character(len=16) :: name
  real :: plane(width, height)
  do t = 1, steps
    write (name, '(A,I3.3)') 'plane', t
    call check(nf90_inq_varid(file, name, variable))
    call check(nf90_get_var(file, variable, plane))
    call add(sum(real(plane, 8)), t)
  end do
end subroutine

subroutine start_only(file, variable)
  use state, only: check, add, width, height, nf90_inquire, nf90_inquire_dimension, nf90_get_var
  implicit none
  integer, intent(in) :: file, variable
  integer :: t, records, dimension, start(3)
  real :: plane(width, height)
  call check(nf90_inquire(file, unlimiteddimid=dimension))
  call check(nf90_inquire_dimension(file, dimension, len=records))
  start = 1
  do t = 1, records
    start(3) = t
    call check(nf90_get_var(file, variable, plane, start))
    call add(sum(real(plane, 8)), t)
  end do
end subroutine

subroutine strided(file, variable)
  use state, only: check, add, width, height, steps, nf90_get_var
  implicit none
  integer, intent(in) :: file, variable
  integer :: t
  real(8) :: part(width / 2, height / 4, 1)
  do t = steps, 1, -1
    call check(nf90_get_var(file, variable, part, [1, 2, t], [width / 2, height / 4, 1], [2, 4, 1]))
    call add(sum(part), t)
  end do
end subroutine

subroutine mapped(file, variable)
  use state, only: check, add, width, height, steps, nf90_get_var
  implicit none
  integer, intent(in) :: file, variable
  integer :: t
  real :: turned(height, width)
  do t = 1, steps
    call check(nf90_get_var(file, variable, turned, start=[1, 1, t], count=[width, height, 1], &
                            map=[height, 1, width * height]))
    call add(sum(real(turned(3, :), 8)), t)
  end do
end subroutine

subroutine sections(file, variable)
  use state, only: check, add, width, height, steps, nf90_get_var
  implicit none
  integer, intent(in) :: file, variable
  integer :: t, places(steps, 3), counts(6)
  real :: planes(2 * width, height, 3)
  planes = 0
  places = 1
  counts = [width, 0, height, 0, 1, 0]
  places(:, 3) = [(mod(7 * t, steps) + 1, t = 1, steps)]
  do t = 1, steps
    call check(nf90_get_var(file, variable, planes(::2, :, 2), start=places(t, :), count=counts(::2)))
    call add(sum(real(planes(:, 5, 2), 8)), t)
  end do
end subroutine

subroutine of_module()
  use state
  implicit none
  integer :: t, status
  do t = 1, steps
    status = nf90_get_var(file, variable, field, start=[1, 1, t], count=[width, height, 1])
    if (status /= nf90_noerr) then
      call check(status)
    end if
    call add(sum(real(field, 8)), t)
  end do
end subroutine

subroutine components(r)
  use state
  implicit none
  type(reader), intent(inout) :: r
  integer :: t
  do t = 1, steps
    call check(nf90_get_var(r%file, r%variable, r%row, start=[1, 4, t], count=[width, 1, 1]))
    call check(nf90_get_var(r%file, r%variable, r%other, start=[1, 8, t], count=[width, 1, 1]))
    call add(sum(real(r%row * r%other, 8)), t)
  end do
end subroutine

subroutine dummies(of, plane)
  use state
  implicit none
  integer, intent(in) :: of
  real, intent(inout) :: plane(width, height)
  integer :: t
  integer(8) :: row(width)
  do t = 1, steps
    call check(nf90_get_var(file, of, plane, [1, 1, t]))
    call check(nf90_get_var(file, of, row, [1, 3, t]))
    call add(sum(real(plane(:, 7), 8)) + sum(row), t)
  end do
end subroutine

subroutine scalars_and_texts(file, variable)
  use state, only: check, add, steps, nf90_inq_varid, nf90_get_var
  implicit none
  integer, intent(in) :: file, variable
  integer :: t, one, lines
  real :: other
  character(len=4096) :: line
  character(len=2048) :: parts(2)
  call check(nf90_inq_varid(file, 'lines', lines))
  do t = 1, steps
    call check(nf90_get_var(file, variable, one, [7, 3, t]))
    call check(nf90_get_var(file, variable, other, [8, 16, t]))
    call check(nf90_get_var(file, lines, line, [1, t]))
    call check(nf90_get_var(file, lines, parts, [1, t], [2048, 1]))
    call add(one * real(other, 8) + ichar(line(9:9)) * t + ichar(parts(1)(77:77)), t)
  end do
end subroutine
