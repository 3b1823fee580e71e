"""One attribute of a combatant: from the file's value to the word that a battle script writes.

Each reader gives the word and no fault, or no word and the fault as a sentence.
"""

import re
from math import isfinite

from turnkeeper.files.names import listing, name_fault, text_fault, tidy
from turnkeeper.files.people import AttributeRule
from turnkeeper.files.sheet import repr_of

# Without a bound of its own, a number has at most nine digits: that is what a page can show.
MOST_NUMBER = 999_999_999
Answer = tuple[str, str]

ANYTHING = AttributeRule(name="")  # for a caller without systems: whatever the value looks like


def takes(rule: AttributeRule) -> str:
    """What the attribute may be, in words: "a whole number from 1 to 10"."""
    if rule.kind == "skills":
        return 'names with percentages, such as "Sword:74,Bow:65"'
    if rule.kind == "text":
        return listing(rule.choices, "or") if rule.choices else 'a text in quotes, such as "left"'
    number = "a whole number" if rule.kind == "whole" else "a number"
    if rule.low is not None and rule.high is not None:
        return f"{number} from {rule.low} to {rule.high}"
    if rule.low is not None:
        return f"{number} from {rule.low} up"
    if rule.high is not None:
        return f"{number} up to {rule.high}"
    return f"{number} such as {3 if rule.kind == 'whole' else 2.5}"


def read_attribute(rule: AttributeRule, value: object) -> Answer:
    """The value as a script's word, by its rule; or why it is not allowed."""
    if rule is ANYTHING:
        return _anything(value)
    if rule.kind in ("whole", "decimal"):
        return _number(rule, value)
    if rule.kind == "skills" or (isinstance(value, dict) and not rule.choices):
        return _skills(rule, value)
    return _text(rule, value)


def _anything(value: object) -> Answer:
    """A value that no rule is known for: as it looks."""
    if isinstance(value, dict):
        return _skills(AttributeRule(name="it", kind="skills"), value)
    if isinstance(value, str):
        return _text(AttributeRule(name="it", kind="text"), value)
    return _number(AttributeRule(name="it", kind="decimal"), value)


def _number(rule: AttributeRule, value: object) -> Answer:
    what = "whole number" if rule.kind == "whole" else "number"
    if isinstance(value, str) and re.fullmatch(r"[+-]?\d+(\.\d+)?", value):
        return (
            "",
            f"{repr_of(value)} stands in quotes; {rule.name} takes {takes(rule)}, without quotes",
        )
    if isinstance(value, bool) or not isinstance(
        value, int if rule.kind == "whole" else int | float
    ):
        return "", f"{repr_of(value)} is no {what}; {rule.name} takes {takes(rule)}"
    if not isfinite(value):
        return "", f"{repr_of(value)} is no {what}; {rule.name} takes {takes(rule)}"
    low = -MOST_NUMBER if rule.low is None else rule.low
    high = MOST_NUMBER if rule.high is None else rule.high
    if not low <= value <= high:
        bounds = takes(rule) if (rule.low, rule.high) != (None, None) else "at most nine digits"
        return "", f"{repr_of(value)} is out of bounds; {rule.name} takes {bounds}"
    if isinstance(value, float):
        return _decimal(rule, value)
    return str(value), ""


def _decimal(rule: AttributeRule, value: float) -> Answer:
    """A float as a plain decimal; a script knows no exponent."""
    word = f"{value:.3f}".rstrip("0").rstrip(".")
    if float(word) != value:
        return "", f"{repr_of(value)} is too fine; {rule.name} takes at most three decimals"
    return ("0" if word == "-0" else word), ""


def _text(rule: AttributeRule, value: object) -> Answer:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value) if abs(value) <= MOST_NUMBER else ""
    if not isinstance(value, str):
        return "", f"{repr_of(value)} is no text; {rule.name} takes {takes(rule)}"
    word = tidy(value)
    if rule.choices and word not in rule.choices:
        return "", f"{repr_of(word)} is not allowed; {rule.name} takes {takes(rule)}"
    fault = text_fault(word, what=rule.name)
    return ("", fault) if fault else (word, "")


def _skills(rule: AttributeRule, value: object) -> Answer:
    """A table `{ Sword = 74 }`, or the same as a script has it, `Sword:74,Bow:65`."""
    if isinstance(value, dict):
        pairs: list[tuple[str, object]] = list(value.items())
    elif isinstance(value, str):
        pairs = [_pair(word) for word in value.split(",")]
    else:
        return "", f"{repr_of(value)} names no skills; {rule.name} takes {takes(rule)}"
    words: dict[str, str] = {}
    for raw, percent in pairs:
        skill = tidy(raw)
        fault = name_fault(skill) or ("a skill has no : or ," if set(skill) & set(":,") else "")
        if fault:
            return "", f"{repr_of(skill)} is no skill: {fault}"
        if percent == "":
            return "", f"{skill} has no percentage; {rule.name} takes {takes(rule)}"
        if type(percent) is not int or not 0 <= percent <= 999:
            return "", f"{repr_of(percent)} is no percentage; {skill} takes one from 0 to 999"
        if skill in words:
            return "", f"the skill {skill} is given twice"
        words[skill] = f"{skill}:{percent}"
    text = ",".join(words.values())
    fault = text_fault(text, what=rule.name)
    return ("", fault) if fault else (text, "")


def _pair(word: str) -> tuple[str, object]:
    """`Sword:74` as name and number; the number stays a text where it is none."""
    name, _, percent = word.partition(":")
    return name.strip(), int(percent) if re.fullmatch(r"[0-9]{1,3}", percent.strip()) else percent
