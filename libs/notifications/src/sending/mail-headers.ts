/** Joins what it stands between, and is not seen. */
const WORD_JOINER = '\u2060';

/**
 * A text for a header, which is read as it is written: whoever is called `=?utf-8?q?…?=` would be
 * shown as what that stands for, quoted or not. What begins so is parted by a character that nobody
 * sees, by which the text is encoded as a whole as any other that is not plain.
 */
export function literalHeader(text: string): string {
  return text.replaceAll('=?', `=${WORD_JOINER}?`);
}
