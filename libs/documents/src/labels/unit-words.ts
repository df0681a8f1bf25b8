import type { DocumentLanguage } from '@quittance/company';
import data from './named-units.json';

const WORDS = new Map<string, Readonly<Record<DocumentLanguage, string>>>(
  Object.entries(data.words),
);
const SAME = new Map(Object.entries(data.same));
const SYMBOLS = new Map(Object.entries(data.symbols));
const TYPED = new Map(Object.entries(data.typed));
const CLDR = new Map(Object.entries(data.cldr));

const known = new Map<string, string>();

/**
 * What a unit is called that is kept as a code of UN/ECE Recommendations 20 and 21, for electronic
 * invoices take no other: HUR is an hour. One of it, since the column says what is counted; by its
 * symbol where that is the same everywhere. What a person has called it by a word of their own
 * stays but for the plain names of times, and so does a code without a word.
 */
export function unitWord(unit: string | null, language: DocumentLanguage): string {
  const given = unit?.trim() ?? '';
  const code = TYPED.get(given) ?? given;
  const symbol = SYMBOLS.get(code);
  if (symbol !== undefined) return symbol;
  const word = WORDS.get(SAME.get(code) ?? code);
  if (word) return word[language];
  const name = CLDR.get(code);
  return name === undefined ? (unit ?? '') : measured(name, language);
}

/** Made once for each: the platform takes long for it. */
function measured(unit: string, language: DocumentLanguage): string {
  const key = `${language} ${unit}`;
  const there = known.get(key);
  if (there !== undefined) return there;
  const parts = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).formatToParts(1);
  const said = parts.find(({ type }) => type === 'unit')?.value ?? unit;
  known.set(key, said);
  return said;
}
