#!/usr/bin/env bash
# Installs what is needed and runs it: ./setup.sh help
#
# Everything goes into .venv beside this file. What is ready there is noted in .venv/ready-PROFILE, and as long as that
# note fits pyproject.toml, this file, the folder and its Python, nothing is installed and no network is used.
# Profiles: `run` for a table, which all others hold; `hub` for a tournament's server, `print` for labels, `fast` for
# compiled rules, `test` for all. `deploy/lock/PROFILE.txt` names the tested versions of its packages with their hashes.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
venv=$here/.venv
log=$here/.setup.log
editable=yes
root=${BANKER_ROOT:-} # what stands for /, in tests of the installation
python=
lists_are_fresh=
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore PIP_USER=0

usage() {
    cat <<'EOF'
usage: ./setup.sh COMMAND [ARGUMENTS]

  play            open the table: real devices on a Raspberry Pi, simulated ones in the browser elsewhere
  demo            watch whole games played by simulated hands (--help tells more)
  banker ARGS...  run the banker command (--help lists what it can do)
  compile         compile the rules, for many simulated games: this takes some minutes, once for the same sources. What
                  plays many games takes them by itself; where a compiler is, the first `banker simulate` sees to it
  fast ARGS...    the banker command, whatever it does, with compiled rules; `fast test` checks the program with them
  install         on a Raspberry Pi: the table as a service that opens at every start (docs/install.md)
  uninstall       take that away again; games and settings are left
  test            check style, types and behaviour; arguments go to pytest
  wheel           make files for pip in dist/: the program as it is, and compiled for this kind of machine
  lock            write down the newest versions that pyproject.toml allows, to be tested and committed
  help            show this

Each sets up first where needed: Python packages in .venv, system packages with apt.
BANKER_PYTHON=/path/to/python3 chooses another Python than the first suitable one (3.11 to 3.13).
EOF
}

say() { printf 'setup: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# --- Python -----------------------------------------------------------------------------------------------------------

is_suitable() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' >/dev/null 2>&1
}

# Sets `python` to an interpreter outside any virtual environment.
find_python() {
    local candidate
    for candidate in ${BANKER_PYTHON:+"$BANKER_PYTHON"} python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if is_suitable "$candidate"; then
            python=$("$candidate" -c 'import sys; print(sys._base_executable)')
            return
        fi
        [[ -z ${BANKER_PYTHON:-} ]] || fail "BANKER_PYTHON=$BANKER_PYTHON is not a Python 3.11 to 3.13"
    done
    return 1
}

has_module() { "$python" -c "import $1" >/dev/null 2>&1; }

has_headers() {
    "$python" -c 'import sysconfig; open(sysconfig.get_path("include") + "/Python.h").close()' >/dev/null 2>&1
}

# Elsewhere lgpio is compiled from its source, for which it needs swig.
has_lgpio_wheel() {
    "$python" -c '
import platform, sys
sys.exit(sys.version_info >= (3, 13) or platform.machine() not in ("x86_64", "aarch64", "armv7l"))'
}

# --- System packages --------------------------------------------------------------------------------------------------

is_root() { [[ $(id -u) -eq 0 ]]; }

as_root() {
    if is_root; then "$@"; else sudo -n "$@"; fi
}

has_any() {
    local program
    for program; do command -v "$program" >/dev/null && return; done
    return 1
}

install_packages() {
    [[ $# -gt 0 ]] || return 0
    has_any apt-get || fail "this system has no apt-get; install what Debian calls: $*"
    is_root || sudo -n true 2>/dev/null ||
        fail "type this, then start again: sudo apt-get update && sudo apt-get install -y $*"
    say "installing with apt-get: $*"
    update_package_lists
    apt install --no-install-recommends "$@" || { end_interrupted && apt install --no-install-recommends "$@"; } ||
        fail "apt-get could not install $*: $(last_error); see $log"
}

update_package_lists() {
    [[ -z $lists_are_fresh ]] || return 0
    apt update || say "apt-get update failed, going on with the old package lists: $(last_error)"
    lists_are_fresh=yes
}

# A plug was pulled while packages were installed.
end_interrupted() {
    grep -q 'dpkg was interrupted' "$log" || return 1
    say "ending an installation that was interrupted"
    as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C dpkg --configure -a </dev/null >>"$log" 2>&1
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
        apt-get -q -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" </dev/null >>"$log" 2>&1
}

last_error() {
    if grep -qE 'NewConnectionError|NameResolutionError|ConnectTimeoutError|Temporary failure resolving' "$log"; then
        echo "no connection to the package server"
    elif grep -q CERTIFICATE_VERIFY_FAILED "$log"; then
        echo "the certificate of the package server is not trusted"
    else
        { grep -iE '^(E:|error)' "$log" || cat "$log"; } | tail -n 1
    fi
}

need_python() {
    find_python && return
    install_packages python3 python3-venv
    find_python || fail "Python 3.11 to 3.13 is needed, this system has $(/usr/bin/python3 --version 2>&1)"
}

need_compiler() {
    local missing=()
    has_any cc || missing+=(gcc libc6-dev)
    has_headers || missing+=(python3-dev)
    has_module ensurepip || missing+=(python3-venv)
    has_lgpio_wheel || has_any swig || missing+=(swig)
    install_packages "${missing[@]}"
    has_headers || fail "$python has no header files (Python.h)"
    has_module ensurepip || fail "$python has no module ensurepip"
}

need_test_programs() {
    local missing=()
    has_any chromium chromium-browser google-chrome || missing+=(chromium)
    has_any chromedriver || missing+=(chromium-driver)
    has_any dot || missing+=(graphviz)
    has_any node || missing+=(nodejs)
    has_any npm || missing+=(npm)
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
    has_any openscad || missing+=(openscad)
    has_any pdftoppm || missing+=(poppler-utils)
    install_packages "${missing[@]}"
}

need_broker() {
    has_any mosquitto /usr/sbin/mosquitto || install_packages mosquitto
}

# --- Python packages --------------------------------------------------------------------------------------------------

make_venv() {
    is_whole_venv && return
    say "making a virtual environment with $("$python" --version 2>&1)"
    "$python" -m venv --clear "$venv" >>"$log" 2>&1 || fail "no virtual environment in $venv: $(last_error)"
    printf '%s\n' "$here" >"$venv/place"
}

# One whose folder was renamed has programs that start with a path that is gone.
is_whole_venv() {
    is_suitable "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1 || return 1
    [[ ! -e $venv/place || $(<"$venv/place") == "$here" ]]
}

pip() { "$venv/bin/python" -m pip "$@" </dev/null >>"$log" 2>&1; }

pip_install() {
    local what=$1
    shift
    pip install "$@" || fail "pip could not install $what: $(last_error); see $log"
}

# A MicroPython that runs in Node, for the tests of the firmware, and what checks the scripts of the pages.
install_npm_packages() {
    npm install --prefix "$venv" --no-save --no-package-lock --no-audit --no-fund \
        @micropython/micropython-webassembly-pyscript@1.27.0 eslint@9.39.1 typescript@5.9.3 </dev/null >>"$log" 2>&1 ||
        fail "npm could not install what the tests need: $(last_error); see $log"
}

# Lists what a profile needs to be built and to run, as pyproject.toml asks for it.
list_requirements() {
    "$venv/bin/python" - "$here/pyproject.toml" "$1" <<'EOF'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    settings = tomllib.load(file)
extras = {"run": [], "hub": ["hub", "print"], "test": ["hub", "print", "fast", "dev"]}.get(sys.argv[2], [sys.argv[2]])
extra = settings["project"]["optional-dependencies"]
lists = [settings["build-system"]["requires"], settings["project"]["dependencies"], *(extra[each] for each in extras)]
print(*sum(lists, ["mfrc522>=0.0.7,<0.0.8", "setuptools>=77"]), sep="\n")
EOF
}

install_python_packages() {
    say "installing Python packages; the first time this takes some minutes"
    install_locked "$1"
    # Not built in isolation, so that nothing is fetched when all that is needed is already there.
    pip_install "the program" --no-build-isolation --no-deps ${editable:+--editable} "$here"
}

# The lock is complete, and what pip would look up itself is what it must not have: mfrc522 asks for RPi.GPIO, whose
# files would overwrite those of rpi-lgpio. PYPI tells the source of lgpio that it has its C library with it.
install_locked() {
    wanted "$1" >"$venv/requirements.txt"
    sed -n '/^setuptools==/,/[^\\]$/p' -- "$venv/requirements.txt" >"$venv/builder.txt"
    pip_install "what compiles lgpio and spidev" --no-deps --requirement "$venv/builder.txt"
    PYPI=1 pip_install "what the program needs" --no-deps --no-build-isolation --requirement "$venv/requirements.txt"
    if pip show RPi.GPIO; then
        pip uninstall -y RPi.GPIO
        PYPI=1 pip_install rpi-lgpio --no-deps --force-reinstall --requirement "$venv/requirements.txt"
    fi
}

# The files of 32-bit systems come from piwheels, which builds its own of the same versions: no lock can know them.
wanted() {
    if "$python" -c 'import sys; sys.exit(sys.maxsize < 2**32)'; then cat -- "$(lock_of "$1")"; else
        sed '/^ *--hash/d; s/ *\\$//' -- "$(lock_of "$1")"
    fi
}

# What was installed may want a library that the system lacks, or another processor; then it is not ready.
try_imports() {
    local said modules=$RUN_MODULES
    [[ $1 == run || $1 == print ]] || modules+=" psycopg sqlalchemy"
    [[ $1 == run ]] || modules+=" reportlab.pdfgen.canvas"
    # shellcheck disable=SC2086  # words
    said=$("$venv/bin/python" -c "$IMPORTING" $modules 2>&1) || fail "what was installed does not run here: ${said##*$'\n'}"
}

# All but RPi.GPIO and mfrc522, which can be imported on a Raspberry Pi only. lgpio leaves a pipe where it is imported.
RUN_MODULES="PIL.Image cryptography.x509 gpiozero lgpio luma.core.device luma.oled.device msgspec paho.mqtt.client segno serial
    smbus2 spidev starlette.applications uvicorn"
IMPORTING='
import importlib, os, sys, tempfile
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for module in sys.argv[1:]:
        importlib.import_module(module)'

lock_of() { printf '%s\n' "$here/deploy/lock/$1.txt"; }

# For every system and Python that is supported, with the hashes of all files of a release. The smaller profiles have
# the versions of the largest.
lock() {
    need_run
    take_turn
    local profile newest=/dev/null
    pip_install "what makes the lock" --target "$venv/uv" --upgrade uv
    for profile in test run hub print fast; do
        say "locking $profile"
        list_requirements "$profile" | "$venv/uv/bin/uv" pip compile - --quiet --upgrade --universal \
            --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "./setup.sh lock" \
            --overrides <(echo "RPi.GPIO; sys_platform == 'never'") --constraints "$newest" \
            --output-file "$(lock_of "$profile")" >>"$log" 2>&1 || fail "uv: $(last_error); see $log"
        newest=$(lock_of test)
    done
}

# --- Profiles ---------------------------------------------------------------------------------------------------------

digest() {
    {
        cat -- "$here"/{pyproject.toml,setup.sh,deploy/lock/*.txt}
        printf '%s\n' "$here"
        readlink -f -- "$venv/bin/python"
    } | sha256sum
}

is_ready() {
    [[ -x $venv/bin/python && -x $venv/bin/banker ]] || return 1
    local profile
    for profile; do
        [[ -e $venv/ready-$profile && $(<"$venv/ready-$profile") == "$(digest)" ]] && return
    done
    return 1
}

prepare() {
    local profile=$1
    shift
    [[ $(uname -s) == Linux ]] || fail "Linux is needed (on Windows: WSL)"
    take_turn
    need_python
    need_compiler
    [[ $profile == run ]] || need_broker
    [[ $profile != test ]] || need_test_programs
    make_venv
    install_python_packages "$profile"
    try_imports "$profile"
    [[ $profile != test ]] || install_npm_packages
    digest >"$venv/ready-$profile"
    exec 9>&-
    say "ready"
}

# One setup at a time; the lock is the open log, and ends with the process or when it is closed.
take_turn() {
    { exec 9>>"$log"; } 2>/dev/null || fail "${log%/*} cannot be written to"
    flock --nonblock 9 || { say "waiting for another setup to end" && flock 9; }
    : >"$log"
}

need_fast() {
    need_run
    is_fast || make_fast
}

# Compiled are the rules and bots; the rest of the program stands beside them as it is (companion/compiled.py).
is_fast() { [[ -e $venv/fast/ready && $(<"$venv/fast/ready") == "$(fast_digest)" ]]; }

fast_digest() {
    { digest && find "$here"/companion/{rules,bots} "$here/deploy/native.py" -name '*.py' -print0 | sort -z | xargs -0 sha256sum; } |
        sha256sum
}

make_fast() {
    take_turn
    is_fast && return
    local of
    of=$(fast_digest)
    printf '%s\n' "$of" >"$venv/fast-tried"
    say "compiling the rules; this takes some minutes"
    copy_for_compiler
    rm -rf -- "$venv/fast"
    compiled install --target "$venv/fast"
    find "$venv/fast" -mindepth 2 -maxdepth 2 -path '*/companion/*' ! -name rules ! -name bots -exec rm -rf -- {} +
    "$venv/bin/python" "$here/companion/compiled.py" "$here/companion" >"$venv/fast/stamp"
    printf '%s\n' "$of" >"$venv/fast/ready"
    say "ready"
}

# The compiler leaves its results beside the sources, so it gets a copy of them, and one that it compiles well.
copy_for_compiler() {
    need_python
    need_compiler
    rm -rf -- "$venv/fast-source"
    mkdir -- "$venv/fast-source"
    cp -r -- "$here"/{companion,pyproject.toml,README.md,LICENSE} "$venv/fast-source"
    install_locked fast
    "$venv/bin/python" "$here/deploy/native.py" "$venv/fast-source" >>"$log" 2>&1 ||
        fail "the sources could not be prepared for the compiler: $(last_error); see $log"
}

compiled() {
    HATCH_BUILD_HOOK_ENABLE_MYPYC=true pip "$@" --no-build-isolation --no-deps "$venv/fast-source" ||
        fail "pip could not make the compiled program: $(last_error); see $log"
    rm -rf -- "$venv/fast-source"
}

# The first simulation has the rules compiled for the later ones, beside it and behind all else; once for the same
# sources, and only where nothing has to be installed by apt.
compile_meanwhile() {
    if is_fast || ! has_any cc || ! find_python || ! has_headers; then return; fi
    [[ ! -e $venv/fast-tried || $(<"$venv/fast-tried") != "$(fast_digest)" ]] || return 0
    say "compiling the rules in the background; later simulations will be faster"
    nice -n 19 "$here/setup.sh" compile </dev/null >/dev/null 2>&1 &
}

# Files for pip in dist/: the program as it is, and one with compiled rules for this kind of machine and Python.
make_wheels() {
    need_run
    take_turn
    say "making wheels; this takes some minutes"
    pip wheel --no-build-isolation --no-deps --wheel-dir "$here/dist" "$here" ||
        fail "pip could not make a wheel: $(last_error); see $log"
    copy_for_compiler
    compiled wheel --wheel-dir "$here/dist"
    say "ready: $(cd -- "$here/dist" && echo *.whl)"
}

need_run() { is_ready run hub print test || prepare run; }
need_hub() { is_ready hub test || prepare hub; }
need_print() { is_ready print test || prepare print; }
need_test() { is_ready test || prepare test; }

# --- Commands ---------------------------------------------------------------------------------------------------------

banker() {
    case ${1:-} in
        hub) need_hub ;;
        labels) need_print ;;
        *) need_run ;;
    esac
    [[ ${1:-} != simulate ]] || compile_meanwhile
    exec "$venv/bin/banker" "$@"
}

fast() {
    need_fast
    exec 9>&-
    export BANKER_COMPILED=$venv/fast
    [[ ${1:-} != test ]] || check "${@:2}"
    exec "$venv/bin/banker" "$@"
}

check() {
    need_test
    cd -- "$here"
    say "checking style"
    "$venv/bin/ruff" check
    "$venv/bin/ruff" format --check
    "$venv/node_modules/.bin/eslint" companion/web/static
    say "checking types"
    "$venv/bin/python" -m mypy
    "$venv/node_modules/.bin/tsc" --project tsconfig.json
    say "running the tests"
    # All of them share the cores, file by file; what is chosen runs as pytest runs it.
    [[ $# -gt 0 ]] || set -- --numprocesses auto --maxprocesses 8 --dist loadfile
    exec "$venv/bin/python" -m pytest "$@"
}

# shellcheck source=deploy/install.sh
install_or_not() {
    source "$here/deploy/install.sh"
    "$1"_table
}

case ${1:-help} in
    install | uninstall) install_or_not "$1" ;;
    play | demo) banker "$@" ;;
    banker) banker "${@:2}" ;;
    fast) fast "${@:2}" ;;
    test) check "${@:2}" ;;
    compile) need_fast ;;
    wheel) make_wheels ;;
    lock) lock ;;
    help | -h | --help) usage ;;
    *)
        usage >&2
        fail "unknown command: $1"
        ;;
esac
