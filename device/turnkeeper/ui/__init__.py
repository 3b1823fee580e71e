"""What the glass shows: pages as plain text, and their drawing on one bit a pixel.  Pure."""
