"""Calls of the JSON API of Pennypost."""

import json
import urllib.error
import urllib.parse
import urllib.request


class PennypostError(Exception):
    """A refusal, as a problem document (RFC 9457). A status of 0: there was no answer."""

    def __init__(self, status, problem):
        self.status = status
        self.reason = problem.get("reason", "unknown")
        self.detail = problem.get("detail") or problem.get("title") or f"The service answered {status}."
        self.field = problem.get("field")
        self.errors = problem.get("errors", [])
        super().__init__(self.detail)


class Connection:
    def __init__(self, url, key, timeout_seconds=30.0):
        self.base = url.rstrip("/") + "/api/v1"
        self.key = key
        self.timeout_seconds = timeout_seconds

    def call(self, method, path, body=None, query=None, idempotency_key=None):
        """Returns values of JSON, the bytes of a file, or None. Raises PennypostError."""
        headers = {"Authorization": "Bearer " + self.key}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        data = None
        if isinstance(body, (bytes, bytearray)):
            headers["Content-Type"] = "application/octet-stream"
            data = bytes(body)
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        search = "?" + urllib.parse.urlencode(given) if given else ""
        request = urllib.request.Request(
            self.base + path + search, method=method, data=data, headers=headers
        )
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_seconds) as answer:
                return _value(answer)
        except urllib.error.HTTPError as error:
            raise PennypostError(error.code, _problem(error.read())) from None
        except urllib.error.URLError as error:
            raise PennypostError(0, {"detail": f"The service does not answer: {error.reason}"}) from error


def at(value):
    """A value as a part of a path."""
    return urllib.parse.quote(str(value), safe="")


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(answer):
    text = answer.read()
    if answer.status == 204:
        return None
    kind = answer.headers.get("Content-Type", "")
    if answer.headers.get("Content-Disposition") or not kind.startswith("application/json"):
        return text
    return json.loads(text)


def _problem(text):
    try:
        problem = json.loads(text)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
