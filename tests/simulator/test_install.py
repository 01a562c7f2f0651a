import subprocess
import sys
from collections.abc import Iterator

import pytest

from companion.simulator import SimulatedBox, install, nodes


@pytest.fixture
def bench() -> Iterator[SimulatedBox]:
    with SimulatedBox() as bench:
        yield bench


def test_the_libraries_are_the_real_ones(bench: SimulatedBox) -> None:
    import gpiozero
    import lgpio
    import mfrc522
    import RPi.GPIO as GPIO
    import smbus2

    for library in (gpiozero, lgpio, mfrc522, GPIO, smbus2):
        assert "site-packages" in str(library.__file__)
    assert GPIO.RPI_INFO["TYPE"] == "Pi 4 Model B"


def test_installing_twice_is_nothing(bench: SimulatedBox) -> None:
    spidev = sys.modules["spidev"]
    install()
    assert sys.modules["spidev"] is spidev


def test_a_library_loaded_before_is_an_error() -> None:
    code = "import sys; sys.modules['spidev'] = sys\nfrom companion.simulator import install\ninstall()"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "install the simulator before importing spidev" in ended.stderr


def test_there_is_one_bench_at_a_time(bench: SimulatedBox) -> None:
    with pytest.raises(RuntimeError, match="close it first"):
        SimulatedBox()


def test_closing_leaves_nothing_behind() -> None:
    bench = SimulatedBox()
    link = bench.die.link
    assert link.exists()
    bench.close()
    assert not link.parent.exists()
    assert (nodes.spi, nodes.i2c, nodes.gpiochips) == ({}, {}, {})


def test_two_owners_of_a_line_are_the_kernels_busy(bench: SimulatedBox) -> None:
    import lgpio
    import RPi.GPIO as GPIO

    handle = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_output(handle, 25)
    GPIO.setmode(GPIO.BCM)
    with pytest.raises(lgpio.error, match="GPIO not allocated"):
        GPIO.setup(25, GPIO.OUT)
    lgpio.gpiochip_close(handle)
    GPIO.setup(25, GPIO.OUT)
    with pytest.raises(lgpio.error, match="can not open gpiochip"):
        lgpio.gpiochip_open(3)


def test_missing_nodes_are_missing_files(bench: SimulatedBox) -> None:
    import smbus2
    import spidev

    with pytest.raises(FileNotFoundError, match="No such file"):
        spidev.SpiDev(0, 1)
    with pytest.raises(FileNotFoundError, match="i2c-7"):
        smbus2.SMBus(7)
    with smbus2.SMBus(1) as bus, pytest.raises(OSError, match="Remote I/O"):
        bus.read_byte(0x20)


def test_a_list_to_send_is_overwritten_with_what_came_and_a_tuple_is_not(bench: SimulatedBox) -> None:
    import spidev

    node = spidev.SpiDev(0, 0)
    bench.rc522.set_reset_pin(1)
    version = [0xEE, 0]
    assert node.xfer2(version) is version == [0, 0x92]
    assert node.xfer2((0xEE, 0)) == version


def test_the_kernels_limit_of_a_transfer(bench: SimulatedBox) -> None:
    import spidev

    node = spidev.SpiDev(0, 0)
    with pytest.raises(OverflowError):
        node.xfer2([0] * 4097)
    node.close()
    with pytest.raises(OSError, match="Bad file"):
        node.xfer2([0])
