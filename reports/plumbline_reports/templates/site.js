"use strict";
// Sorting and filtering of tables. Without this script all rows are there, in their order.
for (const part of document.querySelectorAll(".sortable")) {
  const table = part.querySelector("table");
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const selects = [...part.querySelectorAll("select")];
  const status = part.querySelector("[role=status]");
  const collator = new Intl.Collator("en", { numeric: true });

  const key = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.key ?? cell.textContent.trim();
  };
  // Numbers by size, texts by the alphabet, what is empty last.
  const compare = (a, b) => {
    if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
    const x = Number(a), y = Number(b);
    return Number.isNaN(x) || Number.isNaN(y) ? collator.compare(a, b) : x - y;
  };
  const sort = (column) => {
    const head = heads[column];
    const up = head.getAttribute("aria-sort") !== "ascending";
    for (const other of heads) other.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const rows = [...body.rows];
    rows.sort((a, b) => {
      const x = key(a, column), y = key(b, column);
      return x === "" || y === "" ? compare(x, y) : (up ? 1 : -1) * compare(x, y);
    });
    body.append(...rows);
  };
  const filter = () => {
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = selects.some((s) => s.value !== "" && row.dataset[s.dataset.fact] !== s.value);
      if (!row.hidden) shown += 1;
    }
    status.textContent = `${shown} of ${body.rows.length} rows`;
  };
  heads.forEach((head, column) =>
    head.querySelector("button").addEventListener("click", () => sort(column)));
  for (const select of selects) select.addEventListener("change", filter);
  part.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  if (selects.some((s) => s.value !== "")) filter(); // kept by the browser
}
