"""The rules pages of Advyria."""

from ..words import Page

RULES = (
    Page(
        "The guilds of Advyria",
        "A game by **Stefan Wenz** for 1 to 4: against each other, together, or alone. The land, its names and "
        "its pictures are ours.\n\n"
        "Your aim: the **most gold** when the cards or the tiles run out.\n\n"
        "Twenty-six tiles lie face down on the quest spaces: 14 **gold** and 12 **adventures** in four colours. "
        "Move your pawn to them.\n"
        "- **Gold** comes to you as a **village**. It is worth nothing until you flip it to its gold side.\n"
        "- An **adventure** is yours if you have its card when you get there.\n\n"
        "At the end each flipped village is worth **2 gold** and each adventure **5**. An adventure on your secret "
        "**hero card** brings **5 more**. Each of your **losses** costs 1.",
    ),
    Page(
        "The cards",
        "Play 2, 3 or 4 of a kind as a **set**. It works once, twice or three times:\n"
        "🐎 **Knights of Fortune**: roll the die and move up to that many steps. You pass over other pawns but "
        "can't stop on one. Then the tile you stand on is turned up. Staying counts as moving.\n"
        "⚔️ **Warriors**: flip one of your villages to gold.\n"
        "🧚 **Fairies**: look at a face-down tile. Only you see it. A set of four also takes away one of your "
        "losses.\n\n"
        "🧙 A **Wizard** is played alone: hand level +1 (14 at most), losses +1 (11 at most).\n"
        "🎭 A **Joker** stands for any of these four. A set may be all Jokers. As a Wizard it brings no loss."
        "\n\nThe deck: 24 Knights of Fortune, 28 Warriors, 24 Fairies, 14 Wizards, 8 Jokers, 12 adventures.",
    ),
    Page(
        "Your turn",
        "Before the first turn everybody puts a pawn on a guild and gets three cards.\n\n"
        "1. Draw **three cards**.\n"
        "2. Play as many cards and sets as you like, in any order. Finish one before you play the next. You can't "
        "play what would do nothing.\n"
        "3. Discard down to your **hand level**. It starts at 3, 4, 5 or 6 with one, two, three or four "
        "players.",
    ),
    Page(
        "Adventures",
        "When your move ends on an adventure you are asked whether you complete it. With its card you may: card "
        "and tile are yours for good. Without it the tile stays, face up. Anyone who comes later with the card can "
        "complete it.\n"
        "If you draw the card while you stand there, you must move again. Staying with a Knight is enough.\n\n"
        "Or play an adventure card **for its colour**, by itself:\n"
        "🟥 red: move to any space without another pawn\n"
        "🟦 blue: hand level +2\n"
        "🟨 yellow: flip up to three villages\n"
        "🟩 green: look at up to four face-down tiles",
    ),
    Page(
        "The unfriendly manoeuvre",
        "You have moved with Knights or a red card, and your pawn is now next to another player's. Do they have "
        "**more cards** than you? Then you may take two of them, unseen, and must send their pawn to a free guild "
        "of your choice.\n\n"
        "Once a turn. Only you two learn which cards moved, and you may play them at once. Next to several such "
        "players you choose one.",
    ),
    Page(
        "The end",
        "The **grand finale** starts after the turn that empties the draw pile. Nobody draws for free any more. "
        "Before you play anything, you may pay one Wizard a turn to draw three cards. That Wizard leaves the game. "
        "A Joker won't do. If the pile runs out, the discards are shuffled into a new one.\n\n"
        "The game ends in the finale once everybody in a row has drawn and played nothing. At any time it ends "
        "after the turn that takes the last tile. With equal gold the win is shared.\n\n"
        "**Together** you add up all gold; **alone** yours counts. Up to 25 is poor, to 50 little praiseworthy, to "
        "70 adventurous, to 85 remarkable, to 95 grandiose. From 96 on you are godlike.\n"
        "Together you may talk about your hands but not show them. Only the manoeuvre passes cards.",
    ),
    Page(
        "Heroes, and simpler games",
        "A hero card shows three adventures of different colours. You get one in secret; all are shown at the end. "
        "Nobody sees the heroes that weren't dealt.\n\n"
        "Whoever opens the table may leave out parts of the game, in any mix: special actions, the grand finale, "
        "unfriendly manoeuvres, heroes.\n"
        "With **simple scoring** only completed adventures count, and gold coins break a tie.\n"
        "With **open hands** everyone sees all hands. Heroes stay secret, and a manoeuvre takes unseen cards.",
    ),
    Page(
        "How we read the rules",
        "Where the rules leave something open, or their pictures are lost, this hall plays it so:\n"
        "- The land, the heroes' adventures and the numbers of cards are ours.\n"
        "- Each adventure is on one hero card.\n"
        "- If nobody saw a dragon last, chance decides who starts.\n"
        "- You can't play a card or set that would do nothing.\n"
        "- You finish a set before you play the next. You may stop looking or flipping early.\n"
        "- A red card can't complete its own adventure when it is played for its colour.\n"
        "- For a manoeuvre hands are compared after the move; cards you played don't count.\n"
        "- Next to a guild counts for a manoeuvre too. The pawn must be sent, and turns up nothing where it "
        "arrives.\n"
        "- Everybody who reaches an adventure is asked, card or no card, so that nobody learns of a hand. Alone "
        "you are asked only if you have the card.\n"
        "- Together, whoever plays an empty seat sees what that seat sees, its hand too.\n"
        "- Without the finale some players may get one turn more.\n"
        "- With simple scoring a game together or alone is not rated.",
    ),
)
