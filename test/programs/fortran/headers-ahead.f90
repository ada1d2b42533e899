! The first record of each file says how long the others are: the slice waits for
! that, while its scout goes from file to file, and reads the first records.
! RUN: %check-program --mpi none --expect 'files_opened_ahead>=15' --expect 'hits>=10' --expect 'found>=80'
! RUN: %foreslice-flang -O2 -fprefetch-slice -I%source-dir/test/programs/Inputs \
! RUN:   -Rpass=prefetch-slice -c %s -o %t.o 2>&1 | FileCheck %s
! CHECK: remark: {{.*}}waits for the data of 1 read; fetches ahead of that what does not depend on it; opens files ahead
program headers_ahead
  implicit none
  integer, parameter :: files = 25
  integer :: i, k, n
  real(8), allocatable :: x(:)
  real(8) :: s
  do i = 1, files
    allocate (x(9000 + i))
    x = i
    open (unit=1, file=name(i), form='unformatted', status='new')
    write (1) size(x)
    do k = 1, 3
      write (1) x
    end do
    close (1)
    deallocate (x)
  end do

  s = 0
  do i = 1, files
    open (unit=1, file=name(i), form='unformatted', status='old', action='read')
    read (1) n
    allocate (x(n))
    do k = 1, 3
      read (1) x
      s = s + sum(x)
    end do
    close (1)
    deallocate (x)
    call pause
  end do
  print *, s
contains
  include 'pause.inc'
  function name(i)
    integer, intent(in) :: i
    character(len=16) :: name
    write (name, '(A,I4.4)') 'part', i
  end function
end program
