import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Whether a text holds letters that are read from the right: Hebrew, Arabic, and the digits of
 * N'Ko. The digits of Arabic, Persian and Urdu and what stands between them are none, though they
 * have the font and the blocks of those letters: a number is read from the left wherever it stands.
 */
export function readFromRight(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) && Array.from(text).some(isStrong);
}

function isStrong(char: string): boolean {
  const type = bidi.getBidiCharTypeName(char);
  return type === 'R' || type === 'AL';
}

/** Whether the first letter that has a direction is read from the right, and with it a paragraph. */
export function beginsFromRight(text: string): boolean {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) === 1;
}
