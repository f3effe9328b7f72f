"""overview.py FOLDER: writes README.md of a folder of cards, a table with one row for each card."""

import sys
from pathlib import Path

HEAD = """# Cards

This folder compares accountants with the [vectors](../README.md): released accountants, and two that we wrote as
tests. For each question of the vectors, the exact number is known, and each accountant answers with one number.
`./dev accountants` makes the cards again. `tools/accountants/requirements.lock` and `opacus.lock` name the releases,
and `tools/accountants/adapters.py` has the call of each accountant.

- *Unsound* counts the upper bounds that are certainly below the exact number (and the lower bounds that are above
  it), even if the difference is tiny. The next column counts those that differ from the exact number by more than a
  millionth of it. An answer that is not a number is not a bound, and counts in both columns. An exception counts as
  an error. Errors have a separate column if there are any.
- An estimate does not promise to be above or below the exact number. It is unsound if it differs from this number by
  more than a millionth of it.
- *Underflow* counts the upper bounds of 0 on a number between 0 and the smallest positive double.
- Digits are -log10 of the relative error: the median of each tier.

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
