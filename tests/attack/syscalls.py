"""Stops a child process at its n-th system call on the disk, to kill it there or to let the call fail (ptrace(2)).

    calls = count_calls(deed)                       # how many there are
    end = run(deed, Point(7, "kill"))               # it dies before its 7th call is carried out
    end = run(deed, Point(7, errno.ENOSPC))         # the 7th call fails with "no space left"

Needs Linux 5.3 (PTRACE_GET_SYSCALL_INFO) on x86-64 or 64-bit ARM.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from typing import NamedTuple

TRACEME, CONT, SYSCALL, POKEUSER = 0, 7, 24, 6
GETREGSET, SETREGSET, SETOPTIONS, GET_SYSCALL_INFO = 0x4204, 0x4205, 0x4200, 0x420E
SYSGOOD, EXITKILL = 1, 0x100000
ENTRY, EXIT = 1, 2
NT_PRSTATUS, NT_ARM_SYSTEM_CALL = 1, 0x404
ORIG_RAX, RAX = 15 * 8, 10 * 8

IS_ARM = platform.machine() == "aarch64"
CALLS = (
    {56: "open", 64: "write", 67: "read", 68: "write", 82: "sync", 83: "sync", 46: "cut", 38: "rename", 276: "rename"}
    | {34: "folder", 37: "link", 35: "delete", 32: "lock"}
    if IS_ARM
    else {2: "open", 257: "open", 1: "write", 17: "read", 18: "write", 74: "sync", 75: "sync", 77: "cut", 82: "rename"}
    | {264: "rename", 316: "rename", 83: "folder", 258: "folder", 86: "link", 265: "link", 87: "delete", 263: "delete"}
    | {73: "lock"}
)
OF_FILES = {"write", "read", "sync", "cut", "lock"}  # their first argument is an open file

_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
_libc.ptrace.restype = ctypes.c_long


class Point(NamedTuple):
    """The number of a call, from 1, and what happens at it: `kill`, or the number of an error."""

    call: int
    what: int | str


class End(NamedTuple):
    """How a child ended: what it reported, whether it was killed, the traceback it died of, the calls it made."""

    said: list[str]
    killed: bool
    crash: str
    calls: list[str]


Report = Callable[[str], None]
Deed = Callable[[Report], None]


def run(deed: Deed, point: Point | None = None) -> End:
    """Do something in a child process, with one thing going wrong."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _do(deed, writing)
    os.close(writing)
    calls: list[str] = []
    status = _follow(child, writing, point, calls)
    with os.fdopen(reading) as pipe:
        said = pipe.read().split("\0")[:-1]
    crash = "".join(each for each in said if each.startswith("Traceback"))
    return End([each for each in said if not each.startswith("Traceback")], os.WIFSIGNALED(status), crash, calls)


def calls_of(deed: Deed) -> list[str]:
    """The kinds of calls on the disk that a deed makes when nothing goes wrong."""
    end = run(deed)
    assert not end.crash, end.crash
    return end.calls


def _do(deed: Deed, pipe: int) -> None:
    _ptrace(TRACEME)
    os.kill(os.getpid(), signal.SIGSTOP)
    try:
        deed(lambda text: _say(pipe, text))
    except BaseException:  # noqa: BLE001 - told, since nobody else can
        _say(pipe, traceback.format_exc())
    finally:
        os._exit(0)


def _say(pipe: int, text: str) -> None:
    os.write(pipe, f"{text}\0".encode())


def _ptrace(request: int, pid: int = 0, address: int = 0, data: object = None) -> int:
    done: int = _libc.ptrace(request, pid, address, data)
    if done < 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    return done


def _follow(child: int, pipe: int, point: Point | None, calls: list[str]) -> int:
    """Let a child run from call to call to its end, which is given as `waitpid` tells it."""
    os.waitpid(child, 0)
    _ptrace(SETOPTIONS, child, 0, SYSGOOD | EXITKILL)
    failing = 0
    passed_on = 0
    while True:
        _ptrace(SYSCALL, child, 0, passed_on)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            return status
        passed_on = 0 if os.WSTOPSIG(status) == signal.SIGTRAP | 0x80 else os.WSTOPSIG(status)
        if passed_on:
            continue
        op, number, first = _info(child)
        if op == EXIT and failing:
            _set_result(child, -failing)
            failing = 0
        elif op == ENTRY and _counts(number, first, pipe):
            calls.append(CALLS[number])
            if point and len(calls) == point.call:
                if point.what == "kill":
                    os.kill(child, signal.SIGKILL)
                    return os.waitpid(child, 0)[1]
                failing = _let_fail(child, int(point.what))


def _counts(number: int, first: int, pipe: int) -> bool:
    kind = CALLS.get(number)
    return kind is not None and not (kind in OF_FILES and first in (0, 1, 2, pipe))


def _info(child: int) -> tuple[int, int, int]:
    """Whether a call begins or ends, its number and its first argument."""
    info = ctypes.create_string_buffer(88)
    _ptrace(GET_SYSCALL_INFO, child, len(info), info)
    return (info.raw[0], *struct.unpack_from("=QQ", info.raw, 24))


def _let_fail(child: int, error: int) -> int:
    """Keep the call from being carried out; give the error that it is to end with."""
    if IS_ARM:
        _regset(SETREGSET, child, NT_ARM_SYSTEM_CALL, ctypes.create_string_buffer(struct.pack("=i", -1), 4))
    else:
        _ptrace(POKEUSER, child, ORIG_RAX, -1)
    return error


def _set_result(child: int, result: int) -> None:
    if not IS_ARM:
        _ptrace(POKEUSER, child, RAX, result)
        return
    registers = ctypes.create_string_buffer(34 * 8)
    _regset(GETREGSET, child, NT_PRSTATUS, registers)
    struct.pack_into("=q", registers, 0, result)
    _regset(SETREGSET, child, NT_PRSTATUS, registers)


def _regset(request: int, child: int, kind: int, content: ctypes.Array[ctypes.c_char]) -> None:
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(content), len(content))
    _ptrace(request, child, kind, vector)


if __name__ == "__main__":
    sys.exit(__doc__)
