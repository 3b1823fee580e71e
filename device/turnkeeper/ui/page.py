"""A page: what the display shows, as plain text that a person can read in a test.

A page says what is shown and what matters in it, never where the pixels go: `draw` fits it to the
display at hand.  What a page may rely on, whatever the size of the display:

* The rows are as large as goes, on one line or on several; rather than much smaller they are
  shown without the foot, rather than cut without the top, and rather than cut with words broken.
* Where the rows are still too many, the marked one stays in view, whole; its neighbours take one
  line each, shortened with an ellipsis if they must, and arrows say that there is more.
* An alert is always shown.
"""

from dataclasses import dataclass
from typing import Literal, Self

from turnkeeper.errors import RuleFault

Size = Literal["small", "big", "huge"]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a page.

    A line 128 pixels wide holds 21 characters of small text, 16 of big, and of a name alone 4 at
    32 pixels and 10 at 24; a Chinese character takes 16 pixels, or 32 at the largest size.

    `size`: "small" is 12 pixels high; "big" is bold and up to 16; "huge" is bold and as large as
    the room left on the page allows.  `right` stands at the right edge, in the same size.  `mark`
    puts the cursor before it.  `strong` is inverted: the one who is up.  `struck` is ruled through:
    the one who is down.
    """

    text: str
    size: Size = "small"
    right: str = ""
    mark: bool = False
    centre: bool = False
    strong: bool = False
    struck: bool = False

    def __str__(self) -> str:
        """Give one line: cursor, size (`#` huge, `##` big), `*strong*`, `~struck~`, right."""
        text = f"*{self.text}*" if self.strong else self.text
        text = f"~{text}~" if self.struck else text
        head = {"huge": "# ", "big": "## ", "small": ""}[self.size]
        right = f" | {self.right}" if self.right else ""
        return f"{'> ' if self.mark else '  '}{head}{text}{right}"


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a small top line with a rule under it, the rows, and a small foot line.

    `name` says which page it is, for tests and for comparing; it is not drawn.  `alert` is drawn
    inverted in place of `top` ("NOT SAVING").  `progress` is (done, of all): the rule is drawn in
    `of all` pieces, the done ones thick; (0, 0) is a plain rule.
    """

    name: str
    rows: tuple[Row, ...] = ()
    top: str = ""
    top_right: str = ""
    foot: str = ""
    foot_right: str = ""
    alert: str = ""
    progress: tuple[int, int] = (0, 0)

    def checked(self) -> Self:
        """The page; RuleFault where a game gave something else than text for it."""
        rows = (text for row in self.rows for text in (row.text, row.right))
        texts: tuple[object, ...] = (self.top, self.top_right, *rows, self.foot, self.foot_right)
        for text in texts:
            if not isinstance(text, str):
                raise RuleFault(f"what the {self.name} page is to say is no text: {text!r:.40}")
        return self

    def __str__(self) -> str:
        """Give the page as text: its name, the top, the rows and the foot, ruled apart."""
        lines = [f"[{self.name}]"]
        if self.alert:
            lines.append(f"!! {self.alert} !!")
        if self.top or self.top_right:
            lines.append(_edges(self.top, self.top_right))
        done, of = self.progress
        lines.append(f"---- {done} of {of}" if of else "----")
        lines.extend(str(row) for row in self.rows)
        if self.foot or self.foot_right:
            lines.extend(("----", _edges(self.foot, self.foot_right)))
        return "\n".join(lines)


def _edges(left: str, right: str) -> str:
    return f"{left} | {right}" if right else left
