! Unformatted records of lengths that differ: to the end of the file, by IOSTAT=
! and by END=, read in part, left out, gone back over, and read again. A record
! tells how many follow.
! RUN: %check-program --mpi none --expect 'hits>=10' --expect 'dependent_reads>=5'
program sequential
  implicit none
  integer, parameter :: most = 20000, records = 39
  integer :: unit, i, n, status
  real(8) :: x(most)
  integer(8) :: s

  open (newunit=unit, file='data', form='unformatted', status='new')
  do i = 1, records
    n = 1000 * mod(i * 7, 20)
    x = i
    write (unit) n
    write (unit) x(:n)
  end do
  close (unit)
  open (10, file='empty', form='unformatted', status='new')
  close (10)

  s = 0
  open (newunit=unit, file='data', form='unformatted', status='old', action='read')
  do
    read (unit, iostat=status) n
    if (status /= 0) exit
    read (unit) x(:n)
    s = s + n + int(x(1))
    call pause
  end do
  print *, s, is_iostat_end(status)
  backspace (unit)
  backspace (unit)
  read (unit) x(1:2)
  s = s + int(x(2))
  rewind (unit)
  do i = 1, records
    read (unit, end=1) n
    if (mod(i, 3) == 0) then
      read (unit)
    else
      read (unit) x(1:min(n, 10))
    end if
    s = s + n
  end do
  read (unit, end=1) n
  s = -1
1 print *, s, i
  close (unit)
  open (11, file='empty', form='unformatted', status='old')
  read (11, iostat=status) n
  print *, is_iostat_end(status)
  close (11)
contains
  include 'pause.inc'
end program
