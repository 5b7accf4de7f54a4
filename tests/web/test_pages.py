"""The client is served at every address of its own."""

import gzip
import re
from importlib.resources import files

import brotli
import httpx
import pytest

from inglenook.server.pages.link_previews import STATIC
from tests.serving import Server
from tests.web.people import FREE, Person, me


@pytest.mark.parametrize("path", ["/", "/t/{}", "/replay/{}?at=3", "/rules/kewbz", "/here/kewbz"])
def test_every_page_is_the_client(ada: Person, path: str) -> None:
    page = ada.http.get(path.format(ada.open(me(), FREE)))
    assert page.status_code == 200
    check_is_client(page)


@pytest.mark.parametrize(
    "path",
    ["/no", "/no/such/page", "/t", "/t/none", "/replay/none", "/rules/chess", "/here/conex"],
)
def test_an_address_with_nothing_to_show_is_not_found(ada: Person, path: str) -> None:
    page = ada.http.get(path)
    assert page.status_code == 404
    check_is_client(page)


def check_is_client(page: httpx.Response) -> None:
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    assert '<div id="app">' in page.text


def test_assets_are_kept_for_ever_and_sent_small(ada: Person) -> None:
    script = re.search(r'href="(/assets/common-[^"]+\.js)"', ada.http.get("/").text)
    assert script
    asset = ada.http.get(script[1], headers={"accept-encoding": "gzip"})
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert asset.headers["content-encoding"] == "gzip"
    assert ada.http.get("/assets/none.js").status_code == 404


def test_no_file_outside_is_served(server: Server) -> None:
    for path in ("/..%2fapp.py", "/assets/..%2f..%2fapp.py", "/%2e%2e/app.py"):
        assert "create_app" not in httpx.get(server.url + path).text


@pytest.mark.parametrize("file", ["/sw.js", "/manifest.webmanifest", "/offline.html", "/icon.svg"])
def test_files_of_the_app_are_asked_for_again(server: Server, file: str) -> None:
    answer = httpx.get(server.url + file)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    same = httpx.get(server.url + file, headers={"if-none-match": answer.headers["etag"]})
    assert same.status_code == 304


def test_a_page_names_what_it_will_need(ada: Person) -> None:
    page = ada.http.get(f"/t/{ada.open(me(), FREE)}", headers={"accept-language": "de, en;q=0.5"})
    named = re.findall(r'rel="modulepreload"[^>]* href="(/assets/[^"]+)"', page.text)
    assert {name.rpartition("/")[2].partition("-")[0] for name in named} >= {"Table", "kewbz", "de"}
    for name in named:
        assert ada.http.get(name).status_code == 200
    assert "Table-" not in ada.http.get("/").text
    # Of all styles the first paint waits only for those of every page.
    styles = re.findall(r'<link rel="(\w+)"[^>]* href="/assets/(\w+)-[^"]+\.css"', page.text)
    assert [name for rel, name in styles if rel == "stylesheet"] == ["common"]
    assert ("preload", "Table") in styles


def test_home_needs_little_script(ada: Person) -> None:
    named = re.findall(r'(?:src|href)="(/assets/[^"]+\.js)"', ada.http.get("/").text)
    assert len(named) > 3
    plain = {"accept-encoding": "identity"}
    sizes = [len(gzip.compress(ada.http.get(name, headers=plain).content)) for name in named]
    assert sum(sizes) <= 70_000


def test_what_was_made_small_is_sent_to_those_who_can_read_it(ada: Person) -> None:
    script = re.search(r'href="(/assets/common-[^"]+\.js)"', ada.http.get("/").text)
    assert script
    sizes = {}
    for encoding in ("identity", "gzip", "br;q=0.8, gzip"):
        with ada.http.stream("GET", script[1], headers={"accept-encoding": encoding}) as asset:
            assert asset.headers["content-type"].startswith("text/javascript")
            coding, sent = asset.headers.get("content-encoding"), b"".join(asset.iter_raw())
        sizes[coding] = len(sent)
        # It lay there: compressing it for each who asks would be work that anyone could give us.
        ending = {None: "", "gzip": ".gz", "br": ".br"}[coding]
        assert sent == (STATIC / f"{script[1][1:]}{ending}").read_bytes()
    assert sizes["br"] < sizes["gzip"] < sizes[None]


def test_what_lies_there_as_brotli_alone_is_unpacked_for_the_others(ada: Person) -> None:
    (packed,) = (STATIC / "assets").glob("*.wasm.br")
    path = f"/assets/{packed.name.removesuffix('.br')}"
    with ada.http.stream("GET", path, headers={"accept-encoding": "br"}) as asset:
        assert b"".join(asset.iter_raw()) == packed.read_bytes()
        assert asset.headers["content-type"] == "application/wasm"
    plain = ada.http.get(path, headers={"accept-encoding": "gzip"})
    assert plain.content == brotli.decompress(packed.read_bytes())
    assert plain.headers["content-type"] == "application/wasm"
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_the_network_is_the_one_of_the_bots(ada: Person) -> None:
    answer = ada.http.get("/minds/kewbz.onnx")
    assert answer.content == (files("inglenook.games.kewbz") / "mind.onnx").read_bytes()
    again = ada.http.get("/minds/kewbz.onnx", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")
    assert ada.http.get("/minds/conex.onnx").status_code == 404
    assert ada.http.get("/minds/..%2fkewbz.onnx").status_code == 404
