"""The command line, as a user types it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from msgspec.structs import replace

from inglenook import Match, Record, dumps
from inglenook.__main__ import WITHOUT_SERVER
from inglenook.cli import app
from inglenook.coach.exercise_checks import puzzle_faults
from inglenook.coach.mine_puzzles import mined
from tests.command import Done, one_line, process, run, run_here, run_with_toys
from tests.serving import INGLENOOK, Server

GOLDEN = Path(__file__).parent / "games" / "golden"
GAMES = Path(__file__).parents[1] / "src/inglenook/games"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("frob", "No such command 'frob'"),
        ("--frob", "No such option: --frob"),
        ("games kewbz", "unexpected extra argument"),
        ("replay", "Missing argument 'file'"),
        ("arena kewbz", "Missing option '--a'"),
        ("study kewbz", "Missing option '--out'"),
        ("serve --port x", "Invalid value for '--port'"),
        ("serve --port 99999", "Invalid value for '--port'"),
        ("bench --seconds 0", "Invalid value for '--seconds'"),
        ("bench --seconds nan", "nan is no number of seconds"),
        ("arena kewbz --a pebble --b pebble --seconds inf", "inf is no number of seconds"),
    ],
)
def test_what_makes_no_sense_gets_one_line(words: str, said: str) -> None:
    line = one_line(run_here(*words.split()))
    assert said in line
    assert "--help`)" in line


def test_games_lists_seats_and_options() -> None:
    done = run_here("games")
    assert done.returncode == 0
    assert "kewbz" in done.stdout
    assert "option size: 5 to 12, default 8" in done.stdout


def test_replay_prints_outcome_and_view() -> None:
    done = run_here("replay", str(GOLDEN / "kewbz-last-cube.json"), "--seat", "1")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert set(answer) == {"outcome", "view"}
    assert answer["outcome"]["reason"] == "last-cube"


@pytest.mark.parametrize(
    "words", [["games"], ["replay", f"{GOLDEN}/kewbz-plus.json"], ["--help"]], ids=lambda w: w[0]
)
def test_what_cannot_be_written_is_said_in_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [INGLENOOK, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 2
    assert done.stderr == "inglenook: cannot write the answer: No space left on device\n"


@pytest.mark.parametrize(
    ("words", "missing", "extra"),
    [("games", "typer", "games"), ("serve", "typer", "server"), ("serve", "starlette", "server")],
)
def test_a_command_names_the_extra_that_it_needs(words: str, missing: str, extra: str) -> None:
    program = f"""
import sys
sys.modules[{missing!r}] = None  # as if it were not installed
sys.argv = ["inglenook", {words!r}]
from inglenook.__main__ import main
main()
"""
    line = one_line(process(sys.executable, "-c", program))
    assert line == f'inglenook: this needs {missing}: pip install "inglenook[{extra}]"\n'


def test_a_study_says_why_it_cannot_be_written(tmp_path: Path) -> None:
    line = one_line(run_here("study", "kewbz", "--out", tmp_path, "--games", "1"))
    assert f"cannot write {tmp_path}: " in line
    assert "directory" in line.partition(f"{tmp_path}: ")[2].lower()


def test_replay_refuses_a_log_that_breaks_the_rules(tmp_path: Path) -> None:
    record = json.loads((GOLDEN / "kewbz-undo.json").read_text())
    record["log"][1][3]["cell"] = record["log"][0][3]["cell"]
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(record))
    done = run_here("replay", str(file))
    assert done.returncode == 1
    assert json.loads(done.stdout) == {"refused": "occupied", "seq": 1}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a record"),
        (b"{", "not a record"),
        (b"\x00\xff", "not a record"),
        (b'{"game":"kewbz"}', "rules"),
        (b'{"game":"go","rules":1,"seats":2,"options":{},"seed":""}', "go"),
        (b'{"game":"kewbz","rules":1,"seats":2,"options":{"size":99},"seed":""}', "size"),
        (b'{"game":"kewbz","rules":1,"seats":5,"options":{},"seed":""}', "2 players"),
        (b'{"game":"kewbz","rules":7,"seats":2,"options":{},"seed":""}', "version 7"),
    ],
)
def test_replay_of_a_damaged_file(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "damaged.json"
    file.write_bytes(content)
    assert said in one_line(run_here("replay", str(file)))


def test_replay_of_what_is_not_there(tmp_path: Path) -> None:
    assert "cannot read" in one_line(run_here("replay", str(tmp_path / "none.json")))
    assert "cannot read" in one_line(run_here("replay", str(tmp_path)))
    golden = str(GOLDEN / "kewbz-plus.json")
    assert "seats 0 to 1" in one_line(run_here("replay", golden, "--seat", "2"))


def audit(record: Record, file: Path) -> Done:
    file.write_text(dumps(record))
    return run_with_toys("audit", file)


def test_audit_computes_slow_moves_again(tmp_path: Path) -> None:
    match = Match("anvil", seed="audit")
    while match.outcome() is None:
        match.submit(min(match.to_move()), {"type": "strike"}, t=0)
    record = match.record()
    done = audit(record, tmp_path / "record.json")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"entry {seq}: rang, agrees" for seq in (1, 3, 5)]

    false = replace(record.log[3], move=replace(record.log[3].move, tone=0))
    log = (*record.log[:3], false, *record.log[4:])
    done = audit(replace(record, log=log, digest=""), tmp_path / "record.json")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1] == "entry 3: rang, differs: tone"
    done = audit(replace(record, log=log), tmp_path / "record.json")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {"refused": "bad-digest", "seq": 5}


def test_audit_judges_every_tower_again() -> None:
    file = GOLDEN / "konexi-goal.json"
    towers = [line for line in json.loads(file.read_text())["log"] if line[3]["type"] == "settled"]
    done = run_here("audit", str(file))
    said = [line.partition(", ") for line in done.stdout.splitlines()]
    assert [first for first, _, _ in said] == [
        f"entry {n}: {m['verdict']}" for n, *_, m, _ in towers
    ]
    # Another processor may round poses differently, and so come to other last digits.
    assert not any("verdict" in rest for _, _, rest in said)


def test_audit_where_there_is_nothing_to_audit(tmp_path: Path) -> None:
    done = run_here("audit", str(GOLDEN / "kewbz-plus.json"))
    assert (done.returncode, done.stdout) == (0, "kewbz: there is nothing to audit\n")
    assert "cannot read" in one_line(run_here("audit", str(tmp_path / "none.json")))
    (tmp_path / "damaged.json").write_text("{}")
    assert "not a record" in one_line(run_here("audit", str(tmp_path / "damaged.json")))


def test_arena_says_what_is_wrong() -> None:
    assert "chess" in one_line(run_here("arena", "chess", "--a", "pebble", "--b", "pebble"))
    assert "boulder" in one_line(run_here("arena", "kewbz", "--a", "boulder", "--b", "pebble"))
    assert "size" in one_line(
        run_here("arena", "kewbz", "--a", "pebble", "--b", "pebble", "--option", "size=99")
    )
    assert "2 players" in one_line(
        run_here("arena", "kewbz", "--a", "pebble", "--b", "pebble", "--c", "pebble")
    )
    assert "name=value" in one_line(
        run_here("arena", "kewbz", "--a", "pebble", "--b", "pebble", "--option", "size")
    )


def test_arena_plays() -> None:
    done = run_here(
        "arena", "kewbz", "--a", "brick", "--b", "pebble", "--games", "4", "--option", "size=5",
        "--option", "cubes=8", "--workers", "1",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "%" in done.stdout


def test_serve_says_why_it_cannot(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert str(file) in one_line(run("serve", "--port", "0", INGLENOOK_DATA=str(file / "data")))


def test_bench_measures_every_game() -> None:
    done = run("bench", "--seconds", "0.1")
    assert done.returncode == 0
    measured = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert measured == sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))


def test_serve_says_what_is_wrong_with_its_mail_and_keeps_the_password(tmp_path: Path) -> None:
    mail = {"INGLENOOK_SMTP": "smtp://me:hush@host:0x", "INGLENOOK_MAIL_FROM": "me@example.org"}
    line = one_line(run("serve", "--data", str(tmp_path), **mail))
    assert "no such port" in line
    assert "hush" not in line
    line = one_line(run("serve", "--data", str(tmp_path), "--webhook-allow", "here"))
    assert "'here'" in line


def test_serve_says_that_a_port_is_taken(tmp_path: Path) -> None:
    with Server(tmp_path / "one") as server:
        taken = run("serve", "--port", str(server.port), "--data", str(tmp_path / "two"))
    assert f"port {server.port} is already in use" in one_line(taken)


def lantern_games(folder: Path, count: int) -> list[Path]:
    """Records of games in which seat 0 threw, and seat 1 was silent."""
    folder.mkdir()
    files = []
    for n in range(count):
        match = Match("lanterns", 2, seed=str(n))
        while not match.outcome():
            match.play({"type": "throw" if match.mover() == 0 else "silent"})
        files.append(folder / f"{n}.json")
        files[-1].write_text(dumps(match.record()))
    return files


def test_an_analysis_says_what_was_better_and_how_exact_everyone_was(tmp_path: Path) -> None:
    (file,) = lantern_games(tmp_path / "games", 1)
    done = run_with_toys("analyse", file)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("step 1: NATURE, chance")
    assert any("seat 1, mistake, cost 3.5" in line and "better: throw" in line for line in lines)
    assert lines[-3] == "seat 0: accuracy 100%, gave away 0"
    assert lines[-2].startswith("seat 1: accuracy 0%, gave away ")
    assert lines[-1].startswith("decided at step ")


def test_many_analyses_go_on_where_they_stopped(tmp_path: Path) -> None:
    files, out = lantern_games(tmp_path / "games", 5), tmp_path / "out.jsonl"
    assert run_with_toys("analyse", *files[:2], "--out", out).returncode == 0
    first = out.read_bytes()
    # The last line was being written when the power went.
    out.write_bytes(first[:-20])
    done = run_with_toys("analyse", tmp_path / "games", "--out", out, "--workers", "2")
    assert (done.returncode, done.stderr) == (0, "analysed: 4; there already: 1; refused: 0\n")
    told = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert sorted(line["file"] for line in told) == sorted(map(str, files))
    assert out.read_bytes().startswith(first.splitlines()[0])
    for line in told:
        assert (line["game"], line["report"]["accuracy"]) == ("lanterns", [1.0, 0.0])
    again = run_with_toys("analyse", tmp_path / "games", "--out", out)
    assert again.stderr == "analysed: 0; there already: 5; refused: 0\n"


def test_what_cannot_be_analysed_says_where_in_one_line(tmp_path: Path) -> None:
    (file,) = lantern_games(tmp_path / "games", 1)
    record = json.loads(file.read_text())
    record["log"][3][2] = 0
    broken, going, text = (tmp_path / name for name in ("broken", "going", "text"))
    broken.write_text(json.dumps(record))
    going.write_text(dumps(Match("lanterns", 2).record()))
    text.write_text("hello")
    for path, said in ((broken, "not-your-turn at entry 3"), (going, "not-over"), (text, "not a")):
        done = run_with_toys("analyse", path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith(f"{path}, line 1: {said}")
        assert done.stderr.count("\n") == 1
    many = run_with_toys("analyse", broken, file, "--out", tmp_path / "out")
    assert many.returncode == 1
    assert "not-your-turn at entry 3" in many.stderr
    assert len((tmp_path / "out").read_text().splitlines()) == 1
    assert "cannot read" in one_line(run_here("analyse", str(tmp_path / "none")))


def test_puzzles_are_mined_until_there_are_enough_and_written_easiest_first(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.json"
    mine = ("puzzles", "mine", "lanterns", "--workers", "2")
    done = run_with_toys(*mine, "--puzzles", "3", "--out", out)
    assert done.returncode == 0, done.stderr
    puzzles = json.loads(out.read_text())
    assert len(out.read_text().splitlines()) == len(puzzles) + 2
    # Those of the first games, whichever process was done first.
    games = (json.loads(mined("lanterns", f"lanterns puzzles {n}")) for n in range(20))
    first = list(dict.fromkeys(puzzle["name"] for game in games for puzzle in game))[:3]
    assert {puzzle["name"] for puzzle in puzzles} == set(first)
    ratings = [puzzle["rating"] for puzzle in puzzles]
    assert ratings == sorted(ratings)
    assert done.stderr == f"puzzles: 3; rated {ratings[0]}, {ratings[1]}, {ratings[2]}\n"
    assert list(puzzle_faults("lanterns", out.read_bytes())) == []
    assert (
        "does not say what a puzzle is"
        in run_with_toys("puzzles", "mine", "snap", "--out", out).stderr
    )


def test_what_needs_no_server_is_a_command() -> None:
    names = {*typer.main.get_command(app).commands}  # type: ignore[attr-defined] # a group
    assert names > WITHOUT_SERVER
