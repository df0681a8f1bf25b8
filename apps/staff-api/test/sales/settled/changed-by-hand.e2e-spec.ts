import { formatMinor } from '@quittance/money';
import fc from 'fast-check';
import { runsInParts } from '../../../../../test/support/tier.js';
import { type Json } from '../../objects/objects-support';
import { call } from '../sales-support';
import { BooksByHand, minor } from './books-by-hand';
import { billedOn, invoicesOf } from '../subscription-support';

let books: BooksByHand;
const host = BooksByHand.forEach((opened) => {
  books = opened;
});

describe('what was credited by hand, then raised, then lowered', () => {
  test.each(['named', 'unnamed'])('comes back once by a pause (%s)', async (how) => {
    const one = await books.billed(3);
    await books.credited(await books.newest(), '93', how === 'named');
    expect(await books.changed(one, 3, 6)).toBe('87.00');
    books.t.clock.set('2026-12-04T12:00:00Z');
    await books.post(`/subscriptions/${one.id}/pause`, { from: 'now', creditUnused: true });
    expect(await books.chargedInAll()).toBe(0n);
    expect(await books.waiting()).toEqual(new Map());
    books.t.clock.set('2027-01-01T10:00:00Z');
    await books.post(`/subscriptions/${one.id}/resume`);
    await billedOn(books, '2027-01-01');
    expect(await books.chargedInAll()).toBe(18_600n);
  });

  test.each(['93', '50', '0.01'])('of %s comes back once by a fall', async (amount) => {
    const one = await books.billed(3);
    await books.credited(await books.newest(), amount);
    await books.changed(one, 3, 6);
    await books.changed(one, 4, 1);
    const before = await books.chargedInAll();
    expect(before >= 0n).toBe(true);
    await billedOn(books, '2027-01-01');
    expect((await books.chargedInAll()) - before).toBe(3100n);
    expect((await books.newest()).subtotal).toBe('31.00');
  });

  test('comes back once by an end, behind which nothing waits', async () => {
    const one = await books.billed(1);
    await books.credited(await books.newest(), '31');
    await books.changed(one, 11, 2);
    books.t.clock.set('2026-12-21T12:00:00Z');
    await books.post(`/subscriptions/${one.id}/cancel`, { at: 'now', credit: 'prorated' });
    await billedOn(books, '2027-01-01');
    expect(await books.chargedInAll()).toBe(0n);
    expect(await books.waiting()).toEqual(new Map());
  });
});

// What a change takes off of another invoice is asked by it as well, whatever a note names of it.
test.each([
  ['named', [1, 3], 699n],
  ['unnamed', [1, 3], 699n],
  ['unnamed', [1, 3, 4], 899n],
])('a cent of a rise is %s, and all but that comes back by an end (%j)', async (how, all, left) => {
  const [first = 1, ...then] = all;
  const one = await books.billed(first);
  for (const quantity of then) {
    await books.changed(one, 2, quantity);
    await books.send();
  }
  await books.credited(await books.newest(), '0.01', how === 'named');
  expect(await books.endedOn(one, '2026-12-04')).toBe(left);
});

describe('what was credited without a line', () => {
  const LATER = { billing: 'next_invoice' };
  const credit = async (unitPrice: string, at = -1) =>
    books.credited((await invoicesOf(books.admin)).at(at) as Json, unitPrice, false);

  test('of a period comes back once where a change takes the place of another', async () => {
    const one = await books.billed(3);
    await credit('93');
    await books.changed(one, 3, 9);
    await books.send();
    await books.changed(one, 3, 6);
    books.t.clock.set('2026-12-04T12:00:00Z');
    await books.post(`/subscriptions/${one.id}/pause`, { from: 'now', creditUnused: true });
    expect([await books.chargedInAll(), await books.waiting()]).toEqual([0n, new Map()]);
  });

  test('of a period that bears what waited comes back by none of its rows', async () => {
    const one = await books.billed(1);
    await books.changed(one, 2, 3, LATER);
    await billedOn(books, '2027-01-01');
    await books.send();
    await credit('153');
    expect([await books.chargedInAll(), await books.endedOn(one, '2027-01-02')]).toEqual([
      3100n,
      3100n,
    ]);
  });

  test('comes back of no line that somebody has taken off the draft', async () => {
    const one = await books.billed(1);
    await books.changed(one, 2, 3);
    const draft = await books.newest();
    const back = (draft.lines as Json[]).find(({ net }) => minor(net) < 0n);
    const path = `/invoices/${String(draft.id)}/lines/${String(back?.id)}`;
    expect((await call(books.admin, 'DELETE', path)).status).toBe(200);
    await books.send();
    await credit('60');
    expect([await books.chargedInAll(), await books.endedOn(one, '2026-12-03')]).toEqual([
      6100n,
      3100n,
    ]);
  });

  test('is no more than it was where the lines of a rise wait', async () => {
    const one = await books.billed(1);
    await books.changed(one, 2, 3, LATER);
    await credit('0.01');
    expect(await books.endedOn(one, '2026-12-04')).toBe(699n);
  });

  test('is no more than it was where a change asks again what one gave back', async () => {
    const one = await books.billed(1);
    await books.changed(one, 5, 3);
    await books.send();
    await credit('0.01');
    await books.changed(one, 10, 2);
    await books.changed(one, 10, 4);
    await books.send();
    expect(await books.endedOn(one, '2026-12-11')).toBe(2299n);
  });
});

const move = fc.oneof(
  { weight: 5, arbitrary: fc.record({ quantity: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ note: fc.integer({ min: 1, max: 30_000 }) }) },
);
const moves = fc.array(
  fc.record({
    move,
    named: fc.boolean(),
    /** Days since the one before; changes of one day may take each other's place. */
    later: fc.integer({ min: 0, max: 6 }),
    send: fc.boolean(),
    waits: fc.boolean(),
    voided: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 3, maxLength: 7 },
);

const step = { named: false, later: 0, send: false, waits: false, voided: false };
/**
 * Another note that is voided once let what the first one held back come back all the same; and
 * of a change that asked for nothing more, an earlier one of its day had asked by an invoice of its
 * own, of which nobody knew what was credited.
 */
const FOUND: [number, boolean, typeof moves extends fc.Arbitrary<infer Moves> ? Moves : never][] = [
  [
    3,
    true,
    [
      { ...step, move: { quantity: 1 } },
      { ...step, move: { quantity: 2 }, later: 1 },
      { ...step, move: { note: 1 }, send: true, voided: true },
    ],
  ],
  [
    1,
    true,
    [
      { ...step, move: { quantity: 3 } },
      { ...step, move: { quantity: 3 }, send: true },
      { ...step, move: { note: 3759 } },
      { ...step, move: { quantity: 1 } },
      { ...step, move: { quantity: 1 } },
      { ...step, move: { note: 1 } },
    ],
  ],
  [
    1,
    true,
    [
      { ...step, move: { quantity: 3 } },
      { ...step, move: { quantity: 4 }, send: true },
      { ...step, move: { note: 5999 } },
      { ...step, move: { quantity: 1 }, later: 1, send: true },
    ],
  ],
  [
    1,
    true,
    [
      { ...step, move: { quantity: 2 } },
      { ...step, move: { quantity: 2 }, send: true },
      { ...step, move: { note: 1 } },
      { ...step, move: { quantity: 1 } },
    ],
  ],
];

test.each(runsInParts(6, 60))(
  'a period that is credited by hand and changed then gives back no more than it asked ($part)',
  async ({ numRuns }) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.boolean(), moves, async (...drawn) => {
        const [quantity, isNamed, steps] = drawn;
        await host.reopen();
        const one = await books.billed(quantity);
        // Of the invoice of the period most is credited first.
        const most = formatMinor(BigInt(quantity) * 3000n, 'EUR');
        await books.credited(await books.newest(), most, isNamed);
        let day = 2;
        let last = quantity;
        for (const { move: step, named, later, send, waits, voided } of steps) {
          day = Math.min(day + later, 30);
          books.t.clock.set(`2026-12-${String(day).padStart(2, '0')}T11:00:00Z`);
          if (send) await books.send();
          if ('note' in step) {
            const all = (await invoicesOf(books.admin)).filter(({ status }) => status !== 'draft');
            const amount = formatMinor(BigInt(step.note), 'EUR');
            const note = await books.credited(
              all.at(step.note % all.length) as Json,
              amount,
              named,
            );
            if (note && voided) await books.takenBack(note);
          } else {
            await books.changed(one, day, step.quantity, waits ? { billing: 'next_invoice' } : {});
            last = step.quantity;
          }
          const left = await books.chargedInAll();
          expect(left >= 0n || { day, left }).toBe(true);
        }
        books.t.clock.set('2026-12-31T11:00:00Z');
        await books.post(`/subscriptions/${one.id}/pause`, { from: 'now', creditUnused: true });
        const before = await books.chargedInAll();
        expect(before >= 0n || { before }).toBe(true);
        books.t.clock.set('2027-01-01T10:00:00Z');
        await books.post(`/subscriptions/${one.id}/resume`);
        await billedOn(books, '2027-01-01');
        expect((await books.chargedInAll()) - before).toBe(BigInt(last) * 3100n);
        expect(await books.waiting()).toEqual(new Map());
      }),
      { numRuns, examples: FOUND },
    );
  },
);
