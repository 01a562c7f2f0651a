#!/usr/bin/env bash
# Builds what is printed and shown: hardware/build.sh [FOLDER [NAME=VALUE ...]], into hardware/built without a folder.
# Values go to the .scad files: hardware/build.sh /tmp/full 'pi="full"' dial=false
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
folder=${1:-$here/built}
PATH=$here/../.venv/bin:$PATH # where setup.sh puts WireViz

settings=()
for setting in "${@:2}"; do settings+=(-D "$setting"); done

mkdir -p -- "$folder"
for what in case-base case-lid roller-box roller-lid cube-cup cube-cap; do
    openscad -q "${settings[@]}" -D "part=\"${what#*-}\"" -o "$folder/$what.stl" "$here/${what%-*}.scad"
done
wireviz -f s -o "$folder" "$here"/wiring/*.yml >/dev/null
