"""The library page and the pages about games: what stands there, and that every link leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from regelwerk.library.catalogue import find_description
from regelwerk.serving.server import Server
from regelwerk.serving.words import LANGUAGES, QUESTIONS, WORDS, choose_language, name_question
from rules_dsl.loading import library_names
from tests.serving.asking import ask, serve


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("empty")) as server:
        yield server


def test_every_game_has_a_card(server: Server) -> None:
    text = ask(server, "/").text
    for name in library_names():
        assert f'href="/game/{name}/about"' in text and f'src="/game/{name}/picture.svg"' in text


def test_a_card_says_what_the_terminal_says(server: Server) -> None:
    text = ask(server, "/").text
    assert find_description("hex").line in text and "2 players" in text


def test_pages_speak_the_reader_s_language(server: Server) -> None:
    text = ask(server, "/", Accept_Language="de-DE,de;q=0.9").text
    assert '<html lang="de">' in text and "Das königliche Spiel." in text


@pytest.mark.parametrize(
    ("accepted", "language"), [("de", "de"), ("fr, de;q=0.5", "de"), ("fr", "en"), ("", "en"), (";;,", "en")]
)
def test_the_language_is_chosen(accepted: str, language: str) -> None:
    assert choose_language(accepted) == language


def test_every_text_is_there_in_both_languages() -> None:
    words = [WORDS[language] for language in LANGUAGES]
    assert words[0].keys() == words[1].keys()
    for word in words[0]:
        assert len({re.sub(r"[^{}]", "", table[word]) for table in words}) == 1, word


def test_every_question_of_the_library_has_german_words() -> None:
    asked = {question for name in library_names() for question in find_description(name).questions}
    assert asked <= set(QUESTIONS["de"]) and name_question("de", "claims") == "Behauptungen über die Regeln"


@pytest.mark.parametrize("name", ["chess", "ultimate_railroads", "sudoku"])
def test_the_page_about_a_game_has_its_rules_in_short(server: Server, name: str) -> None:
    text = ask(server, f"/game/{name}/about").text
    for paragraph in find_description(name).paragraphs[:5]:
        assert paragraph.text.split("'")[0] in text


def test_best_games_and_options_are_offered(server: Server) -> None:
    text = ask(server, "/game/ultimate_railroads/about").text
    assert 'href="/game/ultimate_railroads/best/deck_10"' in text and '<select name="players">' in text
    assert text.index("best/deck_9") < text.index("best/deck_10")


def test_a_game_opens_with_the_options_of_the_form(server: Server) -> None:
    assert ask(server, "/game/hex?size=3").status == 200
    refused = ask(server, "/game/hex?size=99")
    assert refused.status == 422 and "Back to the library" in refused.text
    assert "99 is not in 2..19" in refused.text and "unknown name" not in refused.text
    assert ask(server, "/game/hex?nothing=1").status == 422


def test_pages_of_games_lead_back(server: Server) -> None:
    text = ask(server, "/game/tictactoe").text
    assert '<a href="/">← Library</a><a href="/game/tictactoe/about">' in text


def test_a_recorded_play_of_the_library_opens(server: Server) -> None:
    assert 'id="sheet"' in ask(server, "/game/hanoi/plays/shortest").text
    assert ask(server, "/game/hanoi/plays/none").status == 404


def test_a_page_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    first = ask(server, "/game/tictactoe")
    again = ask(server, "/game/tictactoe", If_None_Match=first.headers["ETag"])
    assert (again.status, again.text) == (304, "")


def test_links_of_the_first_pages_lead_somewhere(server: Server) -> None:
    """Pages of games are tested elsewhere; every other address that is written is asked for."""
    pages = ["/", "/game/tictactoe/about", "/game/connect_four/about", "/no-such-page"]
    texts = [ask(server, page).text for page in pages]
    addresses = {address for text in texts for address in re.findall(r'(?:href|src)="([^"#]+)"', text)}
    assert all(urlsplit(address).netloc == "" for address in addresses), "something from outside"
    slow = re.compile(r"/game/\w+(/(plays|best|puzzles)/.*)?|/game/\w+/picture.svg")
    quick = sorted(address for address in addresses if not slow.fullmatch(address))
    assert len(quick) > 30
    assert [(address, status) for address in quick if (status := ask(server, address).status) != 200] == []


def test_where_there_is_nothing_there_is_a_way_back(server: Server) -> None:
    missing = ask(server, "/no-such-page")
    assert missing.status == 404 and 'href="/"' in missing.text and "There is no such page" in missing.text


def test_own_pages_load_nothing_from_outside(server: Server, tmp_path: Path) -> None:
    reply = ask(server, "/")
    policy = reply.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    assert "http" not in reply.text
