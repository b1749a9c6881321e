"""Every expression of a sentence, changed."""

from __future__ import annotations

from dataclasses import replace

from rules_dsl.ir.nodes import Each, Say, SayLabel
from rules_dsl.ir.nodes.pictures import Choices
from rules_dsl.ir.rebuild import Change


def rebuild_say(say: Say, change: Change) -> Say:
    """A sentence with each of its expressions changed."""
    each = None if say.each is None else Each(say.each.name, change(say.each.domain), say.each.type, span=say.each.span)
    labels = tuple([SayLabel(label.number, rebuild_choices(label.choices, change)) for label in say.labels])
    return replace(say, choices=rebuild_choices(say.choices, change), each=each, labels=labels, label=rebuild_choices(say.label, change))


def rebuild_choices(choices: Choices, change: Change) -> Choices:
    """Texts and their conditions, changed."""
    return tuple([(change(text), None if when is None else change(when)) for text, when in choices])
