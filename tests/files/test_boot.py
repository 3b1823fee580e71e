"""What the Pi's config.txt takes of the pins, in all the ways in which people write it."""

import pytest

from turnkeeper.files.boot import claims

SPI, UART = {7, 8, 9, 10, 11}, {14, 15}


@pytest.mark.parametrize(
    ("text", "pins"),
    [
        ("", set()),
        ("dtparam=spi=on", SPI),
        ("dtparam=spi", SPI),
        ("dtparam=spi=1", SPI),
        ("DTPARAM=SPI=ON", SPI),
        ("  dtparam = spi = on  # blanks may keep it off; read as on", SPI),
        ("dtparam=spi=on # the display", SPI),
        ("device_tree_param=spi=on", SPI),
        ("dtparam=i2c_arm=on,spi=on", SPI),
        ("#dtparam=spi=on", set()),
        ("dtparam=spi=off", set()),
        ("dtparam=spi=on\ndtparam=spi=off", set()),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000", set()),
        ("dtparam=audio=on\ncamera_auto_detect=1\ndtoverlay=vc4-kms-v3d", set()),
        ("dtparam=i2s=on", {18, 19, 20, 21}),
        ("enable_uart=1", UART),
        ("enable_uart=0", set()),
        ("enable_uart=1\nenable_uart=0", set()),
        ("dtoverlay=disable-bt", UART),
        ("dtoverlay=disable-bt\nenable_uart=0", set()),
        ("dtparam=uart0=on", UART),
        ("dtoverlay=w1-gpio", {4}),
        ("dtoverlay=w1-gpio,gpiopin=17", {17}),
        ("dtoverlay=w1-gpio\ndtparam=gpiopin=17", {17}),
        ("dtoverlay=w1-gpio\ndtoverlay=\ndtparam=gpiopin=17", {4}),
        ("dtoverlay=w1-gpio\ndtparam=spi=on", {4} | SPI),
        ("dtoverlay=w1-gpio,gpiopin=17\ndtoverlay=w1-gpio,gpiopin=27", {17, 27}),
        ("dtoverlay=w1-gpio,gpiopin=many", {4}),
        ("dtoverlay=w1-gpio-pullup,gpiopin=17", {17, 5}),
        ("dtoverlay=gpio-shutdown", {3}),
        ("dtoverlay=gpio-shutdown,gpio_pin=21", {21}),
        ("dtoverlay=spi0-0cs", {9, 10, 11}),
        ("dtoverlay=spi1-1cs", {18, 19, 20, 21}),
        ("[pi4]\ndtparam=spi=on", SPI),
        ("[pi4]\ndtparam=spi=on\n[all]\ndtparam=spi=off", set()),
        ("[pi4]\ndtparam=spi=on\n[pi5]\ndtparam=spi=off", SPI),
        ("dtparam=spi=on\n[pi5]\ndtparam=spi=off", SPI),
        ("[none]\ndtparam=spi=on\nenable_uart=1", set()),
        ("[none]\ndtparam=spi=on\n[all]\nenable_uart=1", UART),
        ("]=[=,=\n=\n[\ndtoverlay\ndtparam=\ndtoverlay=,,=", set()),
    ],
)
def test_what_is_taken(text: str, pins: set[int]) -> None:
    assert set(claims(text)) == pins


def test_it_says_whose_and_where() -> None:
    text = "# my Pi\r\ndtparam=spi=on\r\n\r\ndtoverlay=w1-gpio\r\nenable_uart=1\r\n"
    found = claims(text)
    assert found[10] == "SPI's (config.txt, line 2)"
    assert found[4] == "1-Wire's (config.txt, line 4)"
    assert found[14] == "the UART's (config.txt, line 5)"
