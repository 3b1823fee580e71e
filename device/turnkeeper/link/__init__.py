"""The link: one serial line between the box and a pod, without a port and without a clock.

Two ends, `box.BoxEnd` and `pod.PodEnd`, take bytes and the time in, and give events and bytes out.
Whoever owns a port moves the bytes. The same files run on the Pico under MicroPython, so nothing
here uses more of Python than it has.

A frame is one line of printable ASCII, `!<number> <VERB> <words>*<CRC-32>`, at most 80 bytes with
its LF: `!42 ROLL d20 17*249DAD47`. Text, since 0x03 is Ctrl-C to MicroPython and since a person at
a terminal can then be the pod (`hand`).

From a pod; all but PONG in the order of their numbers, and repeated until acknowledged:

    !<boot> HELLO id=<id> boot=<boot> proto=1 keys=<n> dice=<n> lamps=<n>
                                   who it is and what it has; what it has none of is left out
    !<n> ROLL d<sides> <face>      a die has come to rest; the face as it was keyed in
    !<n> PRESS <key> <age>         a key, from 1, went down so many milliseconds ago
    !<n> RELEASE <key> <age>       and came up
    !<m> PONG <boot> <next n>      answers the HELLO or PING whose number is m

From the box; none is repeated for its own sake, since the next second says it all again:

    !<m> HELLO                     who is there? HELLO and PONG are to answer
    !<m> PING                      are you there? PONG is to answer
    !<m> ACK <n>                   the box has n on the card: go on to the next
    !<m> LAMPS <0 or 1 for each>   all lamps as they shall be
    !<m> ASK d<sides>              this die is awaited; `ASK none`: none is

Typed by a person: `~HAND ON`, `~ROLL d10 7`, `~HAND OFF`, without a CRC, answered in words.

**Once, and in order.** A pod sends its next roll or press only when the one before is acknowledged,
so one is on its way at a time; a box takes only the number after the last it took, acknowledges
again whatever is older, and takes nothing else. Were the order kept by the box alone, from a pod
that sends ahead, the box would have to hold what came too early and both ends to agree on how much;
one at a time costs one round trip a press, some milliseconds, at a table where people press.

**Numbers begin at `boot`**, which a pod draws anew at each start (1 to 9,999,999): HELLO has
that number, the first roll or press the one after. So a late frame, or a late acknowledgement, from
before a restart is never taken for one of now, though frames carry no name.

**A HELLO is believed when it is answered for now.** A late HELLO could bring back a pod's former
life. So the box asks (HELLO, with a number never used before) and takes up with the pod when a PONG
with that number comes from the same boot; the PONG also tells where the pod's numbers stand.
"""
