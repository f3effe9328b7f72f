// Parses files of scores: two files of numbers, or one CSV with the columns score and member.

function numbers({ name, text }) {
  return text.split(/\r?\n/).flatMap((line, i) =>
    line.startsWith('#') ? [] : line.split(/[\s,;]+/).filter(Boolean).map((word) => {
      const x = Number(word);
      if (!Number.isFinite(x)) throw new Error(`${name}, line ${i + 1}: not a number: ${word}`);
      return x;
    }),
  );
}

const MEMBER = { 1: true, true: true, member: true, 0: false, false: false, other: false };

function table({ name, text }) {
  const [head, ...lines] = text.split(/\r?\n/).filter((line) => line.trim());
  const columns = head.split(',').map((word) => word.trim());
  const at = ['score', 'member'].map((word) => columns.indexOf(word));
  if (at.includes(-1)) throw new Error(`${name}: one file needs the columns score and member`);
  const out = { members: [], others: [] };
  lines.forEach((line, i) => {
    const cells = line.split(',').map((cell) => cell.trim());
    const [score, member] = [Number(cells[at[0]]), MEMBER[cells[at[1]]?.toLowerCase()]];
    if (!Number.isFinite(score) || cells[at[0]] === '' || member === undefined) throw new Error(`${name}, line ${i + 2}: ${line}`);
    (member ? out.members : out.others).push(score);
  });
  return out;
}

export function readScores(files) {
  const out = files.length === 1 ? table(files[0]) : { members: numbers(files[0]), others: numbers(files[1]) };
  if (!out.members.length || !out.others.length) throw new Error('scores of members and of others are needed');
  return out;
}
