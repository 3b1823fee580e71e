# The system that is never written, and the partition for the battles, which is.
# Sourced by hardware/install; told in hardware/guides/read-only.md.
#
# Two places hold all of it: a line in /etc/fstab, which stays wherever the battles stay, and a word in
# cmdline.txt, which any PC with a card reader can take out. system/generator makes the rest of these
# two at each start. No partition is ever made, shrunk or formatted here, and no battle deleted.
# shellcheck shell=bash disable=SC2154 # the names that install sets
# shellcheck disable=SC2094 # put reads to the end before it writes

# recurse=0: the system alone is held in memory, no other partition.
word='overlayroot=tmpfs:recurse=0'
any_word='overlayroot=[^[:blank:]]*'
title='# turnkeeper: its battles, on a partition of their own'
options=noatime,nosuid,nodev,noexec,nofail,x-systemd.device-timeout=10s
there=/run/turnkeeper-partition
# On the partition while battles move: what it names is a copy, and counts only once fstab has the line.
mark=moving-here

in_memory() { grep -qs '^overlayroot / overlay ' /proc/mounts; }

# ------------------------------------------------------------------------------------------------
# The battles' partition

partitions() { blkid -c /dev/null -t LABEL=turnkeeper -o device || true; }
told() { blkid -c /dev/null -s "$1" -o value "$(partitions)"; }
wanted_line() { echo "UUID=$(told UUID) $state ext4 $options 0 2"; }
line_there() { grep -qxF "$(wanted_line)" /etc/fstab; }
without_line() { awk -v title="$title" -v state="$state" '$0 != title && !($1 !~ /^#/ && $2 == state)' /etc/fstab; }

may_partition() {
    [ "$(id -u)" = 0 ] || fail "only root may look for partitions: sudo hardware/install --read-only"
    mapfile -t found < <(partitions)
    case ${#found[@]} in
    0) fail "there is no partition named turnkeeper, which battles are kept on when the system is" \
        "read-only. Put the card into a PC with Linux, and there in GParted make its second partition" \
        "1 GB smaller, and a third of that room: ext4, labelled turnkeeper. A stick will do too" ;;
    1) ;;
    *) fail "${#found[@]} partitions are named turnkeeper: ${found[*]}. Label but one so" ;;
    esac
    [ "$(told TYPE)" = ext4 ] || fail "the partition ${found[0]} is $(told TYPE); for battles it must be ext4"
    [ "$(findmnt -n -o SOURCE /)" != "${found[0]}" ] ||
        fail "the partition named turnkeeper is the system's own; the battles want one beside it"
    grep -qxF "$title" /etc/fstab || ! grep -qE "^[^#[:space:]]+[[:space:]]+${state}[[:space:]]" /etc/fstab ||
        fail "/etc/fstab has a line for $state that is not from here; take it out first"
}
need_partition() { ! line_there || ! mounted || [ -e "$state/$mark" ]; }
mounted() { [ "$(findmnt -n -o SOURCE --mountpoint "$state")" = "$(partitions)" ]; }
say_partition() { echo "have the battles on the partition $(partitions), mounted at $state: copied, compared, kept where they were too"; }
do_partition() {
    if booted; then systemctl stop turnkeeper.service; fi
    if ! line_there; then
        move_battles
        { without_line; echo "$title"; wanted_line; } | put /etc/fstab
    fi
    if mountpoint -q "$state"; then umount "$state"; fi
    close_folder
    if booted; then systemctl daemon-reload; fi
    mount "$state"
    # Of a card before this one, another number may own them.
    chown -R turnkeeper: "$state"
    rm -f "$state/$mark"
    sync -f "$state"
}

# Without its partition the folder is root's and empty: the box cannot write there, and says NOT SAVING
# rather than keep battles in memory. What was in it is kept beside.
close_folder() {
    if [ -n "$(ls -A "$state" 2>/dev/null)" ]; then mv "$state" "$(free_name "$state.before")"; fi
    mkdir -p "$state"
    chown root: "$state"
    chmod 755 "$state"
    sync -f "$state"
}

free_name() {
    number=1
    while [ -e "$1-$number" ]; do number=$((number + 1)); done
    echo "$1-$number"
}

battle_files() {
    [ ! -d "$state" ] ||
        find "$state" -mindepth 1 -maxdepth 1 ! -name lost+found ! -name "$mark" -printf '%f\n'
}

# Until fstab has the line, the battles are those in the folder, whatever has become of the copies.
move_battles() {
    mkdir -p "$there"
    ! mountpoint -q "$there" || umount "$there"
    mount "$(partitions)" "$there"
    names=$(battle_files)
    if [ -e "$there/$mark" ]; then set_aside "$(cat "$there/$mark")"; fi
    if [ -n "$names" ] && [ -e "$there/battles.sqlite" ]; then
        same_in "$there" || fail "there are battles in $state, and others on the partition $(partitions)." \
            "Move those away that you do not want"
    elif [ -n "$names" ]; then
        copy_battles
    fi
    umount "$there"
}
copy_battles() {
    set_aside "$names"
    echo "$names" >"$there/$mark"
    mkdir "$there/coming"
    echo "$names" | while read -r name; do cp -a -- "$state/$name" "$there/coming/"; done
    # Read back from the card itself, not from memory.
    umount "$there"
    mount "$(partitions)" "$there"
    same_in "$there/coming" || fail "the battles read back otherwise than they were written:" \
        "take another card or stick. They are where they were, in $state"
    echo "$names" | while read -r name; do mv -- "$there/coming/$name" "$there/"; done
    rmdir "$there/coming"
    sync -f "$there"
}
same_in() {
    echo "$names" | while read -r name; do
        diff -r --no-dereference "$state/$name" "$1/$name" >/dev/null 2>&1 || return 1
    done
}
# What stands in the way on the partition, a copy of a cut-off run for one, is kept there beside.
set_aside() {
    away=$(free_name "$there/aside")
    { echo "$1"; echo coming; } | while read -r name; do
        [ -e "$there/$name" ] || continue
        mkdir -p "$away"
        mv -- "$there/$name" "$away/"
    done
    sync -f "$there"
}

tell_partition() {
    ! grep -qxF "$title" /etc/fstab ||
        echo "install: the battles stay on their partition, and its line in /etc/fstab with them."
}

# ------------------------------------------------------------------------------------------------
# The word in cmdline.txt

may_overlay() {
    [ -f "$boot/cmdline.txt" ] || fail "there is no cmdline.txt in $boot, so that this is no Pi's card"
    [ ! -f "$boot/config.txt" ] || grep -qE '^(auto_initramfs=1|initramfs )' "$boot/config.txt" ||
        fail "config.txt loads no initramfs, which holds the system in memory. Write the line" \
            "auto_initramfs=1 at its top, restart the Pi, and run this again"
}
need_overlay() { ! installed overlayroot || ! has_word "$word"; }
say_overlay() { echo "have the system never written from the next start on: overlayroot, and its word in $boot/cmdline.txt"; }
do_overlay() {
    installed overlayroot || apt_install overlayroot
    holds_memory || update-initramfs -u -k all
    holds_memory || fail "the initramfs in $boot has no overlayroot in it, so that the system would be" \
        "written all the same; see what 'sudo update-initramfs -u -k all' says"
    without_words "$any_word" <"$boot/cmdline.txt" | sed "1s|^|$word |" | put "$boot/cmdline.txt"
    touch "$restart"
}
# Whether each initramfs that may be loaded has it: those the Pi's firmware takes, or else the kernels'.
holds_memory() {
    images=("$boot"/initramfs*)
    [ -e "${images[0]}" ] || images=(/boot/initrd.img-*)
    for image in "${images[@]}"; do
        # Read to the end: a pipe that is closed early would count as a failure.
        lsinitramfs "$image" 2>/dev/null | grep -x 'scripts/init-bottom/overlayroot' >/dev/null || return 1
    done
}

give_back_overlay() {
    has_word "$any_word" || return 0
    without_words "$any_word" <"$boot/cmdline.txt" | put "$boot/cmdline.txt"
    touch "$restart"
}

write_again() {
    [ "$1" = look ] || only_root
    if ! has_word "$any_word"; then
        echo "install: the system is writable; nothing to do."
        tell_restart
        return
    fi
    echo "install: this will take the word overlayroot out of $boot/cmdline.txt, so that the system" \
        "can be written from the next start on. Battles stay where they are."
    [ "$1" = act ] || return 0
    alone
    open_boot
    give_back_overlay
    echo "install: done."
    tell_restart
    echo "install: then update, and close it again: sudo hardware/install --read-only"
}
