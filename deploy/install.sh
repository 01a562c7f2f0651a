# The table as a service of a Raspberry Pi; part of setup.sh.
#
# The program goes to /opt/companion, owned by root, so that the service cannot change it; the games belong to the user
# `banker` and lie in /var/lib/banker. Files written for the system are whole files of ours, except for one marked block
# in config.txt. Everything can be done again at any time, and `uninstall` leaves the games and the settings.

readonly I2C_HZ=400000
readonly BEGIN='# companion: begin' END='# companion: end'
readonly GROUPS_OF_THE_HARDWARE=(gpio spi i2c dialout)
needs_restart=

install_table() {
    become_root install
    is_pi || fail "this is no Raspberry Pi; what you want here is: ./setup.sh play"
    venv=$root/opt/companion/venv
    log=$root/var/log/companion-setup.log
    editable=
    mkdir -p "$venv" "${log%/*}"
    prepare run
    "$venv/bin/python" -m compileall -q "$venv/lib" >>"$log" 2>&1 || say "some files could not be compiled; see $log"
    switch_buses_on
    make_user
    write_files
    start_service
    say "the table is open at http://$(hostname).local:8080, and after every start of this Pi"
    [[ -z $needs_restart ]] || say "SPI or I2C were set; restart the Pi before you play: sudo reboot"
    say "what is missing, if anything: banker doctor"
}

uninstall_table() {
    local config
    become_root uninstall
    if has_any systemctl; then systemctl disable --now banker.service >/dev/null 2>&1 || true; fi
    rm -rf -- "$root/opt/companion" "$root/etc/systemd/system/banker.service" "$root/etc/udev/rules.d/60-banker.rules" \
        "$root/etc/modules-load.d/banker.conf" "$root/usr/local/bin/banker"
    reload
    if config=$(boot_config); then cut_block "$config"; fi
    say "the table is gone; its games and settings are left"
    say "to lose them too: sudo userdel banker; sudo rm -r /var/lib/banker /etc/banker"
}

become_root() {
    is_root && return
    has_any sudo || fail "type this as root: $here/setup.sh $1"
    exec sudo -- ${BANKER_PYTHON:+BANKER_PYTHON="$BANKER_PYTHON"} "$here/setup.sh" "$1"
}

is_pi() { grep -q 'Raspberry Pi' "$root/proc/device-tree/model" 2>/dev/null; }

# --- SPI and I2C ------------------------------------------------------------------------------------------------------

boot_config() {
    local file
    for file in "$root/boot/firmware/config.txt" "$root/boot/config.txt"; do
        if [[ -f $file ]]; then
            echo "$file"
            return
        fi
    done
    return 1
}

switch_buses_on() {
    local config before settings=("dtparam=i2c_arm_baudrate=$I2C_HZ")
    config=$(boot_config) || fail "there is no config.txt in /boot/firmware or /boot; is that partition mounted?"
    before=$(<"$config")
    if has_any raspi-config; then
        raspi-config nonint do_spi 0 >>"$log" 2>&1 || fail "raspi-config could not switch SPI on; see $log"
        raspi-config nonint do_i2c 0 >>"$log" 2>&1 || fail "raspi-config could not switch I2C on; see $log"
    else
        settings=(dtparam=spi=on dtparam=i2c_arm=on "${settings[@]}")
        install -d "$root/etc/modules-load.d"
        echo i2c-dev >"$root/etc/modules-load.d/banker.conf"
    fi
    cut_block "$config"
    printf '%s\n' "$BEGIN" '[all]' "${settings[@]}" "$END" >>"$config"
    [[ $before == "$(<"$config")" ]] || needs_restart=yes
}

# Takes our block out of a file, and nothing else.
cut_block() {
    if grep -qxF "$BEGIN" "$1"; then sed -i "/^$BEGIN\$/,/^$END\$/d" "$1"; fi
}

# --- User, files, service ---------------------------------------------------------------------------------------------

make_user() {
    local group
    for group in "${GROUPS_OF_THE_HARDWARE[@]}"; do groupadd --force --system "$group"; done
    id -u banker >/dev/null 2>&1 ||
        useradd --system --user-group --home-dir /var/lib/banker --shell /usr/sbin/nologin banker
    usermod --append --groups "$(IFS=,; echo "${GROUPS_OF_THE_HARDWARE[*]}")" banker
}

write_files() {
    local mode file target
    while read -r mode file target; do
        install -D --mode "$mode" "$here/deploy/$file" "$root/$target"
    done <<'EOF'
644 banker.service etc/systemd/system/banker.service
644 60-banker.rules etc/udev/rules.d/60-banker.rules
755 banker.sh usr/local/bin/banker
EOF
    install -D --mode 644 "$here/docs/install.md" "$root/opt/companion/share/install.md"
    install -d --mode 750 --owner banker --group banker "$root/var/lib/banker"
    [[ -e $root/etc/banker/banker.toml ]] || write_settings
}

# With a PIN of its own for every table.
write_settings() {
    local pin
    pin=$("$venv/bin/python" -c 'import secrets; print(f"{secrets.randbelow(10**6):06}")')
    install -d "$root/etc/banker"
    sed "s/@PIN@/$pin/" "$here/deploy/banker.toml" >"$root/etc/banker/banker.toml"
    chown root:banker "$root/etc/banker/banker.toml"
    chmod 640 "$root/etc/banker/banker.toml"
    say "settings are in /etc/banker/banker.toml; the referee's PIN is $pin"
}

start_service() {
    reload
    has_any systemctl || fail "this system has no systemd; start the table yourself: banker play"
    systemctl enable banker.service >>"$log" 2>&1 || fail "systemd does not take banker.service; see $log"
    systemctl restart banker.service >>"$log" 2>&1 || say "the table does not start: journalctl -u banker -n 30"
}

reload() {
    if has_any systemctl; then systemctl daemon-reload || true; fi
    if has_any udevadm; then { udevadm control --reload && udevadm trigger --subsystem-match=tty; } || true; fi
}
