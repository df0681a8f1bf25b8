import { patternInWords } from './pattern-words.js';

it.each([
  ['^[A-Z]{3}$', '3 capital letters, such as ABC'],
  ['[0-9]{5}', '5 digits, such as 12345'],
  ['[A-Z]{2}-\\d{4}', '2 capital letters, then “-”, then 4 digits, such as AB-1234'],
  [
    '^[a-z0-9][a-z0-9-]*$',
    'one of small letters or digits, then any number of small letters, digits or “-”, such as aab',
  ],
  ['^[^@\\s]+$', 'one or more characters other than “@” and blanks, such as ABC'],
  ['^[!-~]+$', 'one or more characters other than blanks, such as ABC'],
  ['^\\+?[0-9]{2,4}$', 'perhaps one of “+”, then 2 to 4 digits, such as 12'],
  ['^[^A-Z]{2}$', '2 characters other than capital letters, such as ab'],
  ['^[0-9a-f]{2}$', '2 digits or letters a to f, such as ab'],
])('%s is told as: %s', (source, words) => {
  expect(patternInWords(source)).toBe(words);
});

it.each(['^(a|b)$', '[[:alpha:]]+', '[a-z]*'.repeat(9), '[α-ω]+', '^a.b$', '', '\\p{L}+'])(
  'nothing is made up of %s, which says more',
  (source) => {
    expect(patternInWords(source)).toBeUndefined();
  },
);
