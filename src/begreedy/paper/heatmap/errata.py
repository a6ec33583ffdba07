"""What the paper leaves out, here and in its other figures."""

from __future__ import annotations

from begreedy.paper.erratum import Erratum

ERRATA = (
    Erratum(
        "not-said",
        "What the paper does not say",
        "The axes of the heat map, the lifetimes of the mortal figure and whether its regret is divided by T, the"
        " λ of Budget-UCB (1e-5 in the companion), m of TwoTarget (3).",
        "Ours: 2 to 1024 arms and 10 to 100 000 rounds; eight lifetimes from 10^1.5 to 10^5, cumulative regret; λ"
        " = 1e-5; m = 3.",
        ("heatmap", "mortal-uniform", "mortal-beta", "budgeted-discrete", "infinite-uniform"),
    ),
)
