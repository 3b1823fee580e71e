"""Settings: every value has a default, and no pin has two users."""

import re
from pathlib import Path

import pytest

from turnkeeper import config
from turnkeeper.config import Config, DisplaySettings, Pins, SoundSettings
from turnkeeper.errors import ConfigError
from turnkeeper.files.boot import claims
from turnkeeper.files.pins import clashes, users
from turnkeeper.files.sheet import Sheet
from turnkeeper.party import EXAMPLES

ALL_ON = "dtparam=spi=on\nenable_uart=1\ndtoverlay=w1-gpio\n"
STARTER = Pins(seats=Pins().seats[:4], lamps=Pins().lamps[:4])


def read(text: str, boot: str = "") -> tuple[Config, list[str]]:
    sheet = Sheet.from_bytes("config.toml", text.encode())
    return config.read_sheet(sheet, boot), [str(problem) for problem in sheet.problems]


def uncommented() -> str:
    """The example with every setting taken out of its comment."""
    text = (EXAMPLES / "config.toml").read_text(encoding="utf-8")
    return re.sub(r"(?m)^#(?=[\[a-z])", "", text)


def test_the_example_as_it_is_changes_nothing() -> None:
    assert config.load(EXAMPLES / "config.toml") == Config() == config.load(None)


def test_the_example_names_every_key_with_its_default() -> None:
    sheet = Sheet.from_bytes("config.toml", uncommented().encode())
    assert config.read_sheet(sheet) == Config()
    assert sheet.problems == []
    written = {table: list(keys) for table, keys in sheet.data.items()}
    assert written == {
        table: list(getattr(Config(), table).__struct_fields__)
        for table in Config.__struct_fields__
    }


def test_control_another_default_turns_the_example_red() -> None:
    changed, _ = read(uncommented().replace("contrast = 200", "contrast = 201"))
    assert changed != Config()


def test_what_is_set_is_taken_and_the_rest_is_not_touched() -> None:
    text = '[pins]\nbuzzer = "none"\n[sound]\nturn = false\n[display]\ndriver = "sh1106"\n'
    text += '[ports]\npaths = ["/dev/ttyACM0"]\n[folders]\nstate = "/srv/battles"\n'
    found, problems = read(text)
    assert problems == []
    assert found.pins == Pins(buzzer=None)
    assert found.sound == SoundSettings(turn=False)
    assert found.display == DisplaySettings(driver="sh1106")
    assert found.ports.paths == ("/dev/ttyACM0",)
    assert found.folders.journal == Path("/srv/battles/battles.sqlite")


def test_the_default_map_takes_23_of_the_24_free_pins() -> None:
    pins = [pin for *_, pin in users(Pins(), DisplaySettings())]
    assert len(pins) == len(set(pins)) == 23
    assert set(pins) == set(range(4, 28)) - {20}


def test_four_seats_leave_spi_uart_and_one_wire_free() -> None:
    assert list(clashes(STARTER, DisplaySettings(), claims(ALL_ON))) == []


def test_control_eight_seats_do_not() -> None:
    found = list(clashes(Pins(), DisplaySettings(), claims(ALL_ON)))
    assert len(found) == 8


def test_nothing_lights_before_the_daemon_does() -> None:
    """At power-on GPIO 0 to 8 are pulled up and 9 to 27 down (BCM2835 data sheet, table 6-31)."""
    assert all(pin >= 9 for pin in (*Pins().lamps, Pins().buzzer or 0))


@pytest.mark.parametrize("pin", [0, 1, 2, 3])
def test_pins_0_to_3_are_refused_always(pin: int) -> None:
    (problem,) = read(f"[pins]\nback = {pin}\n")[1]
    assert problem.startswith(f"config.toml, line 2, pins.back: pin {pin} is the ")


def test_every_pair_of_users_is_caught_and_both_are_named() -> None:
    """Each pin in turn is put on every other's place."""
    spi = DisplaySettings(interface="spi", bus=0, dc=20, reset=7)
    for place, whose, _ in users(STARTER, spi):
        if place[0] != "pins" or len(place) != 2 or whose == "the buzzer's":
            continue
        pins = {str(place[1]): STARTER.buzzer}
        found = dict(clashes(_with(pins), DisplaySettings(), {}))
        (sentence,) = found.values()
        assert sentence.startswith("pin 16 is ")
        assert whose in sentence
        assert "the buzzer's" in sentence


def _with(pins: dict[str, int | None]) -> Pins:
    values = {name: getattr(STARTER, name) for name in Pins.__struct_fields__}
    return Pins(**{**values, **pins})


def test_a_display_on_spi_takes_pins_of_its_own() -> None:
    seats = "[pins]\nseats = [17, 27, 22, 12]\nlamps = [18, 23, 24, 25]\n"
    display = '[display]\ndriver = "ssd1322"\nwidth = 256\ninterface = "spi"\nbus = 0\ndc = 20\n'
    assert read(seats + display)[1] == []
    (problem,) = read(seats + display.replace("dc = 20", "dc = 25"))[1]
    assert "line 9, display.dc: pin 25 is seat 4's lamp and the display's D/C; " in problem
    assert len(read(display)[1]) == 5  # seats 6 to 8 and their lamps stand on SPI's pins


def test_the_daemon_gets_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[pins]\nbuzer = 1\n[sund]\n")
    with pytest.raises(
        ConfigError, match=r"line 2, pins\.buzer: .* did you mean buzzer\? \(1 more"
    ):
        config.load(file)
    assert config.read(file)[0] == Config()  # so that the box can start all the same
    with pytest.raises(ConfigError, match="there is no such file"):
        config.load(tmp_path / "none.toml")
    with pytest.raises(ConfigError, match=r"the default settings, pins\..*pin 8 is seat 7's"):
        config.load(None, "dtparam=spi=on")


def test_the_configuration_is_looked_for_in_order(tmp_path: Path) -> None:
    first, second = tmp_path / "boot", tmp_path / "etc"
    assert config.find((first, second)) is None
    second.mkdir()
    (second / "config.toml").touch()
    assert config.find((first, second)) == second / "config.toml"
    first.mkdir()
    (first / "config.toml").symlink_to("nowhere")  # named as broken later, not passed over
    assert config.find((first, second)) == first / "config.toml"


def test_the_pis_own_file_is_read_where_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "config.txt").write_bytes(b"dtparam=spi=on\n# \xff\n")
    there, nowhere = str(tmp_path / "config.txt"), str(tmp_path / "none.txt")
    assert 10 in claims(config.boot_text((nowhere, there)))
    assert config.boot_text((nowhere,)) == ""


def test_of_a_boot_file_without_end_only_the_beginning_is_read(tmp_path: Path) -> None:
    with (tmp_path / "config.txt").open("wb") as file:
        file.write(b"dtparam=spi=on\r\n")
        file.truncate(1 << 34)
    assert 10 in claims(config.boot_text((str(tmp_path / "config.txt"),)))
