"""Build the documentation as a site: `python tools/docs [FOLDER]`.

Pages are staged first: links to files beside the documentation get a copy of these, notebooks and
the reference become pages. Zensical builds the site, strictly. What it writes into its pages as
scripts and styles is then moved out: the server's policy lets no page run what stands in it.
"""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import inglenook
from docs.links import FENCE, LINK, ROOT, Link, fault, links, pages

DOCS = ROOT / "docs"
SITE = ROOT / "src/inglenook/server/pages/site"
BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages that lie elsewhere in the repository, and where they stand in the site."""

SECTIONS: dict[str, list[str]] = {
    "Play": [
        "play.md",
        "learn.md",
        "games/kewbz.md",
        "games/prolix.md",
        "games/conex.md",
        "games/konexi.md",
        "bots.md",
        "fairness.md",
        "sounds.md",
    ],
    "Host": ["hosting.md", "limits.md", "security.md", "reliability.md", "scale.md"],
    "Learn the library": [
        "library.md",
        "notebooks",
        "bots-of-your-own.md",
        "engine.md",
        "protocol.md",
        "reference",
    ],
    "Research": [
        "studies/index.md",
        "environments.md",
        "training.md",
        "survey.md",
        "studies",
        "konexi-study.md",
        "cite.md",
    ],
    "Develop": [
        "architecture.md",
        "where-to-put-what.md",
        "contributing.md",
        "speed.md",
        "screens.md",
        "decisions/index.md",
        "decisions",
        "changelog.md",
    ],
}
"""The pages of the site by reader. A folder stands for its pages that are named nowhere else. Any
other page is found at the end of the last section."""

REFERENCE: dict[str, tuple[str, ...]] = {
    "Matches": ("Match", "Outcome", "Entry", "Position", "TimeControl", "Refused", "NATURE"),
    "Moves of every game": ("Move", "Resign", "Abandon", "Undo", "Flag"),
    "Records": (
        *("Record", "Step", "dumps", "loads", "save", "load", "replay", "rerun", "audit"),
        "BadRecord",
    ),
    "Bots": ("levels", "choose", "advise", "Level", "Later", "Advice"),
    "The coach": ("analyse", "Insight"),
    "Games": ("game_names", "find_game", "Game", "Rng"),
}
"""Public names by page; those that no page has go onto the last one."""
MODULES = (
    *("inglenook.contests.arena", "inglenook.contests.survey", "inglenook.testing"),
    *("inglenook.envs", "inglenook.contests.league", "inglenook.remote"),
)
"""Modules of the library besides, where they are there."""


def build(site: Path) -> None:
    """Build the site into a folder, which is emptied first; exits if a link is dead."""
    dead = [(link, why) for page in pages() for link in links(page) if (why := fault(link))]
    if dead:
        sys.exit("\n".join(f"{link.page}: {link.to}: {why}" for link, why in dead))
    with TemporaryDirectory() as name:
        work = Path(name)
        stage(work / "docs")
        (work / "mkdocs.yml").write_text(json.dumps(config(work / "docs")))
        zensical = Path(sys.executable).with_name("zensical")
        if subprocess.run([zensical, "build", "--strict"], cwd=work).returncode != 0:
            sys.exit("the site could not be built")
        for page in (work / "site").rglob("*.html"):
            page.write_text(without_inline(page.read_text(), page, work / "site"))
        (bundle,) = (work / "site").glob("assets/javascripts/bundle.*.js")
        bundle.write_text(with_sheets(bundle.read_text()))
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(work / "site", site)
        _make_small(site)


def stage(to: Path) -> None:
    """All pages, with links that hold within the site."""
    shutil.copytree(DOCS, to, ignore=shutil.ignore_patterns("*.ipynb", ".ipynb_checkpoints"))
    for page in (*DOCS.rglob("*.md"), *(ROOT / name for name in BESIDE)):
        place = to / place_of(page)
        place.write_text(relinked(page, place.parent, to))
    for notebook in sorted(DOCS.glob("notebooks/*.ipynb")):
        page = to / "notebooks" / f"{notebook.stem}.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text(as_page(json.loads(notebook.read_text())))
    reference(to / "reference")


def place_of(file: Path) -> str:
    """Where a file of the repository stands in the site."""
    if file.name in BESIDE and file.parent == ROOT:
        return BESIDE[file.name]
    if file == ROOT / "README.md":
        return "index.md"
    if file.is_relative_to(DOCS):
        return str(
            file.relative_to(DOCS).with_suffix(".md" if file.suffix == ".ipynb" else file.suffix)
        )
    # A browser shows it, and nobody takes it for code of ours.
    return f"files/{file.relative_to(ROOT)}.txt"


def relinked(page: Path, here: Path, to: Path) -> str:
    """A page's text, with links from its place in the site."""

    def leads(found: re.Match[str]) -> str:
        link = Link(page, found[2])
        if link.foreign or link.to.startswith("#") or fault(link):
            return found[0]
        if link.target.is_dir():
            # There is nothing to show of a folder.
            return found[1][1:-1]
        place = to / place_of(link.target)
        if not place.exists() and place.is_relative_to(to / "files"):
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(link.target, place)
        path = os.path.relpath(place, here)
        return f"{found[1]}({path}{'#' + link.anchor if link.anchor else ''})"

    text, parts, end = page.read_text(), [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(leads, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, LINK.sub(leads, text[end:])])


def as_page(notebook: dict[str, Any]) -> str:
    """A notebook's cells in turn: text, code, and what it printed."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            said = output.get("text") or output.get("data", {}).get("text/plain", [])
            parts.append("```text\n" + "".join(said).rstrip() + "\n```")
    return "\n\n".join(parts) + "\n"


def reference(folder: Path) -> None:
    """A page for each group of names, from their docstrings."""
    folder.mkdir()
    left = set(inglenook.__all__) - {"__version__"} - {n for ns in REFERENCE.values() for n in ns}
    groups = {title: list(names) for title, names in REFERENCE.items()}
    groups[[*groups][-1]] += sorted(left)
    for title, names in groups.items():
        known = [name for name in names if name in inglenook.__all__]
        text = "\n".join(f"::: inglenook.{name}" for name in known)
        (folder / f"{slug(title)}.md").write_text(f"# {title}\n\n{text}\n")
    for module in MODULES:
        if find_spec(module):
            text = f"# {module}\n\n::: {module}\n    options:\n      show_root_heading: false\n"
            (folder / f"{slug(module)}.md").write_text(text)


def slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower())


def config(docs: Path) -> dict[str, Any]:
    """What Zensical is told."""
    return {
        "site_name": "Inglenook",
        "site_description": "Table games with friends and bots, and the same rules as a library.",
        "docs_dir": "docs",
        "site_dir": "site",
        "copyright": "MIT licence. Not affiliated with the makers of the games.",
        "extra_css": ["inglenook.css"],
        "nav": nav(docs),
        "theme": {
            "font": False,
            "language": "en",
            "icon": {"logo": "lucide/flame-kindling"},
            "features": [
                "navigation.tabs",
                "navigation.sections",
                "navigation.top",
                "navigation.footer",
                "search.highlight",
                "content.code.copy",
                "toc.follow",
            ],
            "palette": [
                {
                    "media": f"(prefers-color-scheme: {name})",
                    "scheme": scheme,
                    "toggle": {"icon": f"lucide/{icon}", "name": f"Switch to {other}"},
                }
                for name, scheme, icon, other in (
                    ("light", "default", "sun", "dark"),
                    ("dark", "slate", "moon", "light"),
                )
            ],
        },
        "extra": {"generator": False},
        "markdown_extensions": [
            *("admonition", "attr_list", "md_in_html", "tables"),
            {"toc": {"permalink": True}},
            {"pymdownx.highlight": {"use_pygments": True}},
            *("pymdownx.inlinehilite", "pymdownx.superfences"),
        ],
        "plugins": [
            "search",
            {
                "mkdocstrings": {
                    "handlers": {
                        "python": {
                            "paths": [str(ROOT / "src")],
                            "options": {
                                "extensions": [str(Path(__file__).with_name("columns.py"))],
                                "docstring_style": None,
                                "show_source": False,
                                "show_root_heading": True,
                                "heading_level": 2,
                                "members_order": "source",
                                "filters": ["!^_"],
                                "inherited_members": True,
                                "show_signature_annotations": True,
                                "separate_signature": True,
                            },
                        }
                    }
                }
            },
        ],
    }


def nav(docs: Path) -> list[dict[str, Any]]:
    """Every page, in its section."""
    all_pages = {str(page.relative_to(docs)) for page in docs.rglob("*.md")} - {"index.md"}
    named = {name for names in SECTIONS.values() for name in names}

    def expanded(name: str) -> Iterator[str]:
        if name.endswith(".md"):
            yield name
        else:
            yield from sorted(p for p in all_pages - named if p.startswith(f"{name}/"))

    found = {title: [p for n in names for p in expanded(n)] for title, names in SECTIONS.items()}
    found["Develop"] += sorted(all_pages - {page for listed in found.values() for page in listed})
    return [{"Home": "index.md"}, *({title: listed} for title, listed in found.items())]


def without_inline(html: str, page: Path, site: Path) -> str:
    """A page with its scripts in files of their own, and styles as attributes."""

    def moved(found: re.Match[str]) -> str:
        if "src=" in found[1] or "application/json" in found[1]:
            return found[0]
        name = hashlib.sha256(found[2].encode()).hexdigest()[:12]
        file = site / "assets/javascripts" / f"page.{name}.js"
        file.write_text(found[2])
        # From the root of the site, wherever that is: the page for lost visitors has no place.
        src = os.path.relpath(file, page.parent)
        src = f"/docs/{file.relative_to(site)}" if page.name == "404.html" else src
        return f'<script src="{src}"></script>'

    html = re.sub(r"<script([^>]*)>(.*?)</script>", moved, html, flags=re.DOTALL)
    html = re.sub(r'style="text-align: (\w+);"', r'align="\1"', html)
    if page.name == "404.html":
        html = re.sub(r'(href|src)="/(?!docs/|")', r'\1="/docs/', html)
        html = re.sub(r'"base":\s*"/"', '"base":"/docs/"', html).replace(
            '"/assets/', '"/docs/assets/'
        )
    return html


def with_sheets(script: str) -> str:
    """The search writes its style into the page: as a sheet, which the policy lets pass."""
    written = r"(\w+)\.appendChild\(\w+\(\"style\",\{\},(\w+)\.toString\(\)\)\)"
    sheet = r"(s=>{s.replaceSync(\2.toString());\1.adoptedStyleSheets=[s]})(new CSSStyleSheet)"
    changed, times = re.subn(written, sheet, script)
    if times != 1:
        sys.exit(f"Zensical's script has changed: its style is written {times} times")
    return changed


def _make_small(site: Path) -> None:
    """The same once more, compressed: the server sends that to whoever can read it."""
    for file in sorted(site.rglob("*")):
        if file.suffix in {".html", ".js", ".css", ".json", ".svg", ".xml"}:
            file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else SITE
    build(target)
    print(f"{target}: {sum(1 for _ in target.rglob('*.html'))} pages")  # noqa: T201
