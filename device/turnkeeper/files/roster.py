"""Party and encounter files, from their sheet to their structs, each fault noted at its place."""

from collections.abc import Iterator, Mapping
from typing import Any

from turnkeeper.files.attributes import ANYTHING, read_attribute, takes
from turnkeeper.files.locate import Place
from turnkeeper.files.names import looks, meant, name_fault, tidy
from turnkeeper.files.people import (
    MOST_COMBATANTS,
    MOST_SEATS,
    AttributeRule,
    Character,
    Encounter,
    Foe,
    Party,
    SystemRules,
)
from turnkeeper.files.sheet import Sheet, repr_of

Rules = Mapping[str, SystemRules]
_CHARACTER = ("name", "seat", "side")
_FOE = ("name", "count", "side")


def read_party(sheet: Sheet, rules: Rules | None = None) -> Party:
    """The party on a sheet; what is wrong is noted there, and left out of the party."""
    _only(sheet, (), sheet.data, ("system", "options", "characters"))
    reader = _Reader(sheet, rules, _system(sheet, rules, needed=True))
    options = reader.options(sheet.data.get("options", {}))
    characters = [
        reader.character(place, table) for place, table in reader.tables("characters", needed=True)
    ]
    reader.finish()
    return Party(system=reader.system, options=options, characters=tuple(characters))


def read_encounter(sheet: Sheet, rules: Rules | None = None, system: str = "") -> Encounter:
    """The encounter on a sheet, for a party that plays `system`; what is wrong is noted there."""
    _only(sheet, (), sheet.data, ("name", "system", "foes", "reserve"))
    own = _system(sheet, rules, needed=False)
    if own and system and own != system:
        sheet.wrong(("system",), f"the encounter is for {own}, and the party plays {system}")
    reader = _Reader(sheet, rules, own or system)
    name = reader.name((), sheet.data, "an encounter")
    parts: dict[str, tuple[Foe, ...]] = {}
    for part in ("foes", "reserve"):
        tables = reader.tables(part, needed=part == "foes")
        parts[part] = tuple(foe for place, table in tables for foe in reader.foes(place, table))
    reader.finish()
    return Encounter(name=name, system=own, foes=parts["foes"], reserve=parts["reserve"])


def _only(sheet: Sheet, place: Place, table: Mapping[str, object], known: tuple[str, ...]) -> None:
    """Note every key of the table that nobody reads, as a typo."""
    for key in table:
        if key not in known:
            sheet.wrong((*place, key), f"there is no such key; {meant(key, known)}")


def _system(sheet: Sheet, rules: Rules | None, *, needed: bool) -> str:
    """The system that the file names; empty where it names none that is known."""
    value = sheet.data.get("system", "")
    if "system" not in sheet.data:
        if needed:
            sheet.wrong(("system",), 'missing; a party names its system, such as "hummel"')
    elif not isinstance(value, str) or not value:
        sheet.wrong(("system",), f'{repr_of(value)} is no system; it is a text such as "hummel"')
    elif fault := name_fault(tidy(value)):
        sheet.wrong(("system",), f"{repr_of(value)} is no system: {fault}")
    elif rules is not None and value not in rules:
        sheet.wrong(("system",), f"{repr_of(value)} is no system; {meant(value, list(rules))}")
    else:
        return tidy(value)
    return ""


def any_system(rules: Rules) -> SystemRules:
    """What any of the systems takes, for a file that names none; nothing is required then."""
    rows = {each.name: each for one in rules.values() for each in one.attributes}
    loose = [AttributeRule(name=r.name, kind=r.kind, choices=r.choices) for r in rows.values()]
    return SystemRules(attributes=tuple(loose))


class _Reader:
    """Reads the tables of one file, and remembers the names and seats that are taken."""

    def __init__(self, sheet: Sheet, rules: Rules | None, system: str) -> None:
        self.sheet = sheet
        self.system = system
        self._rules: SystemRules | None = None
        if rules is not None:
            self._rules = rules[system] if system in rules else any_system(rules)
        self._names: dict[str, Place] = {}
        self._seats: dict[int, str] = {}
        self._total = 0

    def tables(self, key: str, *, needed: bool) -> Iterator[tuple[Place, dict[str, Any]]]:
        """The tables under a key, with their places; `[]` says that there are none."""
        value = self.sheet.data.get(key, [])
        if needed and key not in self.sheet.data:
            self.sheet.wrong((key,), f"missing; each of the {key} begins with [[{key}]]")
        if not isinstance(value, list):
            found = repr_of(value)
            self.sheet.wrong((key,), f"{found} is no list; each of the {key} begins with [[{key}]]")
            return
        for index, table in enumerate(value):
            if isinstance(table, dict):
                yield (key, index), table
            else:
                what = f"{repr_of(table)} is no table of a name and attributes"
                self.sheet.wrong((key, index), what)

    def finish(self) -> None:
        """Note it where there are more than a battle holds."""
        if self._total > MOST_COMBATANTS:
            self.sheet.wrong((), f"{self._total} combatants are too many; a battle holds 64")

    def options(self, table: object) -> dict[str, str]:
        """The system's options for the battle."""
        if not isinstance(table, dict):
            found = repr_of(table)
            self.sheet.wrong(("options",), f"{found} is no table; options stand under [options]")
            return {}
        known = None
        if self._rules is not None and self.system:
            known = {rule.name: rule for rule in self._rules.options}
        return self._values(("options",), table, known, ())

    def character(self, place: Place, table: dict[str, Any]) -> Character:
        """One of [[characters]]."""
        own, attributes = self._combatant(place, table, _CHARACTER)
        self._total += 1
        name = self.name(place, own, "a character")
        self._new_name(place, name)
        seat = own.get("seat")
        if seat is not None:
            seat = self._seat((*place, "seat"), seat, name)
        return Character(
            name=name, seat=seat, side=self._side(place, own, "party"), attributes=attributes
        )

    def foes(self, place: Place, table: dict[str, Any]) -> list[Foe]:
        """One of [[foes]] or [[reserve]]: one foe, or `count` with numbered names."""
        own, attributes = self._combatant(place, table, _FOE)
        name = self.name(place, own, "a foe")
        side = self._side(place, own, "foes")
        count = own.get("count", 1)
        if type(count) is not int or not 1 <= count <= MOST_COMBATANTS:
            where, found = (*place, "count"), repr_of(count)
            self.sheet.wrong(where, f"{found} is not allowed; count takes a whole number to 64")
            count = 1
        self._total += count
        if self._total > MOST_COMBATANTS:
            return []  # they are counted, and that is noted at the end
        names = [name] if count == 1 else [f"{name} {number}" for number in range(1, count + 1)]
        if name and (fault := name_fault(names[-1])):
            self.sheet.wrong((*place, "name"), f"with its number, {fault}")
        for each in names if name else ():
            self._new_name(place, each)
        return [Foe(name=each, side=side, attributes=attributes) for each in names]

    def _combatant(
        self, place: Place, table: dict[str, Any], own: tuple[str, ...]
    ) -> tuple[dict[str, Any], dict[str, str]]:
        """A combatant's table parted into its own keys and its attributes."""
        rest = {key: value for key, value in table.items() if key not in own}
        known = None
        if self._rules is not None:
            known = {rule.name: rule for rule in self._rules.attributes}
        values = self._values(place, rest, known, own)
        for rule in (known or {}).values():
            if rule.required and rule.name not in rest:
                what = f"missing; {self.system} needs {takes(rule)} here"
                self.sheet.wrong((*place, rule.name), what)
        return {key: table[key] for key in own if key in table}, values

    def _values(
        self,
        place: Place,
        table: Mapping[str, object],
        known: Mapping[str, AttributeRule] | None,
        own: tuple[str, ...],
    ) -> dict[str, str]:
        """Attributes or options as words, by the rules that are known of them."""
        values: dict[str, str] = {}
        for key, value in table.items():
            rule = ANYTHING if known is None else known.get(key)
            if rule is None:
                allowed = [*own, *(known or ())]
                close = meant(key, allowed) if allowed else f"{self.system} has none"
                self.sheet.wrong((*place, key), f"there is no such key; {close}")
                continue
            word, fault = read_attribute(rule, value)
            if fault := name_fault(key) or fault:
                self.sheet.wrong((*place, key), fault)
            else:
                values[key] = word
        return values

    def name(self, place: Place, table: Mapping[str, object], what: str) -> str:
        """The table's name, which it must have."""
        return self._called(place, table, "name", f"missing; {what} has a name in quotes")

    def _side(self, place: Place, table: Mapping[str, object], usual: str) -> str:
        return self._called(place, {"side": usual, **table}, "side", "")

    def _called(self, place: Place, table: Mapping[str, object], key: str, missing: str) -> str:
        value = table.get(key)
        if value is None:
            self.sheet.wrong((*place, key), missing)
        elif not isinstance(value, str):
            self.sheet.wrong((*place, key), f"{repr_of(value)} is no text; a {key} is a text")
        elif fault := name_fault(tidy(value)):
            self.sheet.wrong((*place, key), f"{repr_of(value)}: {fault}")
        else:
            return tidy(value)
        return ""

    def _new_name(self, place: Place, name: str) -> None:
        """Note it where a name is used twice; names that look alike are the same name."""
        if not name:
            return
        place = (*place, "name")
        first = self._names.setdefault(looks(name), place)
        if first != place:
            line = self.sheet.line(first)
            there = "" if line is None else f", in line {line}"
            what = f"{repr_of(name)} is used before{there}; each name is used once"
            self.sheet.wrong(place, what)

    def _seat(self, place: Place, seat: object, name: str) -> int | None:
        if type(seat) is not int or not 1 <= seat <= MOST_SEATS:
            what = f"{repr_of(seat)} is no seat; seats are numbered from 1 to {MOST_SEATS}"
            self.sheet.wrong(place, what)
            return None
        first = self._seats.setdefault(seat, name)
        if first != name:
            self.sheet.wrong(place, f"seat {seat} is {first}'s; each has a seat of its own")
        return seat
