import { hasMoreThan } from './text-length.js';

test.each([
  ['', 0, false],
  ['a', 0, true],
  ['abc', 3, false],
  ['abcd', 3, true],
  ['😀😀😀', 3, false],
  ['😀😀😀a', 3, true],
  ['😀a', 1, true],
  ['x'.repeat(7), 3, true],
])('%j has more than %i characters: %j', (text, max, expected) => {
  expect(hasMoreThan(text, max)).toBe(expected);
});
