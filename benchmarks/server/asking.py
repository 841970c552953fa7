"""Plain requests, one after the other over one connection."""

import gzip
import json
from http.client import HTTPConnection, HTTPResponse
from typing import Any


class Asker:
    """Somebody who asks a server for things, and costs it nothing but that."""

    def __init__(self, port: int):
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path: str, cookie: str = "", **data: Any) -> tuple[dict[str, Any], str]:
        """What the server answers, and the cookie it sets."""
        headers = {"content-type": "application/json", "x-omnibus": "1", **({"cookie": cookie} if cookie else {})}
        body, answer = self._ask("POST", path, json.dumps(data), headers)
        return json.loads(body or b"{}"), (answer.getheader("set-cookie") or "").partition(";")[0]

    def get(self, path: str, cookie: str) -> bytes:
        """What the server answers, as browsers get it."""
        packed, _ = self._ask("GET", path, None, {"accept-encoding": "gzip", "cookie": cookie})
        return gzip.decompress(packed)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[bytes, HTTPResponse]:
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {content.decode()}")
        return content, answer
