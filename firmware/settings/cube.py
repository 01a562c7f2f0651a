"""Settings of the cube; this file is `settings.py` on the Pico. Pins are GP numbers."""

KIND = "cube"

LINK = "uart"  # a Bluetooth module on a serial port, or "usb"
UART, UART_TX, UART_RX, UART_BAUD = 0, 0, 1, 9_600

SENSOR = "lis3dh"  # or "mpu6050", whose addresses are 0x68 and 0x69
ADDRESSES = (0x18,)  # one cube, thrown twice; (0x18, 0x19) for two cubes on cables, thrown together
DICE = 3  # with one cube: the third throw is the Speed Die's, 4 and 5 are Mr. M., 6 is the bus; 2 with two cubes
I2C, I2C_SDA, I2C_SCL = 0, 4, 5

SIDES = (2, 5, 3, 4, 1, 6)  # the faces that are up when +x, -x, +y, -y, +z, -z of the sensor points up

LAMP = "LED"  # the Pico's own, or the number of a pin with a LED
