import type { LocalDate } from '@quittance/calendar';
import type { BilledItem, ChargedSpan, Period } from '@quittance/sales';
import { keptIn, type KeptFlat } from './kept-flat.js';

const day = (text: string) => text as LocalDate;
const itemId = 'item' as BilledItem['itemId'];
const item = { itemId } as ChargedSpan['item'];
const span = (start: string, until: string): ChargedSpan => {
  return { item, start: day(start), until: day(until) };
};
const row = (startOn: string, untilOn: string, amount: bigint): KeptFlat => {
  return { itemId, startOn: day(startOn), untilOn: day(untilOn), amount };
};

const tile = { start: day('2026-04-01'), until: day('2026-05-01'), fullDays: 30 } as Period;
/** A change of plan on the 16th splits the usage of April. */
const spans = [span('2026-04-01', '2026-04-16'), span('2026-04-16', '2026-05-01')];
const of = (kept: readonly KeptFlat[]) => spans.map((each) => keptIn(kept, each, { tile, spans }));

test.each([
  ['paid once for all of it', [row('2026-04-01', '2026-05-01', 9999n)], [5000n, 4999n]],
  [
    'given back by days and asked anew',
    [row('2026-04-01', '2026-04-16', 4999n), row('2026-04-16', '2026-05-01', 2000n)],
    [4999n, 2000n],
  ],
  [
    'changed twice on the day',
    [
      row('2026-04-01', '2026-04-16', 5000n),
      row('2026-04-16', '2026-04-16', -1n),
      row('2026-04-16', '2026-05-01', 2000n),
    ],
    [5000n, 1999n],
  ],
  ['of the period before and the next', [row('2026-03-01', '2026-04-01', 1n)], [0n, 0n]],
])('what was %s falls to the spans of a period, nothing twice', (_, kept, amounts) => {
  expect(of(kept)).toEqual(amounts);
});

test('what was paid for days behind an end is of the days before it', () => {
  const ended = span('2026-04-01', '2026-04-16');
  const until = { tile: { ...tile, until: ended.until }, spans: [ended] };
  expect(keptIn([row('2026-04-01', '2026-05-01', 10000n)], ended, until)).toBe(10000n);
});

test('of another item nothing counts', () => {
  const other = { ...row('2026-04-01', '2026-05-01', 1n), itemId: 'b' as BilledItem['itemId'] };
  expect(of([other])).toEqual([0n, 0n]);
});
