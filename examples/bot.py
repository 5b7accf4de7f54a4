"""A bot for Kewbz: it tries each move, and takes the one after which it leads by most.

inglenook arena kewbz --a examples/bot.py:Lookahead --b pebble
"""

import inglenook


class Lookahead:
    """One move deep, by the score as it stands. See docs/bots.md."""

    def choose(self, view, seat, level, rng):
        game = inglenook.find_game("kewbz")
        state = game.determinize(view, rng)

        def lead(move):
            scores = game.scores(game.apply(state, inglenook.Entry(0, 0, seat, move)))
            return scores[seat] - scores[1 - seat]

        return max(rng.shuffled(game.legal(state, seat)), key=lead)
