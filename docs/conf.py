"""How the documentation is built: `make docs`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "examples"))
os.environ.setdefault("MPLBACKEND", "agg")

from begreedy.version import __version__  # noqa: E402

project = "begreedy"
author = "The begreedy authors"
copyright = "The begreedy authors, MIT licence"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "numpydoc",
    "sphinx_copybutton",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["deploy", "examples", "figures/*.py", "gallery/README.rst"]
templates_path = ["_templates"]
nitpicky = False
highlight_language = "none"  # a block without a language is a command or its output; others name theirs

myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

autosummary_generate = True
# Links back from source pages use these names where a module documents a class, too: they are anchors as well.
autosummary_context = {
    "also": {
        "begreedy.environment": "begreedy.engine.environment.environment",
        "begreedy.replay": "begreedy.logs.replay.replay",
        "begreedy.trace": "begreedy.engine.trace.trace",
    }
}
autodoc_typehints = "none"  # the sections of a docstring say what a parameter is
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

sphinx_gallery_conf = {
    "examples_dirs": ["gallery"],
    "gallery_dirs": ["made_gallery"],
    "filename_pattern": r"\.py$",
    "image_scrapers": ("matplotlib",),
    "reset_modules": (),
    "min_reported_time": 0,
    "remove_config_comments": True,
    "download_all_examples": False,
    "show_signature": False,
    "within_subsection_order": "FileNameSortKey",
    "plot_gallery": True,
    "abort_on_example_error": True,
}

html_theme = "pydata_sphinx_theme"
html_title = f"begreedy {__version__}"
html_context = {"default_mode": "auto"}  # light or dark, as the reader has it
html_static_path = ["_static"]
html_css_files = ["begreedy.css"]
html_js_files = ["begreedy.js"]
html_show_sourcelink = False
html_show_search_summary = False  # it would be fetched, which a page opened from disk may not do
html_theme_options = {
    "show_toc_level": 2,
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "search_bar_text": "Search",
}
html_sidebars = {"index": []}


def _end_with_text(_: Sphinx, doctree: nodes.document) -> None:
    """Remove the empty line by which an example ends for doctest."""
    for block in doctree.findall(nodes.literal_block):
        if all(isinstance(part, nodes.Text) for part in block.children):
            block.rawsource = block.astext().rstrip()
            block.children = [nodes.Text(block.rawsource)]


def _hide_signature(_: Sphinx, what: str, _name: str, value: object, *_rest: object) -> tuple[str, None] | None:
    """Leave out how a Protocol is made: nobody makes one."""
    return ("", None) if what == "class" and getattr(value, "_is_protocol", False) else None


def setup(app: Sphinx) -> None:
    """Connect what is our own."""
    app.connect("autodoc-process-signature", _hide_signature)
    app.connect("doctree-read", _end_with_text)
