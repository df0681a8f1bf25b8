import { containsText } from './find-text.js';

const texts = ['', 'a', 'ab', 'aab', 'abab'].flatMap((unit) =>
  [1, 7, 20, 41].map((times) => unit.repeat(times)),
);

it('finds what the platform finds', () => {
  const parts = texts.flatMap((text) => [text, `${text}b`, `b${text}`, text.slice(0, -1)]);
  for (const text of parts) {
    for (const part of parts) {
      expect(`${text} ${part} ${containsText(text, part)}`).toBe(
        `${text} ${part} ${text.includes(part)}`,
      );
    }
  }
});

it('searches a long text that repeats itself for another at once', () => {
  const xs = 'x'.repeat(400_000);
  expect(containsText(`${xs}${xs}`, `${xs}y${xs.slice(1)}`)).toBe(false);
  expect(containsText(`${xs}y${xs}`, `${xs.slice(7)}y${xs.slice(7)}`)).toBe(true);
});
