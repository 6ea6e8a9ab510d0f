"""The names of the computer players, and the sign that shows that they aren't people."""

SIGN = "🤖"  # before their names; people's names lose it
LIKE_IT = "🤖⚙⛭⛮⛯🦾🦿"

# By number from 1, which the log keeps: add new ones at the end
CAST = ("Bramble", "Corvin", "Dapple", "Ember", "Fennel", "Moss", "Quill", "Thistle")


def called(number: int) -> str:
    """The name of a computer player, with the sign."""
    return f"{SIGN} {CAST[number - 1]}"


def unsigned(name: str) -> str:
    """A person's name, without what would make them look like a computer player, or what no database stores."""
    return "".join(letter for letter in name if letter not in LIKE_IT and letter != "\0" and not _is_half(letter))


def _is_half(letter: str) -> bool:
    """Whether it is half of a letter of two, which UTF-8 doesn't have."""
    return "\ud800" <= letter <= "\udfff"


def as_user(number: int) -> int:
    """What stands for a computer player in the log, in place of a user's id: below 0, as no id is."""
    return -number


def of_user(user_id: int | None) -> int | None:
    """The number of the computer player that this stands for; None: it is a user's id, or nobody."""
    return -user_id if user_id is not None and user_id < 0 else None
