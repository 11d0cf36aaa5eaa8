"""The colours, held to what people can read and tell apart."""

from __future__ import annotations

from dataclasses import fields

import pytest

from app.kit.look.colours import (
    DARK,
    LIGHT,
    N_COLOURS,
    DesignValues,
    blend,
    design_values_of,
    is_dotted,
    is_hollow,
    label_outline,
)
from app.kit.look.theme import palette_for

BOTH = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])


@BOTH
@pytest.mark.parametrize("ink", ["text", "quiet", "accent"])
@pytest.mark.parametrize("ground", ["panel", "paper", "side", "chosen"])
def test_whatever_is_read_has_a_contrast_of_four_and_a_half(tokens: DesignValues, ink: str, ground: str) -> None:
    assert contrast(getattr(tokens, ink), getattr(tokens, ground)) >= 4.5


@BOTH
def test_faint_text_is_readable_where_it_is_used(tokens: DesignValues) -> None:
    assert contrast(tokens.faint, tokens.panel) >= 4.5


@BOTH
def test_text_on_the_accent_is_readable(tokens: DesignValues) -> None:
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5
    assert contrast(tokens.on_accent, tokens.accent_hover) >= 4.5


@BOTH
def test_the_borders_of_fields_stand_out_from_the_panel(tokens: DesignValues) -> None:
    assert contrast(tokens.field, tokens.panel) >= 3.0


@BOTH
@pytest.mark.parametrize("ink", [0, 1])
def test_text_is_readable_on_the_deepest_tint_of_a_word(tokens: DesignValues, ink: int) -> None:
    deepest = blend(tokens.panel, tokens.labels[ink], sum(tokens.word_alpha))

    assert contrast(tokens.text, deepest) >= 4.5


@BOTH
def test_text_is_readable_on_every_cell_of_the_confusion_matrix(tokens: DesignValues) -> None:
    right = blend(tokens.panel, tokens.accent, sum(tokens.right_alpha))
    wrong = blend(tokens.panel, tokens.vermilion, tokens.wrong_alpha[0] + tokens.wrong_alpha[1] * 0.5)

    assert contrast(tokens.text, right) >= 4.5
    assert contrast(tokens.text, wrong) >= 4.5


@pytest.mark.parametrize(
    ("tokens", "ink", "ground", "expected"),
    [
        (LIGHT, "text", "panel", 15.8),
        (LIGHT, "quiet", "chosen", 5.0),
        (LIGHT, "accent", "side", 5.6),
        (DARK, "text", "paper", 13.6),
        (DARK, "accent", "chosen", 5.5),
    ],
)
def test_contrasts_are_the_ones_that_were_designed(
    tokens: DesignValues, ink: str, ground: str, expected: float
) -> None:
    assert contrast(getattr(tokens, ink), getattr(tokens, ground)) == pytest.approx(expected, abs=0.06)


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)


@BOTH
def test_every_label_has_a_colour_of_its_own_until_they_start_again_hollow(tokens: DesignValues) -> None:
    assert len(set(tokens.labels)) == len(tokens.labels) == len(tokens.label_outlines) == 7
    assert [is_hollow(number) for number in (0, 6, 7)] == [False, False, True]
    assert [is_dotted(number) for number in (0, 7, 13, 14, 20, 21)] == [False, False, False, True, True, False]


@BOTH
def test_a_palette_leads_back_to_its_tokens(tokens: DesignValues) -> None:
    assert design_values_of(palette_for(tokens)) is tokens


def test_light_and_dark_name_the_same_things() -> None:
    for each in fields(DesignValues):
        assert type(getattr(LIGHT, each.name)) is type(getattr(DARK, each.name))


@BOTH
@pytest.mark.parametrize("ground", ["panel", "paper", "chosen"])
def test_the_squares_of_all_labels_stand_out(tokens: DesignValues, ground: str) -> None:
    weakest = min(contrast(label_outline(tokens, number), getattr(tokens, ground)) for number in range(N_COLOURS))

    assert weakest >= 3.0


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as WCAG 2 counts it, from 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(name: str) -> float:
    channels = (int(name[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
