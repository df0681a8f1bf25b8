import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { containsPart, splitAtPart } from './text-search.js';

/** Texts that repeat themselves, as they are the ones that searches go wrong and slow on. */
const periodic = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('a', 'b', 'ж', '\u{1f600}'), minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 150 }),
    fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 3 }),
    fc.integer({ min: 0, max: 150 }),
  )
  .map(([unit, before, odd, behind]) => unit.repeat(before) + odd + unit.repeat(behind));

test('says what the engine says, of parts of every length', () => {
  fc.assert(
    fc.property(periodic, periodic, fc.nat(400), fc.nat(400), (text, other, from, length) => {
      for (const part of [other, text.slice(from, from + length), `${text.slice(from)}c`]) {
        expect(containsPart(text, part)).toBe(text.includes(part));
        const cut = part === '' ? 'x' : part;
        expect(splitAtPart(text, cut)).toEqual(text.split(cut));
      }
    }),
    { numRuns: runs(500) },
  );
});

test('looks at each character a few times, whatever stands in the text', () => {
  const text = 'x'.repeat(40_000);
  const parts = [
    `${'x'.repeat(9_000)}y${'x'.repeat(9_000)}`,
    `y${'x'.repeat(18_000)}`,
    `${'x'.repeat(18_000)}y`,
    'xy'.repeat(9_000),
  ];
  for (const part of parts) {
    const looks = vi.spyOn(String.prototype, 'charCodeAt');
    expect(containsPart(text, part)).toBe(false);
    const count = looks.mock.calls.length;
    looks.mockRestore();
    expect(count).toBeGreaterThan(text.length);
    expect(count).toBeLessThan(5 * (text.length + part.length));
  }
});
