"""Builds the die that `settings` describes on the Pico's pins and runs it; the only file that knows the chip."""

import hashlib
import os
import time

import machine

from companion.devices.die_protocol import DieEnd
from firmware import chance
from firmware.accelerometers import Lis3dh, Mpu6050
from firmware.button import Button
from firmware.cube import Cube
from firmware.links import UartLink, UsbLink
from firmware.max7219 import Digits, Matrices
from firmware.memory import FileMemory
from firmware.roller import Roller

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType as Settings

_PAUSE_MS = 2
_SENSOR_EVERY_MS = 10
_SPI_HZ = 1_000_000
_I2C_HZ = 400_000


def run(settings: "Settings") -> None:
    """Be a die for ever."""
    end = DieEnd(settings.KIND, machine.unique_id().hex(), FileMemory(), getattr(settings, "DICE", 2))
    link = make_link(settings)
    tell = {"roller": make_roller, "cube": make_cube}[settings.KIND](settings, end)
    then = time.ticks_ms()
    while True:
        end.receive(link.read())
        now = time.ticks_ms()
        passed, then = time.ticks_diff(now, then), now
        tell(passed)
        end.passed(passed)
        if end.out:
            out, end.out = end.out, b""
            link.write(out)
        time.sleep_ms(_PAUSE_MS)


def make_link(settings: "Settings") -> "UsbLink | UartLink":
    """Open the way to the bank."""
    if settings.LINK == "usb":
        return UsbLink()
    pins = machine.Pin(settings.UART_TX), machine.Pin(settings.UART_RX)
    return UartLink(machine.UART(settings.UART, baudrate=settings.UART_BAUD, tx=pins[0], rx=pins[1], rxbuf=256))


def make_roller(settings: "Settings", end: DieEnd) -> "Callable[[int], None]":
    """Give a function that takes the milliseconds that have passed."""
    pin = machine.Pin(settings.BUTTON, machine.Pin.IN, machine.Pin.PULL_UP)
    display = {"matrix": Matrices, "digits": Digits}[settings.DISPLAY](chip_writer(settings))
    pool = chance.Pool(os.urandom, lambda raw: hashlib.sha256(raw).digest())
    button = Button(pin.value)
    roller = Roller(end, lambda: chance.face(pool.byte), display.show, settings.TUMBLE_MS)

    def tell(ms: int) -> None:
        if button.passed(ms):
            roller.press()
        roller.passed(ms)

    return tell


def chip_writer(settings: "Settings") -> "Callable[[bytes], None]":
    """Give a function that sends bytes to the display while its chip select is low."""
    select = machine.Pin(settings.SPI_CS, machine.Pin.OUT, value=1)
    spi = machine.SPI(
        settings.SPI, baudrate=_SPI_HZ, sck=machine.Pin(settings.SPI_SCK), mosi=machine.Pin(settings.SPI_TX)
    )

    def write(data: bytes) -> None:
        select.value(0)
        spi.write(data)
        select.value(1)

    return write


def make_cube(settings: "Settings", end: DieEnd) -> "Callable[[int], None]":
    """Give a function that takes the milliseconds that have passed, and looks at the sensors every 10 of them."""
    i2c = machine.I2C(settings.I2C, freq=_I2C_HZ, sda=machine.Pin(settings.I2C_SDA), scl=machine.Pin(settings.I2C_SCL))
    sensor = {"lis3dh": Lis3dh, "mpu6050": Mpu6050}[settings.SENSOR]
    lamp = machine.Pin(settings.LAMP, machine.Pin.OUT)
    cube = Cube(end, [sensor(i2c, address) for address in settings.ADDRESSES], lamp.value, settings.SIDES)
    gathered = [0]

    def tell(ms: int) -> None:
        gathered[0] += ms
        if gathered[0] >= _SENSOR_EVERY_MS:
            cube.passed(gathered[0])
            gathered[0] = 0

    return tell
