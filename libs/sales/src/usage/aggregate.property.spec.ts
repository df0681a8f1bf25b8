import { addDays, parseLocalDate as day } from '@quittance/calendar';
import type { Instant } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { aggregate, spanOf } from './aggregate.js';

const ZONE = 'Europe/Berlin';
/** A day of March has 23 hours. */
const START = day('2026-03-01');
const MONTH = spanOf(START, addDays(START, 31), ZONE);

const levels = fc
  .array(
    fc.record({
      minute: fc.integer({ min: 0, max: 743 * 60 - 1 }),
      value: fc.bigInt({ min: 0n, max: 9_999_999_999n }),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all
      .toSorted((a, b) => a.minute - b.minute)
      .map(({ minute, value }) => {
        const at = new Date(Date.parse(MONTH.start) + minute * 60_000).toISOString() as Instant;
        return { at, receivedAt: at, value };
      }),
  );
/** Days on which a plan gives way to another. */
const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 4 });

it('the parts of a period come to what the level of all of it does', () => {
  fc.assert(
    fc.property(levels, cuts, fc.bigInt({ min: 0n, max: 9_999_999n }), (events, days, carried) => {
      const borders = [0, ...days.toSorted((a, b) => a - b), 31];
      const parts = borders.slice(1).map((until, i) => {
        const span = spanOf(addDays(START, borders[i] ?? 0), addDays(START, until), ZONE);
        const before = events.filter(({ at }) => Date.parse(at) < Date.parse(span.start));
        const own = events.filter(({ at }) => {
          return (
            Date.parse(at) >= Date.parse(span.start) && Date.parse(at) < Date.parse(span.until)
          );
        });
        const level = before.at(-1)?.value ?? carried;
        return aggregate('weighted', own, { span, carried: level, whole: MONTH });
      });
      const whole = aggregate('weighted', events, { span: MONTH, carried });
      const sum = parts.reduce((all, each) => all + each, 0n);
      const off = sum > whole ? sum - whole : whole - sum;
      // Each is rounded once.
      expect(off <= BigInt(parts.length)).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});
