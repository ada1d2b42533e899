! A file for stream access: at places that are computed, at places that the file
! tells, one item behind the other, and behind the end. The file is large and has
! a hole.
! RUN: %check-program --mpi none --expect 'hits>=10' --expect 'dependent_reads>=1'
program stream
  implicit none
  integer, parameter :: words = 10000, parts = 30
  integer(8), parameter :: far = 3221225472_8
  real(8) :: part(words), s
  real(4) :: few(3, 4)
  integer(8) :: place(parts), size
  integer :: unit, i, status

  open (newunit=unit, file='data', access='stream', form='unformatted', status='new')
  do i = 1, parts
    part = i
    place(i) = 1001 + int(mod(i * 13, parts), 8) * (8 * words + 24)
    write (unit, pos=place(i)) part
  end do
  write (unit, pos=1) place
  few = 2.5
  write (unit, pos=far) few, few
  close (unit)

  s = 0
  open (newunit=unit, file='data', access='stream', form='unformatted', status='old', action='read')
  inquire (unit=unit, size=size)
  do i = 1, parts
    read (unit, pos=1001 + (i - 1) * (8 * words + 24)) part
    s = s + part(1) * i
    call pause
  end do
  rewind (unit)
  read (unit) place
  do i = 1, parts, 2
    read (unit, pos=place(i)) part(1:words:2)
    s = s + part(3) * i
    call pause
  end do
  read (unit, pos=far) few(2, :), few(:, 2:3)
  s = s + sum(few)
  do i = 1, 10
    read (unit, iostat=status) few
    if (status /= 0) exit
  end do
  inquire (unit=unit, pos=place(1))
  print *, s, i, is_iostat_end(status), size
  close (unit)
contains
  include 'pause.inc'
end program
