/** What is longer tells no more of a name. */
const LONGEST = 120;

/**
 * How alike two texts are, from 0 to 1: one less the share of the longer one's letters that have to
 * be put in, taken out or exchanged.
 */
export function similarity(a: string, b: string): number {
  const [from, to] = [lettersOf(a), lettersOf(b)];
  const longest = Math.max(from.length, to.length);
  return longest === 0 ? 1 : 1 - distance(from, to) / longest;
}

/** By Levenshtein, a row of the table at a time. */
function distance(from: readonly string[], to: readonly string[]): number {
  let above = to.map((_, i) => i + 1);
  from.forEach((letter, row) => {
    let [left, diagonal] = [row + 1, row];
    above = to.map((other, column) => {
      const up = above[column] ?? 0;
      const cost = Math.min(up + 1, left + 1, diagonal + (letter === other ? 0 : 1));
      [left, diagonal] = [cost, up];
      return cost;
    });
  });
  return above.at(-1) ?? from.length;
}

function lettersOf(text: string): readonly string[] {
  return Array.from(text.slice(0, LONGEST));
}
