"""The files of the browser client as they come over the wire, and what is said while there are none."""

import gzip
import http.client
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.packages import SRC
from tests.server.running import RunningServer
from tests.starting import PATIENCE

SCRIPT = b"export const n = 1;\n" * 200
FILES = {
    "index.html": b'<!doctype html><script type="module" src="/assets/main-a1b2.js"></script>',
    "assets/main-a1b2.js": SCRIPT,
    "assets/main-c3d4.css": b":root { color: black }\n" * 50,
    "assets/cabin-e5f6.woff2": b"\x00\x01font" * 50,
    "icon.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "icon-192.png": b"\x89PNG" * 50,
    "manifest.webmanifest": b'{"name": "Omnibus"}',
    "sw.js": b"self.addEventListener('fetch', () => {});",
    "licence.odd": b"?",
}
KINDS = {
    "/": "text/html; charset=utf-8",
    "/index.html": "text/html; charset=utf-8",
    "/assets/main-a1b2.js": "text/javascript; charset=utf-8",
    "/assets/main-c3d4.css": "text/css; charset=utf-8",
    "/assets/cabin-e5f6.woff2": "font/woff2",
    "/icon.svg": "image/svg+xml; charset=utf-8",
    "/icon-192.png": "image/png",
    "/manifest.webmanifest": "application/manifest+json",
    "/sw.js": "text/javascript; charset=utf-8",
    "/licence.odd": "application/octet-stream",
}


class ServerWithClient(RunningServer):
    """A server of its own copy of the code, so that what is built there is known."""

    def __init__(self, folder: Path, client: dict[str, bytes], **more: str):
        shutil.copytree(SRC, folder / "src", ignore=shutil.ignore_patterns("static"))
        for name, content in client.items():
            file = folder / "src/omnibus/server/static" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        super().__init__(folder / "data", PYTHONPATH=str(folder / "src"), **more)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    # Few requests are allowed: the client must come all the same.
    running = ServerWithClient(tmp_path_factory.mktemp("client"), FILES, OMNIBUS_LIMITS="0.2")
    yield running
    running.stop()
    assert '"level":"error"' not in running.log.read_text(), running.log.read_text()


def raw(server: RunningServer, method: str, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    """An answer as it comes, for a path as it is written."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    line.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    content = answer.read()
    line.close()
    return answer, content


def test_every_file_comes_with_its_kind_and_with_our_headers(served: RunningServer) -> None:
    for path, kind in KINDS.items():
        answer, content = raw(served, "GET", path)
        assert (answer.status, answer.headers["content-type"]) == (200, kind), path
        assert content == FILES["index.html" if path == "/" else path[1:]]
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_has_a_hash_in_its_name_is_kept_for_ever_and_the_rest_is_asked_for_again(served: RunningServer) -> None:
    for path in KINDS:
        answer, _ = raw(served, "GET", path)
        lasting = "public, max-age=31536000, immutable"
        assert answer.headers.get_all("cache-control") == [lasting if path.startswith("/assets/") else "no-cache"]
        again, content = raw(served, "GET", path, if_none_match=f'"other", {answer.headers["etag"]}')
        assert (again.status, content) == (304, b"")
        assert again.headers["etag"] == answer.headers["etag"]
        assert raw(served, "GET", path, if_none_match='W/"other"')[0].status == 200


def test_files_come_packed_to_whoever_can_unpack_them(served: RunningServer) -> None:
    for accepted in ("gzip", "br, gzip;q=0.5", "*"):
        answer, content = raw(served, "GET", "/assets/main-a1b2.js", accept_encoding=accepted)
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-length"] == str(len(content))
        assert len(content) < len(SCRIPT) / 10
        assert gzip.decompress(content) == SCRIPT
    for accepted in ("", "br", "gzip;q=0", "gzip; q=0.0", "identity"):
        answer, content = raw(served, "GET", "/assets/main-a1b2.js", accept_encoding=accepted)
        assert (answer.headers["content-encoding"], content) == (None, SCRIPT)
    # What is small already stays as it is.
    answer, content = raw(served, "GET", "/assets/cabin-e5f6.woff2", accept_encoding="gzip")
    assert (answer.headers["content-encoding"], content) == (None, FILES["assets/cabin-e5f6.woff2"])


def test_head_tells_the_same_without_the_file(served: RunningServer) -> None:
    for path in KINDS:
        whole, content = raw(served, "GET", path, accept_encoding="gzip")
        told, nothing = raw(served, "HEAD", path, accept_encoding="gzip")
        assert (told.status, nothing) == (200, b"")
        assert told.headers["content-length"] == str(len(content))
        for name in ("content-type", "etag", "cache-control", "content-encoding"):
            assert told.headers[name] == whole.headers[name], (path, name)


def test_nothing_else_is_there(served: RunningServer) -> None:
    for path in (
        "/nowhere",
        "/assets",
        "/assets/",
        "/../texts.toml",
        "/assets/../../texts.toml",
        "/%2e%2e/texts.toml",
        "/assets/..%2f..%2ftexts.toml",
        "/assets/%2e%2e/%2e%2e/texts.toml",
        "/..\\texts.toml",
        "//etc/passwd",
        "/static/index.html",
        "/index.html%20",
    ):
        answer, content = raw(served, "GET", path)
        assert answer.status == 404, path
        assert b'"code":"no-such-page"' in content
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    answer, content = raw(served, "POST", "/", x_omnibus="1")
    assert (answer.status, b"wrong-method" in content) == (405, True)


def test_files_are_not_counted_and_requests_are(served: RunningServer) -> None:
    """Many people behind one address may come in at once. (A name that is not ours gets nothing all the same.)"""
    with httpx.Client(base_url=served.url) as visitor:
        assert {visitor.get(path).status_code for path in list(KINDS) * 10} == {200}
        assert 429 in [visitor.get("/api/games").status_code for _ in range(200)]
        assert visitor.get("/").status_code == 200
        assert visitor.get("/", headers={"host": "evil.example"}).json()["code"] == "wrong-host"


def test_what_a_person_may_know_is_kept_by_nobody(server: RunningServer) -> None:
    for path in ("/api/me", "/api/tables", "/nowhere"):
        assert httpx.get(server.url + path).headers.get_list("cache-control") == ["no-store"]


@pytest.mark.slow
def test_before_the_client_is_built_one_line_says_what_to_do(tmp_path: Path) -> None:
    server = ServerWithClient(tmp_path, {"assets/left-over.js": SCRIPT})
    try:
        for language, told in (("en-GB", "have not been built yet"), ("fr-CH, en", "ne sont pas encore construites")):
            answer = httpx.get(server.url, headers={"accept-language": language})
            assert (answer.status_code, answer.headers["content-type"]) == (503, "text/plain; charset=utf-8")
            assert told in answer.text
            assert "`make play`" in answer.text
            assert "`npm run build`" in answer.text
            assert answer.text.count("\n") == 1
        assert httpx.get(f"{server.url}/assets/left-over.js").status_code == 404
    finally:
        server.stop()
