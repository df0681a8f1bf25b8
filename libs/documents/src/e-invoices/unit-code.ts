import data from './unit-codes.json';

/** One of something that is counted: what stands where no unit is known. */
const ONE = 'C62';

/**
 * The codes of UN/ECE Recommendations 20 and 21 that trade is commonly counted in. An electronic
 * invoice may bear no other text as its unit (BR-CL-23).
 */
const CODES: ReadonlySet<string> = new Set(data.codes);

/** What people write for them. */
const WORDS = new Map<string, string>(Object.entries(data.words));

/**
 * BT-130: the code of a product's unit, written as a code or as a word; one where it is neither.
 */
export function unitCodeOf(unit: string | null): string {
  return knownUnitCode(unit) ?? ONE;
}

/** The same; null where the unit is none that is known. */
export function knownUnitCode(unit: string | null): string | null {
  const text = unit?.trim() ?? '';
  if (CODES.has(text.toUpperCase())) return text.toUpperCase();
  const word = text.toLowerCase();
  const singular = word.length > 3 ? word.replace(/(?<=x)es$|s$/, '') : word;
  return WORDS.get(word) ?? WORDS.get(singular) ?? null;
}
