"""The rules of a house, from a file and from variables."""

from pathlib import Path

import pytest

from inglenook.server.settings import BadRules, HouseRules, read_rules
from tests.command import run_here

GOLDEN = Path(__file__).parent / "games/golden"


def test_variables_count_before_the_file_and_options_before_both(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        """door = "password"
password = "three wise owls"
languages = ["de", "en"]
limit_tables = 5
smtp = "smtp://localhost"
"""
    )
    variables = {
        "INGLENOOK_LANGUAGES": "nl, fr",
        "INGLENOOK_KEEP_GAMES_DAYS": "365",
        "INGLENOOK_SMTP": "smtp://elsewhere",
        "INGLENOOK_ALLOWED_HOSTS": "games.example.org",
    }
    assert read_rules(file, variables, {"smtp": "smtp://here"}) == HouseRules(
        door="password",
        password="three wise owls",
        languages=("nl", "fr"),
        limit_tables=5,
        keep_games_days=365,
        smtp="smtp://here",
        allowed_hosts=("games.example.org",),
    )
    assert read_rules(None, {}) == HouseRules()


def test_every_mistake_gets_a_line_with_the_setting_and_what_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        """door = "shut"
dor = "open"
keep_uploads_days = "long"
limit_records = 0
password = "short"
languages = []
allowed_hosts = ["https://games.example.org/"]
"""
    )
    monkeypatch.setenv("INGLENOOK_TABLES", "nobody")
    status, said, lines = run_here("serve", "--rules", file, "--data", tmp_path / "data")
    assert (status, said) == (2, "")
    assert lines.splitlines() == [
        f"inglenook: {file}: {line}" if not line.startswith("INGLENOOK") else f"inglenook: {line}"
        for line in (
            "door is 'shut'; allowed: open, password or invitation",
            f"there is no setting dor; there are {', '.join(HouseRules.__struct_fields__)}",
            "keep_uploads_days is 'long'; allowed: days from 0 (for ever) to 36500",
            "limit_records is 0; allowed: a whole number from 1 to 1000000",
            "password; allowed: at least 8 characters",
            "languages is []; allowed: one or more of en, de, fr, es, nl",
            "allowed_hosts is ['https://games.example.org/']; allowed: names as games.example.org",
            "INGLENOOK_TABLES is 'nobody'; allowed: everyone, profiles or host",
        )
    ]
    assert not (tmp_path / "data").exists()
    for text, said in (("door = ", "is not TOML"), ("door = 'password'", "password is missing")):
        file.write_text(text)
        with pytest.raises(BadRules, match=said):
            read_rules(file, {})
    with pytest.raises(BadRules, match="cannot be read"):
        read_rules(tmp_path / "none", {})
