"""Plain requests, one after the other over one connection."""

import json
from http.client import HTTPConnection
from typing import Any


class Asker:
    """Somebody who asks a server for things, and costs it nothing but that."""

    def __init__(self, port: int):
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path: str, cookie: str = "", **data: Any) -> tuple[dict[str, Any], str]:
        """What the server answers, and the cookie it sets."""
        headers = {"content-type": "application/json", "x-omnibus": "1", **({"cookie": cookie} if cookie else {})}
        self._connection.request("POST", path, json.dumps(data), headers)
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {body.decode()}")
        return json.loads(body or b"{}"), (answer.getheader("set-cookie") or "").partition(";")[0]
