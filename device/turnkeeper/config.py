"""The configuration: one TOML file of which every value has a default."""

from turnkeeper.files.settings import (
    Config,
    DisplaySettings,
    Folders,
    Pins,
    PortSettings,
    SoundSettings,
)

__all__ = ["Config", "DisplaySettings", "Folders", "Pins", "PortSettings", "SoundSettings"]
