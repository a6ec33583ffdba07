"""
Ask for advice
==============

3000 items with click rates around 3 %, and one day of 20 000 views. What should be played, and with how many
items?
"""

import begreedy as bg

advice = bg.advise("finite", horizon=20_000, arms=3000, prior=bg.Beta(2, 60), effort=4)
advice.plot()
print(advice)
