"""The API's description as an HTML page that needs nothing from elsewhere: no script, no style sheet, no font."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a;
       background: #fff }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #bbb }
h3 { margin-bottom: .2rem; font-weight: 600 }
table { border-collapse: collapse; margin: .5rem 0 1rem; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #ddd }
.method { display: inline-block; min-width: 3.2rem; font-weight: 700; color: #0b5394 }
@media (prefers-color-scheme: dark) {
  body { background: #16181b; color: #e6e6e6 } h2, th, td { border-color: #444 } .method { color: #8ab4f8 }
}
"""


def manual(schema: dict[str, Any]) -> str:
    """The page for an OpenAPI schema."""
    parts = schema["components"]["schemas"]
    sections: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            tag = (operation.get("tags") or ["other"])[0]
            sections.setdefault(tag, []).append(_operation(method, path, operation, parts))
    body = "".join(f"<h2>{escape(tag)}</h2>{''.join(operations)}" for tag, operations in sections.items())
    info = schema["info"]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])} API</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f"<style>{_STYLE}</style></head><body>"
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1><p>{escape(info.get('description', ''))} "
        'The same as <a href="/openapi.json">OpenAPI</a>. Errors are <code>{"error": {"message": ...}}</code>, with '
        "<code>field</code>, <code>value</code> and <code>allowed</code> where a field is wrong, and a status of 4xx, "
        "or 503 if the store does not answer; with a token, send "
        f"<code>Authorization: Bearer ...</code>.</p>{body}</body></html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any], parts: dict[str, Any]) -> str:
    text = f'<h3><span class="method">{method.upper()}</span> <code>{escape(path)}</code></h3>'
    text += f"<p>{_words(operation.get('description', ''))}</p>"
    rows = [
        (p["name"], p["schema"], p.get("required", False), p.get("description", ""))
        for p in operation.get("parameters", [])
        if p["in"] == "query"
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        model = _resolved(body, parts)
        needed = model.get("required", [])
        rows += [(n, p, n in needed, p.get("description", "")) for n, p in model.get("properties", {}).items()]
    if not rows:
        return text
    cells = "".join(_row(name, schema, needed, words, parts) for name, schema, needed, words in rows)
    where = "body" if body is not None else "query"
    return f"{text}<table><tr><th>{where}</th><th>type</th><th>default</th><th></th></tr>{cells}</table>"


def _row(name: str, schema: dict[str, Any], needed: bool, words: str, parts: dict[str, Any]) -> str:
    default = "needed" if needed else json.dumps(schema.get("default"))
    cells = (f"<code>{escape(name)}</code>", escape(_kind(schema, parts)), escape(default), escape(words))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _kind(schema: dict[str, Any], parts: dict[str, Any]) -> str:
    """A type in words, with its limits."""
    if "$ref" in schema:
        return "{" + ", ".join(_resolved(schema, parts).get("properties", {})) + "}"
    if "anyOf" in schema:
        return " or ".join(_kind(option, parts) for option in schema["anyOf"])
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(_kind(item, parts) for item in schema["prefixItems"]) + "]"
        return f"list of {_kind(schema.get('items', {}), parts)}"
    words = {"minimum": "≥", "maximum": "≤", "minLength": "characters ≥", "maxLength": "characters ≤", "pattern": ""}
    limits = [f"{sign} {_whole(schema[limit])}".strip() for limit, sign in words.items() if limit in schema]
    return str(schema.get("type", "anything")) + (f" ({', '.join(limits)})" if limits else "")


def _whole(limit: Any) -> Any:
    return int(limit) if isinstance(limit, float) and limit.is_integer() else limit


def _words(text: str) -> str:
    """A docstring as HTML, with its code marked as code."""
    return re.sub("``(.*?)``", r"<code>\1</code>", escape(text))


def _resolved(schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    return parts[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
