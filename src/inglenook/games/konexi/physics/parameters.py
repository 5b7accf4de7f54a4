"""What the physics of Konexi go by."""

from msgspec import Struct


class Physics(Struct, frozen=True):
    """All of it, apart from the shapes and weights of the letters."""

    stiffness: float = 300
    """Of a joint, N·mm/rad."""
    damping: float = 10
    """Of a joint, N·mm·s/rad."""
    holding: float = 15
    """N·mm. A joint that is bent harder for `patience` samples in a row lets go."""
    pull_out: float = 0.5
    """N. So does one whose tooth is pulled harder along its axis."""
    patience: int = 4
    armature: float = 40
    """Of a joint, g·cm²."""
    friction: float = 0.7
    impratio: float = 3
    """How much stiffer contacts are against slipping than against being pressed."""
    solref: tuple[float, float] = (0.007, 1.5)
    """How contacts and second connections give: a time constant in s, and their damping. With less
    damping, feet that leave the table and come back keep some towers rocking for ever."""
    slack: float = 0.3
    """mm by which letters are smaller on each side for each other: where they are joined
    they may run half a millimetre into each other."""
    foot: float = 1
    """The letter on the table stands on spheres of this radius, mm, one in each of its corners."""
    gravity: float = 981
    """cm/s²."""
    step: float = 0.002
    """s."""
    iterations: int = 30
    sample: int = 2
    """Steps between two looks at the tower."""
    release: float = 0.6
    """Seconds in which the hand lets go of the new letter's weight."""
    hand: float = 20
    """g. Times the error, a velocity, it is the momentum that the hand passes on."""
    push: float = 0.02
    """Seconds in which it does so."""
    least: float = 0.6
    most: float = 5
    """How long a tower is watched, s: at least, and at most until it is at rest."""
    rest: float = 0.001
    """rad/s: a tower is at rest if it turns more slowly now and `ahead` seconds later."""
    ahead: float = 0.01
    """A tower that sways stops for a moment, too, where it turns back."""
    tremor: float = 0.02
    """rad/s: slow enough for a tower that has been watched for `tremble` seconds."""
    tremble: float = 3
    """A few towers tremble on their feet without end, as the engine has them."""
    tilt: float = 15
    """Degrees by which the letter on the table may tilt."""
    tumble: float = 2.4
    """Seconds of a fall that are shown once it is one. Only for the eyes, as is the next."""
    hold: tuple[float, float] = (0.5, 0)
    """What a joint still holds then, of what it held before: at first, and in the end. What shakes
    loose takes others along."""

    @property
    def look(self) -> float:
        """Seconds between two looks at the tower."""
        return self.sample * self.step


PHYSICS = Physics()
"""What the rules judge towers by."""
