"""How a game ends, what it is worth, what is claimed of it: drawn at random."""

from __future__ import annotations

from tests.whole.draft import Draft
from tests.whole.parts import Ending, Env
from tests.whole.saying import Name, Said, Sight, both, constant


def judge(draft: Draft) -> None:
    """Endings, scores and claims."""
    _endings(draft)
    _scores(draft)
    _claims(draft)


def _endings(draft: Draft) -> None:
    number = draft.dice.choice([0, 0, 1, 1, 2, 3]) if draft.kind != "goal" else draft.dice.choice([1, 1, 2, 3])
    for place in range(number):
        kind = (
            draft.dice.choice(["win", "win", "lose", "draw", "end"])
            if draft.several
            else draft.dice.choice(["lose", "draw", "end", "goal"])
        )
        _ending(draft, "goal" if draft.kind == "goal" and place == 0 else kind)


def _ending(draft: Draft, kind: str) -> None:
    who, each, sight = None, "", draft.all
    head = "goal" if kind == "goal" else f"{kind} when"
    if kind in ("win", "lose") and draft.several:
        if draft.chance(0.4):
            each, sight = "q", sight.with_names(Name("q", "player"), *draft.of_player("q"))
            head = f"{kind} q: Player when"
        else:
            who = draft.say.player(draft.sight)
            head = f"{kind} {who.text} when"
    test = _rare(draft, sight)
    if draft.chance(0.15) and kind != "goal":
        test = Said("stuck()", lambda env: env["stuck"])
    draft.text.append(f"{head} {test.text}")
    if kind in ("win", "lose") and who is None and not each:
        who = constant("Solo")
    draft.model.endings.append(Ending(kind, test.of, who.of if who else None, each))


def _rare(draft: Draft, sight: Sight) -> Said:
    """A condition that does not often hold, else most games would be over at once."""
    if draft.chance(0.3):
        return draft.say.truth(sight, 1)
    name = draft.dice.choice([each for each in sight.of("number") if each.kind is not None])
    assert name.kind is not None
    value = draft.dice.choice([name.kind.low, name.kind.high, name.kind.high])
    test = both("({0} == {1})", lambda a, b: a == b, name.said, constant(value))
    return test if draft.chance(0.4) else both("({0} and {1})", lambda a, b: a and b, test, draft.say.truth(sight, 1))


def _scores(draft: Draft) -> None:
    if draft.kind == "goal" or (draft.kind != "score" and draft.chance(0.4)):
        return
    draft.text.append("score p: Player" if draft.several else "score")
    if draft.several and draft.chance(0.6 if draft.own else 0.3):
        _what_one_wins(draft)
        return
    names = (Name("p", "player"), *draft.of_player("p")) if draft.several else ()
    for number in range(draft.dice.randint(1, 2)):
        value = draft.say.number(draft.all.with_names(*names))
        draft.text.append(f"  line{number}: {value.text}")
        draft.model.scores.append(value.of)


def _what_one_wins(draft: Draft) -> None:
    """The others lose; where two play that is the same for both."""
    value, first = (
        _matched(draft) if draft.own and draft.chance(0.6) else draft.say.number(draft.all),
        draft.model.players[0],
    )
    draft.text.append(f"  stake: {value.text} if p == {first} else -({value.text})")
    draft.model.scores.append(lambda env: value.of(env) if env["p"] == first else -value.of(env))


def _matched(draft: Draft) -> Said:
    """A number for each way two entries that are not seen by all may stand to each other; perhaps something more."""
    one, other = [name.said for name in draft.secret[:2]]
    less, equal, more = [draft.say.literal(-3, 3) for _ in range(3)]
    text = (
        f"({less.text} if {one.text} < {other.text} else {equal.text} if {one.text} == {other.text} else {more.text})"
    )

    def of(env: Env) -> int:
        a, b = one.of(env), other.of(env)
        return int((less if a < b else equal if a == b else more).of(env))

    return (
        Said(text, of)
        if draft.chance(0.5)
        else both("({0} + {1})", lambda a, b: a + b, Said(text, of), draft.say.number(draft.all, 1))
    )


def _claims(draft: Draft) -> None:
    for number in range(draft.dice.choice([0, 0, 1, 2])):
        mode = draft.dice.choice(["always", "never", "sometimes"])
        test = draft.say.truth(draft.all, 1)
        if draft.chance(0.2):
            test = both("({0} and {1})", lambda a, b: a and b, Said("stuck()", lambda env: env["stuck"]), test)
        draft.text.append(f'claim {mode} "claim {number}": {test.text}')
        draft.model.claims.append((mode, f"claim {number}", test.of))
