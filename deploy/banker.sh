#!/bin/sh
# The banker command of the installed table: as the user who owns the games, wherever it is typed.
[ "$(id -un)" = banker ] || exec sudo -u banker -- "$0" "$@"
export HOME=/var/lib/banker STATE_DIRECTORY=/var/lib/banker
exec /opt/companion/venv/bin/banker "$@"
