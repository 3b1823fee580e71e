# shellcheck shell=bash
# Debian's stock kernel, the modules that we build for it, and QEMU: what tests/kernel/run and
# tests/kernel/pi share. They source this.
#
# What is downloaded and built is kept in .cache/kernel (or $TURNKEEPER_KERNEL), so the second guest
# only boots. It installs nothing: where QEMU or a tool is missing it names them and ends with 77.
#
# gpio-sim is GPL code of Linux, and no module of Debian's kernel: its source is taken out of Debian's own
# source package each time that it is built, and is never kept in the repository.
set -euo pipefail
here=$root/tests/kernel
work=${TURNKEEPER_KERNEL:-$root/.cache/kernel}
PATH=$PATH:/usr/sbin:/sbin
qemu=${TURNKEEPER_QEMU:-qemu-system-x86_64}
out=${TURNKEEPER_KERNEL_OUT:-$work/out}
began=$SECONDS

say() { echo "tests/kernel/${0##*/} [$((SECONDS - began)) s]: $*" >&2; }

# Each line: a program, and Debian's package that has it.
wanted() {
    cat <<END_OF_LIST
$qemu qemu-system-x86
busybox                 busybox-static
cpio                    cpio
depmod                  kmod
gcc-12                  gcc-12
make                    make
xz                      xz-utils
dpkg-deb                dpkg
apt-cache               apt
flock                   util-linux
END_OF_LIST
}

see_what_is_here() {
    lacking=()
    while read -r program package; do
        command -v "$program" >/dev/null || lacking+=("$package")
    done < <(wanted)
    file -L "$(command -v busybox)" 2>/dev/null | grep -q dynamically && lacking+=(busybox-static)
    [ "$(uname -m)" = x86_64 ] || lacking+=("a machine of the kind x86_64")
    [ "$(id -u)" = 0 ] || lacking+=("root's rights")
    if ((${#lacking[@]})); then
        echo "tests/kernel/${0##*/}: a real kernel needs ${lacking[*]}" >&2
        exit 77
    fi
}

# The kernel, its headers and its source, as this machine's own apt knows them.
download() {
    rm -rf "$work/debs" "$work/kernel"
    mkdir -p "$work/debs" "$work/kernel"
    # As root apt fetches by a user of its own, who may not write here.
    apt=(-q -o APT::Sandbox::User=root)
    apt-get "${apt[@]}" update >"$work/apt.log" 2>&1 || true # the lists of before may do
    image=$(depends linux-image-amd64 'linux-image-[^ ]*-amd64')
    abi=${image#linux-image-}
    version=$(field "$image" Version)
    headers=linux-headers-$abi
    (
        cd "$work/debs"
        apt-get "${apt[@]}" download "$image=$version" "$headers=$version" \
            "${headers%-amd64}-common=$version" "$(depends "$headers" 'linux-kbuild-[^ ,]*')=$version" \
            "linux-source-$(cut -d. -f1,2 <<<"$abi")=$version" >>"$work/apt.log" 2>&1
    ) || { tail -5 "$work/apt.log" >&2; say "Debian's kernel could not be had"; exit 77; }
    for package in "$work"/debs/*.deb; do
        dpkg-deb -x "$package" "$work/kernel"
    done
    rm -rf "$work/debs"
    # Unpacked here, which costs half a second; the guest takes five for it.
    packed=$work/kernel/boot/vmlinuz-$abi
    at=$(LC_ALL=C grep -aobF $'\xfd7zXZ' "$packed" | head -1 | cut -d: -f1)
    tail -c "+$((at + 1))" "$packed" | xz -dc >"$work/vmlinux" 2>/dev/null || true # what follows is no xz
    [ -s "$work/vmlinux" ] || cp "$packed" "$work/vmlinux"
    touch "$work/ok-kernel"
    say "have $image $version"
}
field() { apt-cache show --no-all-versions "$1" | sed -n "s/^$2: //p" | head -1; }
depends() { field "$1" Depends | grep -o "$2" | head -1; }

# gpiosim.ko and those of ours, for that kernel.
build() {
    rm -rf "$work/modules"
    mkdir -p "$work/modules" "$work/source"
    if [ ! -e "$work/source/gpio-sim.c" ]; then
        archive=$(ls "$work"/kernel/usr/src/linux-source-*.tar.xz)
        top=$(basename "$archive" .tar.xz)
        tar -C "$work/source" --strip-components=3 -xf "$archive" \
            "$top/drivers/gpio/gpio-sim.c" "$top/drivers/gpio/gpiolib.h" "$top/kernel/irq/irq_sim.c"
        rm "$archive"
    fi
    cp "$work"/source/* "$here"/*.c "$work/modules/"
    # irq_sim is built into a kernel, never a module, and what it calls is not given to one.
    sed -i 's/handle_simple_irq(irq_to_desc(\([a-z]*\)))/generic_handle_irq(\1)/' \
        "$work/modules/irq_sim.c"
    printf 'obj-m := i2c-recorder.o pi-board.o gpiosim.o\ngpiosim-y := gpio-sim.o irq_sim.o\n' \
        >"$work/modules/Kbuild"
    headers=$work/kernel/usr/src/linux-headers-$abi
    sed -i "s#\([ =]\)/usr/src/#\1$work/kernel/usr/src/#g" "$headers/Makefile"
    make -C "$headers" M="$work/modules" CONFIG_DEBUG_INFO_BTF_MODULES= modules \
        >"$work/make.log" 2>&1 || { tail -30 "$work/make.log" >&2; exit 98; }
    strip -g "$work"/modules/*.ko
    touch "$work/ok-modules"
    say "built gpio-sim and the modules of ours"
}

# The files of modules of Debian's, with all that each of them needs, in their order.
files_of() {
    for module; do
        modprobe -d "$work/kernel" -S "$abi" --show-depends "$module" | awk '/^insmod/{print $2}'
    done | awk '!seen[$0]++'
}

# One module as a file in a folder; smaller, and the guest need not check signatures.
lay_module() {
    name=$(basename "${1%.xz}")
    case $1 in
    *.xz) xz -dc "$1" >"$2/$name" ;;
    *) cp "$1" "$2/$name" ;;
    esac
    strip -g "$2/$name"
    echo "$name"
}

# Begins what boots first, in $first: busybox, and the modules, Debian's that are named and then ours.
begin_first() {
    rm -rf "$first"
    mkdir -p "$first"/{bin,modules,new,proc,dev,sys}
    cp "$(command -v busybox)" "$first/bin/busybox"
    ln -s busybox "$first/bin/sh"
    [ -e "$work/kernel/lib/modules" ] || ln -s usr/lib "$work/kernel/lib"
    [ -e "$work/kernel/lib/modules/$abi/modules.dep" ] || depmod -b "$work/kernel" "$abi" 2>/dev/null || true
    files_of "$@" | while read -r file; do lay_module "$file" "$first/modules"; done \
        >"$first/modules/order"
    cp "$work"/modules/{gpiosim,i2c-recorder,pi-board}.ko "$first/modules/"
    # As on a Pi, the display is to be on /dev/i2c-1.
    printf 'gpiosim.ko\ni2c-recorder.ko nr=1\npi-board.ko\n' >>"$first/modules/order"
}
end_first() { (cd "$first" && find . | cpio -o -H newc --quiet | gzip -1) >"$first.gz"; }

# Takes what is kept, and does what is not; pack makes $first.gz of $first by these two.
make_ready() {
    see_what_is_here
    mkdir -p "$work"
    exec 9>"$work/lock"
    flock 9 # only one builds
    [ -e "$work/ok-kernel" ] || download
    abi=$(ls "$work/kernel/boot" | sed -n 's/^vmlinuz-//p')
    if newer "$work/ok-modules" "$here"/*.c; then build; fi
    if newer "$first.gz" "$work/ok-modules" "$@"; then pack; fi
    flock -u 9
}
# Whether one of the files is newer than the first, or that is not there.
newer() {
    made=$1
    shift
    [ -e "$made" ] || return 0
    for file; do
        if [ "$file" -nt "$made" ]; then return 0; fi
    done
    return 1
}

# What the guest is to do, as a file in the folder that it shares.
leave_command() {
    mkdir -p "$out"
    {
        printf 'cd %q\n' "$1"
        printf 'exec'
        printf ' %q' "${@:2}"
        echo
    } >"$out/command"
}

# Boots with $first.gz, the words for the kernel, and more of QEMU's own.
boot() {
    words=$1
    shift
    say "booting Linux $abi"
    # What guards a kernel against its users is left out: it costs a tenth.
    unguarded="mitigations=off nokaslr init_on_alloc=0 hardened_usercopy=off randomize_kstack_offset=off"
    # One core, and time that counts the guest's own instructions: however busy this machine is, a
    # finger in the guest stays on its button for as long as it was meant to. Of what QEMU can
    # simulate five levels of pages cost a fifth of the time, and serve nobody here.
    timeout -k 5 "${TURNKEEPER_KERNEL_SECONDS:-600}" "$qemu" \
        -M pc -accel tcg -icount shift=0,sleep=on -cpu max,la57=off -smp 1 -pidfile "$out/qemu.pid" \
        -nodefaults -no-user-config -display none -no-reboot \
        -kernel "$work/vmlinux" -initrd "$first.gz" \
        -append "console=ttyS0 quiet loglevel=3 $unguarded random.trust_cpu=on no_timer_check cryptomgr.notests panic=-1 audit=0 $words" \
        -serial stdio "$@" \
        -virtfs local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap \
        -virtfs "local,path=$out,mount_tag=out,security_model=none" \
        </dev/null 2>&1 | sed -u 's,\r,,g;/SeaBIOS/d;s/^.*Booting from ROM.*\[2J//'
}
