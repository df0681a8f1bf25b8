import { minOf } from '@quittance/money';
import * as fc from 'fast-check';
import { leftOfRows, reopenedRows, type AskedRow, type ByHand } from './left-of-rows.js';

const row = (id: string, lineId: string | null, left: bigint, invoiceId = 'i'): AskedRow => {
  const days = { startOn: '2026-01-01', untilOn: '2026-02-01', uncutOn: null };
  return { id, itemId: id, invoiceId, lineId, left, ...days, givenBack: 0n };
};
/** A row that a change has cut on a day of January. */
const cut = (of: AskedRow, day: number, givenBack: bigint): AskedRow => {
  const untilOn = `2026-01-${String(day).padStart(2, '0')}`;
  return { ...of, untilOn, uncutOn: of.untilOn, givenBack, left: of.left - givenBack };
};
/** A row that a change has begun on a day of January, in place of another. */
const anew = (of: AskedRow, day: number, id: string, left: bigint): AskedRow => {
  const startOn = `2026-01-${String(day).padStart(2, '0')}`;
  return { ...row(id, id, left, 'j'), itemId: of.itemId, startOn };
};
const hand = (lineId: string | null, net: bigint, invoiceId = 'i'): ByHand => {
  return { invoiceId, lineId, net };
};
const left = (rows: AskedRow[], byHand: ByHand[], open = 0n) =>
  Object.fromEntries(
    [...leftOfRows(rows, byHand, () => open)].map(([id, shares]) => [
      id,
      shares.flatMap((each) => [each.shared, each.left]),
    ]),
  );

it('says nothing of what nobody has credited by hand', () => {
  expect(left([row('a', 'l', 30n)], [])).toEqual({});
  expect(left([row('a', 'l', 30n)], [hand('m', 10n)])).toEqual({});
  expect(left([row('a', 'l', 30n)], [hand(null, 10n, 'j')])).toEqual({});
});

it('leaves of a line what the note has not', () => {
  const rows = [row('a', 'l', 30n), row('b', 'm', 20n)];
  expect(left(rows, [hand('l', 10n)])).toEqual({ a: ['l', 20n] });
  expect(left(rows, [hand('l', 40n)])).toEqual({ a: ['l', 0n] });
});

it('lets the rows of an invoice share what is open where no line was named', () => {
  const rows = [row('a', 'l', 30n), row('b', 'm', 20n), row('c', 'n', 9n, 'j')];
  expect(left(rows, [hand(null, 15n)], 35n)).toEqual({ a: ['i', 35n], b: ['i', 35n] });
  expect(left(rows, [hand(null, 15n), hand('l', 25n)], 60n)).toEqual({
    a: ['i', 25n, 'l', 5n],
    b: ['i', 25n],
  });
  expect(left(rows, [hand(null, 60n)], -1n)).toEqual({ a: ['i', 0n], b: ['i', 0n] });
});

it('leaves of what was asked anew what came back against it of a line credited by hand', () => {
  const first = row('a', 'l', 93n);
  const risen = anew(first, 3, 'b', 174n);
  const rows = [cut(first, 3, 87n), risen];
  expect(left(rows, [hand('l', 93n)])).toEqual({ a: ['l', 0n], b: ['b', 87n] });
  expect(left(rows, [hand('l', 50n)])).toEqual({ a: ['l', 0n], b: ['b', 130n] });
  // What is left of the line is not given by another.
  expect(left(rows, [hand('l', 6n)])).toEqual({ a: ['l', 0n] });
  // Nor does a note without a line give it twice.
  expect(left(rows, [hand(null, 93n)], -87n)).toEqual({ a: ['i', 0n], b: ['b', 87n] });
  // Another fall, of which a part came back against what that asked.
  const fallen = [cut(first, 3, 87n), cut(risen, 4, 115n), anew(risen, 4, 'c', 28n)];
  expect(left(fallen, [hand('l', 93n)])).toEqual({ a: ['l', 0n], b: ['b', 0n], c: ['c', 0n] });
});

it('carries it to the days and the item that it came back of alone', () => {
  const [one, two] = [row('a', 'l', 93n), row('b', 'm', 40n)];
  const later = { ...anew(one, 3, 'e', 99n), startOn: '2026-02-01', untilOn: '2026-03-01' };
  const rows = [cut(one, 3, 87n), cut(two, 3, 35n), anew(two, 3, 'c', 50n), later];
  expect(left(rows, [hand('l', 93n)])).toEqual({ a: ['l', 0n] });
});

describe('what notes have held back of a fall', () => {
  // 30 of which the second half came back at 20: 15 of it, 10 against what was asked anew.
  const first = row('a', 'l', 30n);
  const fallen = { ...cut(first, 16, 10n), heldBack: 5n, givenAgainst: 10n };
  const rows = [fallen, anew(first, 16, 'b', 10n)];
  const back = (...byHand: ByHand[]) => reopenedRows(rows, byHand, () => 0n);

  it('goes on being held by what is left of them', () => {
    expect(back(hand('l', 30n))).toEqual([]);
    expect(back(hand('l', 26n))).toEqual([{ id: 'a', back: 4n, against: 10n }]);
  });

  it('is not given by what the same line asked anew for the days', () => {
    // 93 of which 90 are credited by hand: a fall to 30 takes the 3, and 30 against what it asks.
    const asked = row('a', 'l', 93n);
    const fall = { ...cut(asked, 2, 33n), heldBack: 57n, givenAgainst: 30n };
    const again = { ...anew(asked, 2, 'b', 30n), lineId: 'l', invoiceId: 'i' };
    const risen = { ...cut(again, 3, 29n), givenAgainst: 29n };
    const all = [fall, risen, anew(again, 3, 'c', 58n)];
    const reopened = (net: bigint) => reopenedRows(all, [hand('l', net)], () => 0n);
    expect(reopened(90n)).toEqual([]);
    expect(reopened(60n)).toEqual([{ id: 'a', back: 30n, against: 30n }]);
  });

  it('is of a row that was cut at its first day as of any other', () => {
    // 93 of which 50 are credited by hand: a fall to 31 takes the 43, and 31 against what it asks.
    const whole = row('a', 'l', 93n);
    const fall = { ...cut(whole, 1, 74n), heldBack: 19n, givenAgainst: 31n };
    const again = { ...anew(whole, 1, 'b', 31n), lineId: 'l', invoiceId: 'i' };
    expect(reopenedRows([fall, again], [hand('l', 10n)], () => 0n)).toEqual([
      { id: 'a', back: 19n, against: 10n },
    ]);
    const ended = { ...cut(row('a', 'l', 31n), 1, 11n), heldBack: 20n };
    expect(reopenedRows([ended], [hand('l', 10n)], () => 0n)).toEqual([
      { id: 'a', back: 10n, against: 0n },
    ]);
  });

  it('comes back without them, and against nothing as far as the line has it', () => {
    expect(back()).toEqual([{ id: 'a', back: 5n, against: 0n }]);
    expect(back(hand('l', 20n))).toEqual([{ id: 'a', back: 5n, against: 5n }]);
    expect(back(hand('l', 15n))).toEqual([{ id: 'a', back: 5n, against: 0n }]);
  });
});

/** What comes back of rows that ask for it, each from what it shares. */
function comesBack(rows: readonly AskedRow[], within: ReturnType<typeof leftOfRows>) {
  const open = new Map([...within.values()].flat().map((each) => [each.shared, each.left]));
  return rows.map(({ id, left: asked }) => {
    const shares = (within.get(id) ?? []).map(({ shared }) => shared);
    const amount = minOf(asked, ...shares.map((shared) => open.get(shared) ?? 0n));
    for (const shared of shares) open.set(shared, (open.get(shared) ?? 0n) - amount);
    return amount;
  });
}

const amount = fc.bigInt({ min: 0n, max: 10_000n });
const lines = fc.array(fc.record({ asked: amount, given: amount, byHand: amount }), {
  minLength: 1,
  maxLength: 5,
});

it('never lets more come back than was asked, whoever gave what back', () => {
  fc.assert(
    fc.property(lines, amount, (all, unnamed) => {
      const told = all.map((line, i) => {
        const given = line.given % (line.asked + 1n);
        const byHand = line.byHand % (line.asked - given + 1n);
        return { id: `l${i}`, asked: line.asked, given, byHand };
      });
      const total = (of: (line: (typeof told)[number]) => bigint) =>
        told.reduce((sum, line) => sum + of(line), 0n);
      const room = total(({ asked, given, byHand }) => asked - given - byHand);
      const beside = unnamed % (room + 1n);
      const rows = told.map(({ id, asked, given }) => row(id, id, asked - given));
      const byHand = [
        ...told.flatMap((line) => (line.byHand > 0n ? [hand(line.id, line.byHand)] : [])),
        ...(beside > 0n ? [hand(null, beside)] : []),
      ];
      const within = leftOfRows(rows, byHand, () => room - beside);
      const back = comesBack(rows, within).reduce((sum, each) => sum + each, 0n);
      const before = total(({ given, byHand: by }) => given + by) + beside;
      // The independent sum: all that was ever given back, of all that was asked.
      expect(before + back).toBeLessThanOrEqual(total(({ asked }) => asked));
    }),
  );
});
