"""overview.py FOLDER: writes README.md of a folder of cards, a table with one row for each card."""

import sys
from pathlib import Path

HEAD = """# Cards

This folder compares accountants with the [certified test vectors](../README.md): released accountants, and two small
ones that we wrote to test the cards. For each question of the vectors, the exact number is known up to a tiny interval,
and each accountant answers with one number. A card is the page with the results of one accountant.
`./dev accountants` writes the cards again. `tools/accountants/requirements.lock` and `opacus.lock` name the releases,
and `tools/accountants/adapters.py` has the call of each accountant.

- *Unsound* counts the upper bounds that are certainly below the exact number (and the lower bounds that are certainly
  above it), even if the difference is tiny. The column *by over 1e-6* counts the unsound answers with a relative error
  of more than 1e-6. An answer that is not a number is not a bound, and counts in both columns. If an accountant raises
  an exception, this counts as an error; errors have a separate column if there are any.
- An estimate does not promise to be above or below the exact number. It counts as unsound if its relative error is more
  than 1e-6.
- *Underflow* counts the upper bounds of 0 for an exact number between 0 and the smallest positive double.
- The last three columns have the median number of correct digits, -log10 of the relative error, for the questions of
  each tier (easy, hard, extreme).

| accountant | judged as | answers | unsound | by over 1e-6 | underflow | digits, easy | hard | extreme |
|---|---|---|---|---|---|---|---|---|
"""


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def row_of(card: Path) -> str:
    lines = card.read_text().splitlines()
    title = lines[0].removeprefix("# ")
    kind = lines[2].removeprefix("Answers judged as ").split(":")[0].rstrip(".")
    tiers = {c[0].removeprefix("tier "): c[1:] for c in map(cells, lines) if c[0].startswith("tier ")}
    sums = [sum(int(t[i]) for t in tiers.values() if t[i] != "-") for i in range(4)]
    digits = [tiers[t][-3] if t in tiers else "-" for t in ("easy", "hard", "extreme")]
    return f"| [{title}]({card.name}) | {kind} | " + " | ".join([*map(str, sums), *digits]) + " |"


def main() -> None:
    folder = Path(sys.argv[1])
    cards = sorted(p for p in folder.glob("*.md") if p.name != "README.md")
    (folder / "README.md").write_text(HEAD + "\n".join(map(row_of, cards)) + "\n")


if __name__ == "__main__":
    main()
