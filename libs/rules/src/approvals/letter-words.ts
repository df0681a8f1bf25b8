import type { DocumentLanguage } from '@quittance/company';
import letters from './approval-words.json';

type Plurals = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** What letters about approvals of records say, in one language. */
export type LetterWords = Readonly<Omit<typeof letters.words.en, 'records'>> & {
  readonly records: Plurals;
};

/** A text of a letter, in the words of whoever reads it. */
export type Said = (words: LetterWords) => string;

const WORDS: Readonly<Record<DocumentLanguage, LetterWords>> = letters.words;

/** The words of letters about approvals. */
export const letterWords = (language: DocumentLanguage): LetterWords => WORDS[language];

/** What the log of an approval keeps. */
export const ENGLISH: LetterWords = WORDS.en;

/** A text with its places filled; what fills one is not looked through for another. */
export function filled(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => facts[name] ?? place);
}

/** How many records, in words. */
export function countedRecords(language: DocumentLanguage, count: number): string {
  const { records } = WORDS[language];
  const text = records[new Intl.PluralRules(language).select(count)] ?? records.other;
  return filled(text, { count: String(count) });
}
