"""The Decktet's 45 cards, counted as its designer's lists have them."""

from collections import Counter

from engine.decktet import BASIC, CARDS, EXCUSE, EXTENDED, RANKS, SUITS, card_name, card_names


def test_forty_five_cards_of_six_suits() -> None:
    assert len(CARDS) == len(EXTENDED) == len({card.name for card in CARDS}) == 45
    assert Counter(RANKS) == {0: 1, 1: 6, **dict.fromkeys(range(2, 10), 3), 10: 6, 11: 4, 12: 4}
    assert list(RANKS) == [*sorted(RANKS[:-1]), 0]
    by_rank = {0: 0, 1: 1, **dict.fromkeys(range(2, 10), 2), 10: 1, 11: 3, 12: 3}
    for name, _, rank, suits, _ in CARDS:
        assert len({*suits}) == len(suits) == by_rank[rank], name
        assert list(suits) == sorted(suits), name


def test_the_basic_deck_has_each_suit_ten_times_and_each_rank_each_suit_once() -> None:
    assert len(BASIC) == 36
    assert Counter(suit for card in BASIC for suit in CARDS[card].suits) == dict.fromkeys(range(6), 10)
    for rank in range(1, 11):
        assert sorted(suit for card in BASIC if RANKS[card] == rank for suit in CARDS[card].suits) == [*range(6)]
    for rank in (11, 12):  # Pawns and Courts have each suit twice
        suits = Counter(suit for card in CARDS if card.rank == rank for suit in card.suits)
        assert suits == dict.fromkeys(range(6), 2)


def test_kinds() -> None:
    kinds = Counter(card.kinds for card in CARDS)
    assert kinds == {(): 7, ("personality",): 14, ("location",): 11, ("location", "event"): 3, ("event",): 10}
    both = {card.name for card in CARDS if card.kinds == ("location", "event")}
    assert both == {"the Origin", "the Market", "the End"}


def test_names_say_what_counts() -> None:
    assert SUITS == ("Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots")
    assert [card_name(card) for card in (2, 6, 30, 36, 43, EXCUSE)] == [
        "the Ace of Waves",
        "the Author (2 of Moons and Knots)",
        "the Huntress (10 of Moons)",
        "the Harvest (11 of Moons, Suns and Leaves)",
        "the Window (12 of Suns, Leaves and Knots)",
        "the Excuse",
    ]
    assert card_names((0, 1, EXCUSE)) == "the Ace of Moons, the Ace of Suns and the Excuse"
    assert card_names((0,)) == "the Ace of Moons"
