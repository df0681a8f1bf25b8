import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { countedRecords, ENGLISH, filled, letterWords, type LetterWords } from './letter-words.js';

const placesOf = ({ records: _, ...texts }: LetterWords) =>
  Object.entries(texts).map(([name, text]) => [name, [...text.matchAll(/\{\w+\}/g)].join()]);

describe.each(DOCUMENT_LANGUAGES)('letters about approvals in %s', (language) => {
  it('have all their texts, with the places of the English ones', () => {
    expect(placesOf(letterWords(language))).toEqual(placesOf(ENGLISH));
    for (const text of Object.values({ ...letterWords(language), records: 'of their own' })) {
      expect(text).toMatch(/\S/);
    }
  });

  it('count records in each plural that the language has', () => {
    const counts = Array.from({ length: 200 }, (_, i) => i + 1);
    const plurals = new Intl.PluralRules(language);
    const asked = new Set(counts.map((count) => plurals.select(count)));
    expect(Object.keys(letterWords(language).records)).toEqual(expect.arrayContaining([...asked]));
    for (const count of counts.slice(2)) {
      expect(countedRecords(language, count)).toContain(`${count}`);
    }
  });
});

it('a name that looks like a place is shown as it is', () => {
  const facts = { who: '{when} $&', when: 'noon' };
  expect(filled(ENGLISH.asksUntil, facts)).toBe('{when} $& asks for your approval, until noon.');
});
