import fc from 'fast-check';
import { hasEndlessMarks, normalText } from './normal-text.js';

const ACUTE = '\u0301';
const DOT_BELOW = '\u0323';

test.each(['NFC', 'NFKC'] as const)('is what Unicode says of any writing, in %s', (form) => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'ﬁ', '한', ACUTE, DOT_BELOW),
    maxLength: 25,
  });
  fc.assert(
    fc.property(text, (given) => {
      expect(normalText(given, form)).toBe(given.normalize(form));
      expect(hasEndlessMarks(given)).toBe(false);
    }),
  );
});

test.each([
  ['marks', ACUTE + DOT_BELOW],
  ['marks beyond the first plane', '\u{1d165}\u{1d16d}'],
  ['signs that compatibility makes marks of', `\uff9e${DOT_BELOW}`],
])('a character with %s without end is cut into rows that sort fast', (_, pair) => {
  expect(hasEndlessMarks(`a${pair.repeat(15)}`)).toBe(false);
  expect(hasEndlessMarks(`a${pair.repeat(16)}`)).toBe(true);
  const made = normalText(`a${pair.repeat(2_000)}`, 'NFKC');
  expect(made.split('\u034f').every((row) => [...row].length <= 62)).toBe(true);
  expect(normalText(made, 'NFKC') === made).toBe(true);
});
