! Records of a file for direct access: in a fixed order, and along a chain that
! the records hold. Reads behind the end, of a file that is empty and of one that
! is not there.
! RUN: %check-program --mpi none --expect 'hits>=10' --expect 'dependent_reads>=10'
program direct
  implicit none
  integer, parameter :: words = 9000, records = 40
  integer :: record(words), unit, i, at, status
  integer(8) :: s

  inquire (iolength=i) record
  open (newunit=unit, file='data', access='direct', recl=i, status='new')
  do i = 1, records
    record = [(i * 7 + at, at=1, words)]
    record(5) = mod(i * 11, records + 1)
    write (unit, rec=i) record
  end do
  close (unit)
  open (10, file='empty', status='new')
  close (10)

  s = 0
  open (11, file='data', access='direct', recl=4 * words, status='old', action='read')
  do i = records, 1, -3
    read (11, rec=i) record(:words / 2)
    s = s + sum(int(record(:words / 2), 8)) * i
    call pause
  end do
  at = 1
  do i = 1, records
    read (11, rec=at) record
    s = s + sum(int(record, 8)) * at
    at = record(5)
    call pause
    if (at == 0) exit
  end do
  do i = records - 1, records + 10
    read (11, rec=i, iostat=status) record
    if (status /= 0) exit
    s = s + record(1)
  end do
  print *, s, i, is_iostat_end(status)
  close (11)

  open (12, file='empty', access='direct', recl=4 * words, status='old')
  read (12, rec=1, err=1, iostat=status) record
1 print *, status /= 0
  close (12)
  open (newunit=unit, file='nowhere', access='direct', recl=4, status='old', iostat=status)
  print *, status /= 0
contains
  include 'pause.inc'
end program
