"""overview.py FOLDER: writes README.md of a folder of cards, which compares the cards."""

import sys
from pathlib import Path

HEAD = """# Cards

Released accountants, and two that were made to be tried, on the [vectors](../README.md): each gives one
number where the vectors say what the exact one is. `./dev accountants` makes the cards anew; which releases,
is in `tools/accountants/requirements.lock` and `opacus.lock`, how each is asked in
`tools/accountants/adapters.py`.

- Unsound is an upper bound that is certainly below the exact number (or a lower one above), by however
  little; the next column counts those by more than a millionth of it. An answer that is no number is no
  bound and counts in both. An exception is an error, in a column of its own where there are some.
- An estimate, which promises no side, is unsound where it is off by more than a millionth.
- Underflow is an upper bound of 0 on a number between 0 and the smallest positive double.
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
