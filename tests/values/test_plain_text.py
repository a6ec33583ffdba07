"""Text tables, CSV rows and public names: what many rooms share to read and write plain text."""

from __future__ import annotations

import subprocess
import sys

import pytest

import begreedy as bg
from begreedy.values.csv_rows import column_names, csv_file, csv_rows
from begreedy.values.names import public_names
from begreedy.values.text_table import text_table


def test_columns_are_as_wide_as_their_widest_cell():
    """Cells stand below each other, and no line ends in spaces."""
    lines = text_table([("", "policy", "K"), ("1", "Greedy", ""), ("2", "UCB", "100")]).splitlines()
    assert lines == ["   policy  K", "1  Greedy", "2  UCB     100"]
    with pytest.raises(ValueError, match="zip"):
        text_table([("a", "b"), ("c",)])


def test_rows_of_a_file_say_where_they_are(tmp_path):
    """Spaces and the mark of a byte order are no part of a cell; quoted cells may span lines."""
    file = tmp_path / "past.csv"
    file.write_text('\ufeffArm , Reward\na,1\n\n"b\nc", 0\n', encoding="utf-8")
    rows = csv_file(file)
    assert column_names(rows, "past") == (f"{file}, line 1", ["arm", "reward"])
    assert list(rows) == [
        (f"{file}, line 2", ["a", "1"]),
        (f"{file}, line 3", []),
        (f"{file}, line 5", ["b\nc", "0"]),
    ]
    (tmp_path / "empty.csv").write_text("")
    assert column_names(csv_file(tmp_path / "empty.csv"), "past") == ("past, line 1", [])


@pytest.mark.parametrize("blank", ["\n", "  \n\n", ";;\r\n"])
def test_blank_lines_before_the_names_are_no_rows(tmp_path, blank):
    """The names tell what separates cells; lines keep their numbers."""
    file = tmp_path / "past.csv"
    file.write_text(f"{blank}arm;reward\na;1,5\n", newline="")
    first = blank.count("\n") + 1
    assert list(csv_file(file)) == [
        (f"{file}, line {first}", ["arm", "reward"]),
        (f"{file}, line {first + 1}", ["a", "1,5"]),
    ]
    file.write_text(blank)
    assert list(csv_file(file)) == []


def test_what_is_no_csv_is_told_by_line(tmp_path):
    """Other bytes and cells that never end are errors of the file, with its name and line."""
    file = tmp_path / "bad.csv"
    file.write_bytes(b"arm,reward\na,1\n\xff\xfe,0\n" + b"b,0\n" * 5000)
    with pytest.raises(ValueError, match=r"bad\.csv, line 3: expected text in UTF-8; save it"):
        list(csv_file(file))
    file.write_text("arm,reward\na," + "1" * 200_000)
    with pytest.raises(ValueError, match=r"bad\.csv, line 2: not a CSV file: field larger than field limit"):
        list(csv_file(file))
    assert list(csv_rows(["a;b"], ";")) == [(1, ["a", "b"])]


def test_texts_can_name_what_is_public_before_anything_else_is_imported():
    """The parser gets the names from the package, whichever of its modules is imported first."""
    assert public_names()["UCB"] is bg.UCB
    assert list(public_names()) == bg.__all__
    code = "from begreedy.values.spec import parse; assert repr(parse('UCB(c=2)')) == 'UCB(c=2.0)'"
    subprocess.run([sys.executable, "-c", code], check=True)
