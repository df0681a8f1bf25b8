/** Marks in a row that any writing needs, by Unicode's stream-safe text format (UAX 15). */
const MOST_MARKS = 30;
/** Nothing below is a mark. */
const BEYOND_LATIN_1 = /[\u0300-\uffff]/;
/** Rows of marks, and of the signs that compatibility makes marks of. */
const MARKS = /(?:(?!\u034f)[\p{M}\uff9e\uff9f])+/gu;
/** Joins nothing and is not seen: what stands behind it is not sorted with what stands before. */
const JOINER = '\u034f';

/**
 * Whether a character bears more marks than any writing needs. To normalise such a text takes the
 * square of the number of its marks, because they are sorted.
 */
export function hasEndlessMarks(text: string): boolean {
  if (text.length <= MOST_MARKS || !BEYOND_LATIN_1.test(text)) return false;
  for (const [marks] of text.matchAll(MARKS)) if (isEndless(marks)) return true;
  return false;
}

function isEndless(marks: string): boolean {
  return marks.length > MOST_MARKS && [...marks].length > MOST_MARKS;
}

/** `normalize` in linear time: rows of marks that no writing needs are cut by a joiner. */
export function normalText(text: string, form: 'NFC' | 'NFKC'): string {
  return (hasEndlessMarks(text) ? text.replace(MARKS, cut) : text).normalize(form);
}

function cut(marks: string): string {
  if (!isEndless(marks)) return marks;
  const all = [...marks];
  const rows = Array.from({ length: Math.ceil(all.length / MOST_MARKS) }, (_, i) =>
    all.slice(i * MOST_MARKS, (i + 1) * MOST_MARKS).join(''),
  );
  return rows.join(JOINER);
}
