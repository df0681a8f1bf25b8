import type { Field, FieldType } from '@quittance/fields';
import fc from 'fast-check';
import { shortestRun } from '../../../../test/support/loop-lag.js';
import { companyName, matchedPart } from './duplicate-key.js';

const MOST_MS = 300;

const field = (type: FieldType) => ({ name: 'x', type }) as Field;

describe('names of companies', () => {
  test.each([
    ['Müller & Söhne GmbH & Co. KG', 'müller söhne'],
    ['MÜLLER  SÖHNE', 'müller söhne'],
    ['Acme, Inc.', 'acme'],
    ['ACME INC', 'acme'],
    ['Acme Pvt. Ltd.', 'acme'],
    ['Société Générale S.A.', 'société générale'],
    ["O'Neill Ltd", 'oneill'],
    ['Co', 'co'],
    ['Company Ltd', 'company'],
    ['３Ｍ　Company', '3m'],
    ['…', ''],
  ])('%s is %s', (given, expected) => {
    expect(companyName(given)).toBe(expected);
  });
});

describe('the part of a value that has to be equal', () => {
  test.each<[FieldType, 'exact' | 'normalised' | 'company', string | number | null, string | null]>(
    [
      ['email', 'normalised', ' Ada@Example.COM ', 'ada@example.com'],
      ['email', 'exact', 'Ada@Example.COM', 'Ada@Example.COM'],
      ['phone', 'normalised', '+49 (30) 123-45', '493012345'],
      ['text', 'normalised', ' A\t  b\u00a0C ', 'a b c'],
      ['text', 'normalised', '\u03d4', '\u03cb'],
      ['text', 'exact', ' ', ' '],
      ['text', 'normalised', '  ', null],
      ['phone', 'normalised', '---', null],
      ['text', 'company', '…', null],
      ['integer', 'exact', 0, '0'],
      ['text', 'exact', null, null],
      ['text', 'exact', '', null],
    ],
  )('of %s, %s, %j is %j', (type, match, value, expected) => {
    expect(matchedPart(field(type), match, value)).toBe(expected);
  });

  test('is the same after it was normalised once', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(words, (text) => {
        const once = matchedPart(field('text'), 'normalised', text);
        expect(matchedPart(field('text'), 'normalised', once)).toBe(once);
      }),
    );
  });
});

it('cuts rows of marks that no writing has, so that a name is normalised in a moment', () => {
  const marks = '\u0301\u0323'.repeat(16_000);
  const { value: name, ms } = shortestRun(() => companyName(`a${marks}`), MOST_MS);
  expect(ms).toBeLessThan(MOST_MS);
  expect(companyName(`A${marks}`)).toBe(name);
});
