"""Pages and pictures of what plumbline judged, made from its records alone.

`python3 -m plumbline_reports WORD ...`, or `plumbline WORD ...`: report, scoreboard, site, history, figures,
statement. Certified numbers are decimal strings from end to end: nothing here makes one of them a double but to
place a point in a picture or to sum up errors.
"""
