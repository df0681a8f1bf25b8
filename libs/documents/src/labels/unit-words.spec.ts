import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { knownUnitCode } from '../e-invoices/unit-code.js';
import data from './named-units.json';
import { unitWord } from './unit-words.js';

const CODES = [data.words, data.same, data.symbols, data.cldr].flatMap((each) => Object.keys(each));

it.each<[string | null, DocumentLanguage, string]>([
  ['C62', 'en', 'piece'],
  ['EA', 'de', 'Stück'],
  ['HUR', 'en', 'hour'],
  ['HUR', 'de', 'Stunde'],
  ['HUR', 'ja', '時間'],
  ['DAY', 'fr', 'jour'],
  ['KGM', 'nl', 'kilogram'],
  ['hour', 'de', 'Stunde'],
  ['month', 'pl', 'miesiąc'],
  ['day', 'en', 'day'],
  ['LS', 'de', 'pauschal'],
  ['E48', 'en', 'service unit'],
  ['XPX', 'fr', 'palette'],
  ['NAR', 'de', 'Stück'],
  // Symbols are the same everywhere.
  ['MTK', 'ar', 'm²'],
  ['MTQ', 'ja', 'm³'],
  ['KWH', 'de', 'kWh'],
  ['TNE', 'fr', 't'],
  ['P1', 'en', '%'],
  // Words of a person’s own, codes that nobody has a word for, and names of everything’s own.
  ['Berater', 'en', 'Berater'],
  ['D36', 'de', 'D36'],
  ['constructor', 'en', 'constructor'],
  [null, 'en', ''],
])('%s is called in %s: %s', (unit, language, word) => {
  expect(unitWord(unit, language)).toBe(word);
});

it.each(DOCUMENT_LANGUAGES)('every code with a word has one in %s', (language) => {
  const bad = CODES.filter((code) => {
    const word = unitWord(code, language);
    return word === code || word !== word.trim() || word === '' || /\d/.test(word);
  });
  expect(bad).toEqual([]);
});

it('they are codes of the recommendations', () => {
  expect(CODES.filter((code) => knownUnitCode(code) !== code)).toEqual([]);
});
