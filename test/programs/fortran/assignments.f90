! What is read comes from vectors that are assigned: by constructors, by a number for
! all, by themselves the other way round, by every second element, of 1 to 8 bytes.
! Without optimisation flang assigns by calls of its run time.
! RUN: %check-program --mpi none --level O0 --expect 'reads_posted>=100' --expect 'hits>=100' --expect 'missed<=6'
! RUN: %check-program --mpi none --expect 'reads_posted>=100' --expect 'hits>=100' --expect 'missed<=6'
program assignments
  implicit none
  integer, parameter :: words = 16384, records = 120
  integer :: record(words), unit, i, at
  integer(8) :: s
  inquire (iolength=i) record
  open (newunit=unit, file='data', access='direct', recl=i, status='new')
  do i = 1, records
    record = [(i * 7 + at, at=1, words)]
    write (unit, rec=i) record
  end do
  close (unit)
  s = 0
  open (11, file='data', access='direct', recl=4 * words, status='old', action='read')
  call read_in_order(s)
  print *, s
  close (11)
contains
  subroutine read_in_order(s)
    integer(8), intent(inout) :: s
    integer :: place(3), other(6), all(2), i
    integer(1) :: bytes(2)
    integer(8) :: longs(2)
    do i = 1, records / 6
      place = [i, records / 6 + i, 2 * records / 6 + i]
      place = place(3:1:-1)
      other = 0
      other(2:6:2) = place
      read (11, rec=other(6)) record
      s = s + sum(int(record, 8)) * place(3)
      read (11, rec=other(4)) record
      s = s + sum(int(record, 8)) * place(2)
      read (11, rec=other(2)) record
      s = s + sum(int(record, 8)) * place(1)
      all = 3 * records / 6 + i
      read (11, rec=all(2)) record
      s = s + sum(int(record, 8)) * i
      bytes = [int(i, 1), int(4 * records / 6, 1)]
      read (11, rec=bytes(1) + bytes(2)) record
      s = s + sum(int(record, 8)) * i
      longs = [5_8 * records / 6, int(i, 8)]
      read (11, rec=longs(1) + longs(2)) record
      s = s + sum(int(record, 8)) * i
      if (mod(i, 4) == 2) call pause
    end do
  end subroutine
  include 'pause.inc'
end program
