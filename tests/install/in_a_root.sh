#!/usr/bin/env bash
# Installs the table in a fresh Debian, the whole of it: real apt, pip, users and permissions; raspi-config, systemctl and
# the Pi's files are made up. Needs root, debootstrap and a network; not part of CI, where test_install.py stands for it.
#
#     tests/install/in_a_root.sh bookworm|trixie [FOLDER]     FOLDER may hold a root that debootstrap has made before
# shellcheck disable=SC2016  # what stands in single quotes is for the shell inside
set -euo pipefail

suite=${1:?bookworm or trixie}
root=${2:-$(mktemp -d)/root}
here=$(cd -- "$(dirname -- "$0")/../.." && pwd -P)

say() { printf '%s: %s\n' "$suite" "$*"; }

# With pseudo-terminals and shared memory of its own, for the simulated die and a ledger; without /proc.
inside() {
    unshare --mount sh -c 'mount -t devpts devpts "$0/dev/pts" && mkdir -p "$0/dev/shm" &&
        mount -t tmpfs tmpfs "$0/dev/shm" && exec chroot "$0" "$@"' "$root" \
        /usr/bin/env -i HOME=/root LANG=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@" </dev/null
}

make_root() {
    [[ -x $root/bin/bash ]] || debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" >/dev/null
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    mkdir -p "$root/boot/firmware" "$root/home/pi"
    printf 'arm_boost=1\n' >"$root/boot/firmware/config.txt"
    rm -rf "$root/home/pi/companion"
    mkdir -p "$root/home/pi/companion"
    git -C "$here" archive HEAD | tar -x -C "$root/home/pi/companion"
}

# What a Raspberry Pi OS has and Debian has not.
make_pi() {
    printf '#!/bin/sh\necho "$@" >>/root/raspi-config.calls\n' >"$root/usr/local/bin/raspi-config"
    printf '#!/bin/sh\necho "$@" >>/root/systemctl.calls\n[ "$1" != is-active ]\n' >"$root/usr/local/bin/systemctl"
    chmod 755 "$root/usr/local/bin/raspi-config" "$root/usr/local/bin/systemctl"
    mkdir -p "$root/proc/device-tree" # nothing is mounted there
    printf 'Raspberry Pi 4 Model B Rev 1.1\0' >"$root/proc/device-tree/model"
}

setup() { inside /home/pi/companion/setup.sh "$@"; }

check() {
    local what=$1
    shift
    if "$@" >"$root/root/check.log" 2>&1; then say "ok: $what"; else
        say "FAILED: $what"
        cat "$root/root/check.log"
        exit 1
    fi
}

as_banker() { inside /usr/sbin/runuser -u banker -- "$@"; }

run_checks() {
    check "a Python of its own" inside /opt/companion/venv/bin/python --version
    check "no package lacks what it needs, but for RPi.GPIO" inside /bin/bash -c \
        '! /opt/companion/venv/bin/pip check | grep -v "mfrc522 0.0.7 requires rpi-gpio"'
    check "the program does not come from the folder of the checkout" inside /bin/bash -c \
        'cd / && /opt/companion/venv/bin/python -c "import companion; assert companion.__file__.startswith(\"/opt\")"'
    check "it is compiled" inside /bin/bash -c \
        'ls /opt/companion/venv/lib/python3*/site-packages/companion/__pycache__/cli.*.pyc'
    check "banker cannot change the program" inside /bin/bash -c \
        '! runuser -u banker -- touch /opt/companion/venv/bin/banker'
    check "banker is in the groups of the hardware" inside /bin/bash -c \
        'for group in gpio spi i2c dialout; do id -nG banker | grep -qw $group || exit 1; done'
    check "banker reads its settings, others do not" inside /bin/bash -c \
        'runuser -u banker -- cat /etc/banker/banker.toml && ! runuser -u nobody -- cat /etc/banker/banker.toml'
    check "lgpio needs no place to write to" inside /bin/bash -c \
        'cd / && runuser -u banker -- /opt/companion/venv/bin/python -c "
from companion.devices.gpio import load_lgpio
assert load_lgpio().LGPIO_PY_VERSION >= 0x20200" && ! ls -d /.lgd* /tmp/lgpio*'
    check "SPI and I2C are switched on" inside /bin/bash -c \
        'grep -qx "nonint do_spi 0" /root/raspi-config.calls && grep -qx "nonint do_i2c 0" /root/raspi-config.calls'
    check "I2C is fast" inside grep -qx "dtparam=i2c_arm_baudrate=400000" /boot/firmware/config.txt
    check "the service is enabled" inside grep -qx "enable banker.service" /root/systemctl.calls
    check "the simulated box is sound" as_banker /usr/local/bin/banker doctor --simulate
    check "hands reach every part" as_banker /usr/local/bin/banker doctor --simulate --live
    check "a game is played through the chips" as_banker /usr/local/bin/banker demo --players 2 --quiet
}

verify_unit() {
    inside /usr/bin/apt-get install -qq -y --no-install-recommends systemd udev >/dev/null 2>&1
    check "systemd understands the unit" inside /bin/bash -c \
        'said=$(systemd-analyze verify /etc/systemd/system/banker.service 2>&1 | grep banker.service); echo "$said"; [ -z "$said" ]'
    inside systemd-analyze security --offline=true /etc/systemd/system/banker.service | tail -n 1
    if inside udevadm verify --help >/dev/null 2>&1; then
        check "udev understands the rules" inside udevadm verify /etc/udev/rules.d/60-banker.rules
    fi
}

make_root
make_pi
say "installing in $root"
SECONDS=0
setup install
say "installed in $SECONDS s"
run_checks
verify_unit
SECONDS=0
setup install
say "installed again in $SECONDS s"
check "the block in config.txt is there once" inside /bin/bash -c '[ "$(grep -c companion /boot/firmware/config.txt)" = 2 ]'
setup uninstall
check "nothing of the program is left" inside /bin/bash -c \
    '! ls -d /opt/companion /etc/systemd/system/banker.service /etc/udev/rules.d/60-banker.rules /usr/local/bin/banker'
check "config.txt is as it was" inside /bin/bash -c '[ "$(cat /boot/firmware/config.txt)" = arm_boost=1 ]'
check "the games are left" inside test -d /var/lib/banker
say "all is well"
