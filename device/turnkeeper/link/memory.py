"""What a box remembers of each pod, so that nothing that was repeated counts twice.

A pod has one roll or press on its way at a time, so two numbers are enough: the last that was given
to the daemon, and the last that was acknowledged. The memory outlives a port; it is made anew from
the sources in the journal.
"""

from turnkeeper.link.frames import LAST_SEQ, MOST_BOOT, decimal

PODS = 64  # as many starts of pods are remembered; the oldest is forgotten first


class Mark:
    """How far one start of one pod has come: numbers up to *given*, and up to *acked*."""

    __slots__ = ("acked", "boot", "given", "id")

    def __init__(self, id: str, boot: int, number: int) -> None:
        self.id = id
        self.boot = boot
        self.given = number
        self.acked = number

    def reach(self, number: int) -> None:
        """Note that everything up to *number* was taken and acknowledged."""
        self.acked = max(self.acked, number)
        self.given = max(self.given, number)


class Memory:
    """The marks of the pods that were here. Several BoxEnds may share one: a pod may change ports.

    *seen* are `source` texts as the journal kept them, oldest first; what is none of ours, as those
    of hand-entered lines, is passed over.
    """

    def __init__(self, seen: list[str] | tuple[str, ...] = ()) -> None:
        self._marks: list[Mark] = []
        for source in seen:
            parts = source.split("/")
            boot = decimal(parts[1], MOST_BOOT) if len(parts) == 3 else None
            number = decimal(parts[2], LAST_SEQ) if len(parts) == 3 else None
            if boot is not None and number is not None:
                self._remember(parts[0], boot, number)

    def meet(self, id: str, boot: int, following: int) -> Mark:
        """Take up with a pod which says that its next number is *following*: the rest was acked."""
        mark = self.find(id, boot)
        if mark is not None and following < mark.acked:
            # It never said what we have of it: another start drew the same number.
            mark.given = mark.acked = following - 1
        return self._remember(id, boot, following - 1)

    def find(self, id: str, boot: int) -> Mark | None:
        """Give the mark of one start of one pod; None if it was never here, or long ago."""
        # Another port's thread may add a mark meanwhile, so look through a copy.
        for mark in tuple(self._marks):
            if mark.id == id and mark.boot == boot:
                return mark
        return None

    def _remember(self, id: str, boot: int, number: int) -> Mark:
        mark = self.find(id, boot)
        if mark is None:
            mark = Mark(id, boot, number)
            self._marks.append(mark)
            if len(self._marks) > PODS:
                self._marks.pop(0)
        mark.reach(number)
        return mark
