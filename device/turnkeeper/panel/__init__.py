"""The front of the box: buttons, knob, lamps, buzzer, display and serial ports.

The only package that imports gpiozero, luma and pyserial. Nothing here knows a battle: gestures go
out through a callable that only puts them on the daemon's queue, and what is to be seen or heard
comes in as whole wanted states (an image, a pattern of lamps) or as a cue.

    contacts.py   PURE: edges and times in; presses, holds, stuck contacts and steps of the knob out
    pins.py       one pin had, or one sentence that says why not
    inputs.py     the pins of the buttons and the knob; their callbacks only enqueue
    lamps.py      the lamps, written where they changed
    buzzer.py     a short pattern for each cue
    frames.py     PURE: an image packed as the controllers keep it, and where two frames differ
    oled.py       luma's drivers, made to send only what changed
    buses.py      the display's real bus, I2C or SPI
    display.py    the display's own thread: newest frame wins, errors heal
    port.py       one serial port and its thread
    bell.py       what wakes that thread
    ports.py      all of them, and how they are found

Importing one of them costs only what it uses itself, so the first picture need not wait for the
pins: display.py imports luma in its own thread.
"""
