import { minOf } from '@quittance/money';
import * as fc from 'fast-check';
import { askedRow, cutRow, noteByHand, rowAnew } from '../../../testing/asked-rows.js';
import { leftOfRows, type AskedRow, type ByHand } from './left-of-rows.js';

const left = (rows: AskedRow[], byHand: ByHand[], open = 0n) =>
  Object.fromEntries(
    [...leftOfRows(rows, byHand, () => open)].map(([id, shares]) => [
      id,
      shares.flatMap((each) => [each.shared, each.left]),
    ]),
  );

it('says nothing of what nobody has credited by hand', () => {
  expect(left([askedRow('a', 'l', 30n)], [])).toEqual({});
  expect(left([askedRow('a', 'l', 30n)], [noteByHand('m', 10n)])).toEqual({});
  expect(left([askedRow('a', 'l', 30n)], [noteByHand(null, 10n, 'j')])).toEqual({});
});

it('leaves of a line what the note has not', () => {
  const rows = [askedRow('a', 'l', 30n), askedRow('b', 'm', 20n)];
  expect(left(rows, [noteByHand('l', 10n)])).toEqual({ a: ['l', 20n] });
  expect(left(rows, [noteByHand('l', 30n)])).toEqual({ a: ['l', 0n] });
});

it('lets the rows of an invoice share what is open where no line was named', () => {
  const rows = [askedRow('a', 'l', 30n), askedRow('b', 'm', 20n), askedRow('c', 'n', 9n, 'j')];
  expect(left(rows, [noteByHand(null, 15n)], 35n)).toEqual({ a: ['i', 35n], b: ['i', 35n] });
  expect(left(rows, [noteByHand(null, 15n), noteByHand('l', 25n)], 60n)).toEqual({
    a: ['i', 25n, 'l', 5n],
    b: ['i', 25n],
  });
  expect(left(rows, [noteByHand(null, 59n)], 0n)).toEqual({ a: ['i', 0n], b: ['i', 0n] });
});

it('leaves of what was asked anew what came back against it of a line credited by hand', () => {
  const first = askedRow('a', 'l', 93n);
  const risen = rowAnew(first, 3, 'b', 174n);
  const rows = [cutRow(first, 3, 87n), risen];
  expect(left(rows, [noteByHand('l', 93n)])).toEqual({ a: ['l', 0n], b: ['b', 87n] });
  expect(left(rows, [noteByHand('l', 50n)])).toEqual({ a: ['l', 0n], b: ['b', 130n] });
  // What is left of the line is not given by another.
  expect(left(rows, [noteByHand('l', 6n)])).toEqual({ a: ['l', 0n] });
  // Nor does a note without a line give it twice.
  expect(left(rows, [noteByHand(null, 93n)], -87n)).toEqual({ a: ['i', 0n], b: ['b', 87n] });
  // Another fall, of which a part came back against what that asked.
  const fallen = [cutRow(first, 3, 87n), cutRow(risen, 4, 115n), rowAnew(risen, 4, 'c', 28n)];
  expect(left(fallen, [noteByHand('l', 93n)])).toEqual({
    a: ['l', 0n],
    b: ['b', 0n],
    c: ['c', 0n],
  });
});

it('carries it to the days and the item that it came back of alone', () => {
  const [one, two] = [askedRow('a', 'l', 93n), askedRow('b', 'm', 40n)];
  const later = { ...rowAnew(one, 3, 'e', 99n), startOn: '2026-02-01', untilOn: '2026-03-01' };
  const rows = [cutRow(one, 3, 87n), cutRow(two, 3, 35n), rowAnew(two, 3, 'c', 50n), later];
  // All together give no more than they asked: 6, 5, 50 and 99, less 93.
  expect(left(rows, [noteByHand('l', 93n)])).toEqual({
    a: ['l', 0n, '', 67n],
    b: ['', 67n],
    c: ['', 67n],
    e: ['', 67n],
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
      const rows = told.map(({ id, asked, given }) => askedRow(id, id, asked - given));
      const byHand = [
        ...told.flatMap((line) => (line.byHand > 0n ? [noteByHand(line.id, line.byHand)] : [])),
        ...(beside > 0n ? [noteByHand(null, beside)] : []),
      ];
      const within = leftOfRows(rows, byHand, () => room - beside);
      const back = comesBack(rows, within).reduce((sum, each) => sum + each, 0n);
      const before = total(({ given, byHand: by }) => given + by) + beside;
      // The independent sum: all that was ever given back, of all that was asked.
      expect(before + back).toBeLessThanOrEqual(total(({ asked }) => asked));
    }),
  );
});

it('takes no more of a line than its rows asked, whatever somebody let it ask', () => {
  const [one, two] = [askedRow('a', 'l', 93n), askedRow('b', 'm', 93n)];
  const again = { ...rowAnew(one, 11, 'c', 42n), lineId: 'l', invoiceId: 'i' };
  const rows = [cutRow(one, 11, 42n), two, again];
  expect(left(rows, [noteByHand('l', 143n)])).toEqual({ a: ['l', 0n], c: ['l', 0n] });
});
