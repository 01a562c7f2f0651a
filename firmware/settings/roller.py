"""Settings of the roller; this file is `settings.py` on the Pico. Pins are GP numbers."""

KIND = "roller"

LINK = "usb"  # "usb", or "uart" for a serial port
UART, UART_TX, UART_RX, UART_BAUD = 0, 0, 1, 115_200

BUTTON = 15  # to ground

DISPLAY = "matrix"  # two 8x8 matrices in a chain, or "digits": one module of eight seven-segment digits
DICE = 2  # 3 with a third matrix, or with digits: the last is the Speed Die, thrown where the game has one
SPI, SPI_SCK, SPI_TX, SPI_CS = 0, 18, 19, 17

TUMBLE_MS = 700
