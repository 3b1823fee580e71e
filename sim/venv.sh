# Makes .venv in the checkout with turnkeeper in it. Read in by sim/run and tests/run, never started.
#
# The caller sets $root, the checkout. `need_venv EXTRA...` then sets $python, which has the project's
# own packages and those of the extras named. What stands in .venv is noted there, so that only the first
# start, and one after a change of pyproject.toml, installs and needs the network. Nothing is written
# outside the checkout.

# Byte code makes a start six times as fast; it is kept beside the sources, which git ignores.
unset PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONPATH

fail() {
    echo "turnkeeper: $*" >&2
    exit 1
}

# Sets $base to a Python that is new enough and can make a virtual environment.
find_python() {
    no_venv=''
    found='none'
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        # A name may stand on the path and yet not start: a shim, or a link to nowhere.
        version=$("$name" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
        case $version in
        2.* | 3.[0-9] | 3.10) found="only $version" ;;
        *)
            if "$name" -c 'import ensurepip, venv; ensurepip.version()' 2>/dev/null; then
                base=$name
                return
            fi
            no_venv=${no_venv:-$name}
            ;;
        esac
    done
    if [ -n "$no_venv" ]; then
        fail "$no_venv cannot make a virtual environment; install that part of it, on Debian and" \
            "Raspberry Pi OS with: sudo apt install $no_venv-venv"
    fi
    fail "Python 3.11 or newer is needed, and there is $found; install it," \
        "on Debian and Raspberry Pi OS with: sudo apt install python3 python3-venv"
}

# What the note of an extra must say: for which folder and Python it was installed, and from what.
note() {
    echo "$root"
    "$python" -c 'import sys; print(sys.version_info[:2])'
    cat "$root/pyproject.toml"
}

# Is every extra named installed as this pyproject.toml has it?
installed() {
    for extra; do
        note 2>/dev/null | cmp -s - "$root/.venv/installed-$extra" || return 1
    done
}

# In a shell of its own, so that its settings and its lock end with it.
install() (
    find_python
    export TMPDIR="$root/.cache/tmp" PIP_NO_CACHE_DIR=1 PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1
    mkdir -p "$TMPDIR" && cd "$root" || exit 1
    # Of two first starts at once the second waits here, and then finds all done.
    exec 9>.cache/venv.lock
    "$base" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
    installed "$@" && exit

    if ! "$python" -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "turnkeeper: making .venv (once)" >&2
        "$base" -m venv --clear .venv || fail ".venv could not be made; see above."
    fi
    echo "turnkeeper: installing into .venv (once; this needs the network)" >&2
    "$python" -m pip install --quiet --editable ".[$(echo "$@" | tr ' ' ',')]" ||
        fail "the packages could not be installed; see above. If the network was away, start again."
    for extra; do
        note >".venv/installed-$extra"
    done
)

need_venv() {
    python=$root/.venv/bin/python
    installed "$@" || install "$@" || exit 1
}
