"""A computer player says why in the language of whoever asks, and thinks the same in each."""

import pytest

from engine import GAMES, Chance, Playthrough, encode
from languages import ENGLISH, speaking
from players.answer import Question, What, answer, read_opinion

from ..languages.pseudo import CODE, spoken_here

LUCK = "a seed"


@pytest.mark.parametrize("key", GAMES)
def test_it_says_why_in_the_language_of_who_asks(key: str) -> None:
    game = GAMES[key]
    seats = min(game.seats)
    play = Playthrough.deal(game, seats, (game.alone if seats == 1 else None) or game.options(), Chance(f"{1:064x}"))
    while len(play.legal_moves) < 2:
        play.play(play.legal_moves[0])
    seat = play.to_act
    assert seat is not None
    view, moves, heard = play.view(seat), play.legal_moves, play.heard(seat)

    def asked(what: What) -> Question:
        return Question.about(game, what, "easy", view, moves, heard, luck=LUCK, wished=[(move,) for move in moves[:3]])

    plain, plain_move = asked("opinion"), asked("move")
    with spoken_here(), speaking(CODE):
        foreign, foreign_move = asked("opinion"), asked("move")
        with speaking(ENGLISH):  # as in the process that thinks
            said = read_opinion(game, answer(encode(foreign)), moves)
    known = read_opinion(game, answer(encode(plain)), moves)
    assert all(text.startswith("[") for text in (*said.reasons, *(each.reason for each in said.weighed)))
    assert not any(text.startswith("[") for text in (*known.reasons, *(each.reason for each in known.weighed)))
    assert [each.move for each in said.weighed] == [each.move for each in known.weighed]
    assert foreign_move == plain_move, "a move is the same in each language"
