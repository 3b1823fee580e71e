# The boot partition: the Pi's config.txt and cmdline.txt, and the folder for party and settings.
# Sourced by hardware/install. The partition is FAT: what is written there is written beside, synced,
# and renamed, since a cut in the middle of config.txt would leave a Pi that does not start.
# shellcheck shell=bash disable=SC2154 # the names that install sets
# shellcheck disable=SC2094 # put reads to the end before it writes

# What comes in becomes the file.
put() {
    cat >"$1.new"
    [ ! -e "$1" ] || chmod --reference="$1" "$1.new"
    sync "$1.new"
    mv -f "$1.new" "$1"
    sync -f "$1"
}

# With a read-only system the boot partition is read-only too; open while we write.
open_boot() {
    [ ! -w "$boot" ] || return 0
    mount -o remount,rw "$boot" || fail "the boot partition $boot cannot be made writable; see above"
    trap close_boot EXIT
}

# Where it is only a part of a file system that somebody else writes, that part alone is closed.
close_boot() {
    sync -f "$boot"
    mount -o remount,ro "$boot" 2>/dev/null || mount -o remount,bind,ro "$boot"
}

need_folder() {
    [ ! -e "$boot/turnkeeper/party.toml" ] || [ ! -e "$boot/turnkeeper/config.toml" ] ||
        { [ "$boot" = /boot ] && [ ! -e /etc/turnkeeper ]; }
}
say_folder() { echo "lay a party, encounters and settings to be changed in $boot/turnkeeper"; }
do_folder() {
    (cd "$source/device/turnkeeper/examples" && find . -type f -name '*.toml') | while read -r file; do
        [ ! -e "$boot/turnkeeper/$file" ] || continue
        mkdir -p "$boot/turnkeeper/$(dirname "$file")"
        put "$boot/turnkeeper/$file" <"$source/device/turnkeeper/examples/$file"
    done
    # Where the partition is at /boot, as before Bookworm, the box looks in /etc.
    if [ "$boot" = /boot ] && [ ! -e /etc/turnkeeper ]; then ln -sfn /boot/turnkeeper /etc/turnkeeper; fi
}

# ------------------------------------------------------------------------------------------------
# config.txt

need_bus() {
    [ -f "$boot/config.txt" ] || return 1
    case $(sed -n '/^# turnkeeper: its display/,$p' "$boot/config.txt") in
    "$(settings)"*) ;;
    *) return 0 ;;
    esac
    # Whoever says something of the bus below our lines has the last word.
    sed '1,/^# turnkeeper: end/d' "$boot/config.txt" |
        grep -qE '^(dtparam|device_tree_param)=([^#]*,)?i2c(_arm)?(_baudrate)?='
}
say_bus() { echo "turn I2C on at 400 kHz, in $boot/config.txt"; }
do_bus() {
    { without_ours <"$boot/config.txt"; settings; } | put "$boot/config.txt"
    touch "$restart"
}
give_back_bus() {
    [ ! -f "$boot/config.txt" ] || ! grep -q '^# turnkeeper: its display' "$boot/config.txt" ||
        without_ours <"$boot/config.txt" | put "$boot/config.txt"
}
# A line that is none of ours is kept, even where somebody has taken our end mark away.
without_ours() {
    awk '
        /^# turnkeeper: its display/ { ours = 1; next }
        ours && /^# turnkeeper: end/ { ours = 0; next }
        ours && !/^(\[all\]|dtparam=i2c_arm(_baudrate)?=[a-z0-9]*)\r?$/ { ours = 0 }
        !ours'
}

# ------------------------------------------------------------------------------------------------
# cmdline.txt: one line of words

# A file's text without the words that an expression matches; all else as it was, to the byte.
without_words() { sed -E ":again; s/(^|[ \t])($1)([ \t]+|\$)/\1/; t again"; }
has_word() { grep -qsE "(^|[[:blank:]])($1)([[:blank:]]|\$)" "$boot/cmdline.txt"; }

# Seat 5's lamp and seat 6's button are on the pins of the serial console.
console='console=(serial0|ttyAMA0|ttyS0)(,[^[:blank:]]*)?'
kept=cmdline.txt.before-turnkeeper
need_console() { has_word "$console"; }
say_console() { echo "take the serial console off the header's pins, in $boot/cmdline.txt"; }
do_console() {
    [ -e "$boot/$kept" ] || put "$boot/$kept" <"$boot/cmdline.txt"
    without_words "$console" <"$boot/cmdline.txt" | put "$boot/cmdline.txt"
    touch "$restart"
}
# What else has changed there since, such as the root's name on a copied card, stays changed.
give_back_console() {
    [ -e "$boot/$kept" ] || return 0
    if without_words "$console" <"$boot/$kept" | cmp -s - "$boot/cmdline.txt"; then
        put "$boot/cmdline.txt" <"$boot/$kept"
    else
        words=$(grep -oE "(^|[[:blank:]])$console" "$boot/$kept" | xargs)
        sed "1s|^|$words |" "$boot/cmdline.txt" | put "$boot/cmdline.txt"
    fi
    rm "$boot/$kept"
}
