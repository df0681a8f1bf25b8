import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import { itemAt } from '../testing/a-subscription.js';
import { amountLine, activeParts, isChanged, lateUsage, usageBilled } from './usage-lines.js';
import type { BilledUsage } from './usage-lines.js';

const on = (text: string): LocalDate => parseLocalDate(text);

const item = itemAt('50.00', '2026-01-01');
const billed: BilledUsage = {
  itemId: item.itemId,
  planVersionId: item.planVersionId,
  overrides: null,
  startOn: on('2026-01-01'),
  untilOn: on('2026-02-01'),
  periodOn: on('2026-01-01'),
  flat: 5000n,
  minimum: 10_000n,
  usage: 3000n,
  trueUp: 2000n,
  revision: 1n,
  pending: false,
  invoiceId: null,
  ahead: [],
  firstLine: null,
  lastLine: null,
  byHand: 0n,
};
const rated = (amount: bigint, revision = 2n) => ({ charges: [], amount, revision });
const room = (left: bigint | null) => ({ currency: 'EUR', room: left }) as const;

describe('usage that is billed', () => {
  const span = { item, start: billed.startOn, until: billed.untilOn };
  const period = { start: billed.startOn, end: on('2026-01-31') };
  const flat = amountLine({ ...item, period }, 5000n, 'EUR');
  const line = {
    part: 'units',
    tier: null,
    quantity: '30',
    unitPrice: '1',
    amount: 3000n,
  } as const;
  const used = (amount: bigint, lines: readonly (typeof line)[]) => {
    return { charges: [{ name: 'Calls', lines }], amount, revision: 1n };
  };

  it('knows its lines, the one up to the minimum among them, behind those of the invoice', () => {
    const lines = [flat];
    expect(usageBilled(span, used(3000n, [line]), billed, { currency: 'EUR', lines })).toEqual({
      ...billed,
      firstLine: 2,
      lastLine: 3,
    });
    expect(lines.map(({ description }) => description)).toEqual([
      'Seat',
      'Calls',
      'Seat: up to the minimum',
    ]);
  });

  it('has none where nothing was used and the minimum is reached', () => {
    const lines = [flat];
    const floor = { ...billed, minimum: 5000n };
    expect(usageBilled(span, used(0n, []), floor, { currency: 'EUR', lines })).toMatchObject({
      usage: 0n,
      trueUp: 0n,
      firstLine: null,
      lastLine: null,
    });
    expect(lines).toHaveLength(1);
  });
});

describe('usage that came late', () => {
  it('costs nothing as long as the minimum covers it', () => {
    const late = lateUsage(billed, rated(4500n), item, room(null));
    expect(late).toMatchObject({ line: null, delta: 0n, billed: { usage: 4500n, trueUp: 500n } });
  });

  it('costs what is above the minimum', () => {
    const { line, delta } = lateUsage(billed, rated(7000n), item, room(null));
    expect(delta).toBe(2000n);
    expect(line).toMatchObject({
      quantity: '1',
      unitPrice: '20.00',
      description: 'Seat: usage of 2026-01-01 to 2026-01-31 that came late',
      period: { start: '2026-01-01', end: '2026-01-31' },
    });
  });

  it('is given back as far as there is room, and the rest later', () => {
    const before = { ...billed, minimum: 0n, trueUp: 0n, usage: 9000n };
    const first = lateUsage(before, rated(1000n), item, room(5000n));
    expect(first).toMatchObject({ delta: -5000n, billed: { usage: 4000n, pending: true } });
    expect(isChanged(first.billed, rated(1000n))).toBe(true);
    const second = lateUsage(first.billed, rated(1000n), item, room(5000n));
    expect(second).toMatchObject({ delta: -3000n, billed: { usage: 1000n, pending: false } });
    expect(isChanged(second.billed, rated(1000n))).toBe(false);
  });
});

describe('usage that was credited by hand', () => {
  const before = { ...billed, minimum: 0n, trueUp: 0n, usage: 15_500n };
  const late = (of: BilledUsage, to: bigint, byHand: bigint) =>
    lateUsage(of, rated(to), item, { ...room(null), byHand });

  it.each([
    // Credited, what it comes to then, what comes back, and how much of the credit stands for it.
    [8000n, 7500n, 0n, 8000n],
    [1000n, 7500n, -7000n, 1000n],
    [15_500n, 7500n, 0n, 8000n],
    [8000n, 15_500n, 0n, 0n],
    [8000n, 17_500n, 2000n, 0n],
  ])('%s, and comes to %s', (byHand, to, delta, used) => {
    const { billed: after, ...told } = late(before, to, byHand);
    expect([told.delta, after.byHand, after.usage]).toEqual([delta, used, to]);
  });

  it('comes back once more by what is taken back later, and where the note is voided', () => {
    const { billed: once } = late(before, 7500n, 8000n);
    expect(late(once, 4500n, 0n).delta).toBe(-3000n);
    const voided = late(once, 7500n, -8000n);
    expect([voided.delta, voided.billed.byHand]).toEqual([-8000n, 0n]);
    expect(isChanged(once, rated(7500n))).toBe(true);
    expect(isChanged(voided.billed, rated(7500n))).toBe(false);
  });

  it('waits for what is reckoned behind the run', () => {
    const held = lateUsage(before, rated(7500n), item, { ...room(20_000n), isHeld: true });
    expect(held).toMatchObject({ delta: 0n, billed: { usage: 15_500n, pending: true } });
    expect(late(held.billed, 7500n, 8000n)).toMatchObject({ delta: 0n, billed: { usage: 7500n } });
  });
});

describe('the days on which it did not stand still', () => {
  const span = { start: on('2026-01-01'), until: on('2026-02-01') };

  test.each([
    ['are all of them without a gap', [], [['2026-01-01', '2026-02-01']]],
    [
      'are those around a gap',
      [{ from: on('2026-01-10'), until: on('2026-01-20') }],
      [
        ['2026-01-01', '2026-01-10'],
        ['2026-01-20', '2026-02-01'],
      ],
    ],
    [
      'are those around days that were paid for and stood still',
      [
        { from: on('2026-01-12'), until: on('2026-01-12'), stoodFrom: on('2026-01-10') },
        { from: on('2026-02-01'), until: null, stoodFrom: on('2026-01-20') },
      ],
      [
        ['2026-01-01', '2026-01-10'],
        ['2026-01-12', '2026-01-20'],
      ],
    ],
    ['are none in one', [{ from: on('2025-12-01'), until: null }], []],
    [
      'are those before one that goes on',
      [{ from: on('2026-01-31'), until: null }],
      [['2026-01-01', '2026-01-31']],
    ],
    [
      'are not touched by one behind them',
      [{ from: on('2026-03-01'), until: on('2026-04-01') }],
      [['2026-01-01', '2026-02-01']],
    ],
  ])('%s', (_, gaps, expected) => {
    expect(activeParts(span, gaps).map(({ start, until }) => [start, until])).toEqual(expected);
  });
});
