"""The theorems themselves, Sections 3 to 6: claims about them, with nothing to draw."""

from begreedy.paper.study import Study
from begreedy.paper.theorems.claims import CLAIMS

STUDY = Study((), CLAIMS)
