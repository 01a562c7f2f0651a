"""What an accelerometer feels while a cube is thrown, as steps of ms, x, y, z in thousandths of g."""

UP = {1: [0, 0, 1000], 6: [0, 0, -1000], 2: [1000, 0, 0], 5: [-1000, 0, 0], 3: [0, 1000, 0], 4: [0, -1000, 0]}


def throw(face: int) -> list[list[int]]:
    """Shaken, in the air for 80 ms (3 cm), a hit, a tumble, at rest with this face up."""
    return [
        [30, 200, 900, 700],
        [30, -600, 300, 1100],
        [80, 30, 40, 100],
        [20, 1800, -2400, 900],
        [30, 800, 500, -300],
        [30, *[value * 9 // 10 for value in UP[face]]],
        [0, *UP[face]],
    ]


def put(face: int) -> list[list[int]]:
    """Taken up, turned by hand and put down gently."""
    return [[60, 200, 300, 950], [60, 500, 500, 700], [60, 700, -600, 300], [0, *UP[face]]]
