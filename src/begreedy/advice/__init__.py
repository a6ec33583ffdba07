"""Should I be greedy here, and with how many arms?"""
