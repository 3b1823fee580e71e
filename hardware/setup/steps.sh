# The steps of every box: packages, files, the user, the program, the service.
# Sourced by hardware/install.
# shellcheck shell=bash disable=SC2154 # the names that install sets

installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# Without lists, as on a new card, the archive seems to have nothing; from old ones it no longer has
# what they name.
need_lists() {
    [ -n "$(missing_packages)" ] && need_program &&
        [ -z "$(find /var/lib/apt/lists -name '*_Packages*' -ctime -7 2>/dev/null)" ]
}
say_lists() { echo "bring the lists of the system's packages up to date"; }
do_lists() {
    apt-get -qq -o DPkg::Lock::Timeout=300 update ||
        echo "install: the lists could not be brought up to date; going on with those there are" >&2
}

# Name and version of those of our packages that the system has.
had_packages() {
    # shellcheck disable=SC2046 # one word each
    { dpkg-query -W -f '${db:Status-Status} ${Package} ${Version}\n' $(packages | cut -d ' ' -f 1) \
        2>/dev/null || true; } | sed -n 's/^installed //p'
}
missing_packages() { packages | cut -d ' ' -f 1 | grep -vxF "$(had_packages | cut -d ' ' -f 1)"; }
# Those of them that the archive has new enough.
wanted_packages() {
    installed python3-venv || echo python3-venv
    # shellcheck disable=SC2046 # one word each
    apt-cache policy $(missing_packages) 2>/dev/null |
        awk '/^[^ ]/ { sub(/:$/, ""); name = $0 } /^  Candidate: [0-9]/ { print name, $2 }' |
        while read -r package candidate; do
            oldest=$(packages | sed -n "s/^$package  *//p")
            if dpkg --compare-versions "${candidate#*:}" ge "$oldest"; then echo "$package"; fi
        done
}
need_packages() { [ -n "$(wanted_packages)" ]; }
say_packages() { echo "install packages of the system: $(wanted_packages | xargs)"; }
do_packages() {
    # shellcheck disable=SC2046 # one word each
    apt_install $(wanted_packages)
}
# What a power cut left half done is done first; and at a Pi's first start somebody else may have apt.
apt_install() {
    export DEBIAN_FRONTEND=noninteractive
    dpkg --force-confdef --force-confold --configure -a
    apt-get -qq -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends "$@" >/dev/null
}

other_files() { files | while read -r from to; do cmp -s "$here/$from" "$to" || echo "$to"; done; }
need_files() { [ -n "$(other_files)" ]; }
say_files() { echo "lay units, rules and settings of the system in /etc and /usr/lib/systemd"; }
do_files() {
    files | while read -r from to; do
        mode=644
        [ ! -x "$here/$from" ] || mode=755
        install -D -m $mode "$here/$from" "$to"
    done
    if booted; then
        systemctl daemon-reload
        systemctl restart systemd-journald
        udevadm control --reload
        udevadm trigger --subsystem-match=tty --subsystem-match=gpio --subsystem-match=i2c-dev
        modprobe i2c-dev 2>/dev/null || true
    fi
}

groups="gpio i2c spi dialout"
need_user() {
    for group in $groups; do
        id -nG turnkeeper 2>/dev/null | tr ' ' '\n' | grep -qx "$group" || return 0
    done
    return 1
}
say_user() { echo "make the user turnkeeper, and the groups of its devices where there are none"; }
do_user() { systemd-sysusers /etc/sysusers.d/turnkeeper.conf; }

# What the program is made from: our files, the Python they run on, and what that has.
python=/usr/bin/python3 # the system's own: its packages are for no other
version() {
    {
        cd "$source" || exit
        find device/turnkeeper sim/turnkeeper_sim pyproject.toml README.md LICENSE -type f \
            ! -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum
        $python --version
        had_packages
    } | sha256sum | cut -c1-12
}
need_program() { [ "$(readlink "$home/bin" 2>/dev/null)" != "versions/$(version)/bin" ]; }
say_program() {
    if [ -e "$home/bin" ]; then
        echo "update the program in $home (version $(version))"
    else
        echo "install the program in $home, and the command turnkeeper"
    fi
}
do_program() {
    installed python3-lgpio || ! $python -c 'import sys; sys.exit(sys.version_info < (3, 13))' ||
        fail "on Python 3.13 the pin library lgpio must be the system's, and it has none. See that" \
            "apt knows the archive of Raspberry Pi OS; then: sudo apt install python3-lgpio"
    new=$home/versions/$(version)
    rm -rf "$new"
    mkdir -p "$home/versions"
    $python -m venv --system-site-packages "$new"
    # pip's own settings say where from. Byte code is made below, for what the service cannot write.
    "$new/bin/python" -m pip install --quiet --no-compile --no-cache-dir \
        --disable-pip-version-check "${source}[pi]" ||
        fail "the program could not be installed; see above. If the network was away, run this again."
    "$new/bin/python" -m compileall -q "$new/lib" >/dev/null || true
    works "$new"
    only_between_battles # this took minutes
    # On the card before the name leads there: after a cut the new version is whole, or not in use.
    sync -f "$home"
    ln -sfn "versions/$(basename "$new")/bin" "$home/bin.new"
    mv -T "$home/bin.new" "$home/bin"
    ln -sfn "$home/bin/turnkeeper" /usr/local/bin/turnkeeper
    find "$home/versions" -mindepth 1 -maxdepth 1 ! -path "$new" -exec rm -rf {} +
}
# An lgpio that is a stub has no function to open a chip with, and would fail at the table.
works() {
    (cd / && "$1/bin/python" -c 'import lgpio; lgpio.gpiochip_open' 2>/dev/null) ||
        { rm -rf "$1"; fail "the pin library lgpio is not there, or is an empty stub." \
            "Run: sudo apt install python3-lgpio"; }
    (cd / && "$1/bin/turnkeeper" --help >/dev/null) ||
        { rm -rf "$1"; fail "the new program does not start, so the old one stays; see above"; }
}

# shellcheck disable=SC2086 # one word a unit, here and below
need_service() { [ "$(systemctl is-enabled $units 2>/dev/null | xargs)" != "enabled enabled" ]; }
say_service() { echo "have the box start when the Pi does"; }
# shellcheck disable=SC2086
do_service() { systemctl --quiet enable $units; }
