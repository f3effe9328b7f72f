"""Pages and plots of the results of plumbline, created only from its records.

`python3 -m plumbline_reports WORD ...`, or `plumbline WORD ...`: report, scoreboard, site, history, figures,
statement. Certified numbers are decimal strings throughout. The package converts them to doubles only to place points
in plots and to summarise errors.
"""
