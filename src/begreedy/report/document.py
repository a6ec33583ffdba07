"""A page around its body: style, list of contents, script; it works without a network, from a file or a server."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from begreedy.report.markup import text

Link = tuple[str, str, str]  # address, words, signs behind them (HTML)


def document(title: str, links: Sequence[Link], body: str) -> str:
    """A whole page around its body, with a list of links that stays in sight."""
    items = "\n".join(f'<li><a href="{text(to)}">{text(words)}{signs}</a></li>' for to, words, signs in links)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>{text(title)}</title>
<style>
{_static("style.css")}</style>
<script>
{_static("theme.js")}</script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<nav aria-label="Contents">
<button type="button" id="theme" hidden>Dark</button>
<ul>
{items}
</ul>
</nav>
<main id="main">
{body}
</main>
<script>
{_static("page.js")}</script>
</body>
</html>
"""


def _static(name: str) -> str:
    return files("begreedy.report").joinpath("static", name).read_text(encoding="utf-8")
