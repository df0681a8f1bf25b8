import { askedRow, cutRow, dividedRow, noteByHand, rowAnew } from '../../../testing/asked-rows.js';
import type { AskedRow, ByHand } from './left-of-rows.js';
import { reopenedRows } from './reopened-rows.js';

const reopened = (rows: readonly AskedRow[], ...byHand: ByHand[]) =>
  reopenedRows(rows, byHand, () => 0n).map(({ division: _, parts, ...row }) => {
    return { ...row, parts: parts.map(({ id, amount }) => ({ id, amount })) };
  });

describe('what notes have held back of a fall', () => {
  // 30 of which the second half came back at 20: 15 of it, 10 against what was asked anew.
  const first = askedRow('a', 'l', 30n);
  const fallen = { ...cutRow(first, 16, 10n), heldBack: 5n, givenAgainst: 10n };
  const rows = [fallen, rowAnew(first, 16, 'b', 10n)];
  const back = (...byHand: ByHand[]) => reopened(rows, ...byHand);

  it('goes on being held by what is left of them', () => {
    expect(back(noteByHand('l', 30n))).toEqual([]);
    expect(back(noteByHand('l', 26n))).toEqual([
      { id: 'a', back: 4n, against: 10n, parts: [{ id: 'a', amount: 4n }] },
    ]);
  });

  it('is not given by what the same line asked anew for the days', () => {
    // 93 of which 90 are credited by hand: a fall to 30 takes the 3, and 30 against what it asks.
    const asked = askedRow('a', 'l', 93n);
    const fall = { ...cutRow(asked, 2, 33n), heldBack: 57n, givenAgainst: 30n };
    const again = { ...rowAnew(asked, 2, 'b', 30n), lineId: 'l', invoiceId: 'i' };
    const risen = { ...cutRow(again, 3, 29n), givenAgainst: 29n };
    const all = [fall, risen, rowAnew(again, 3, 'c', 58n)];
    expect(reopened(all, noteByHand('l', 90n))).toEqual([]);
    expect(reopened(all, noteByHand('l', 60n))).toEqual([
      { id: 'a', back: 30n, against: 30n, parts: [{ id: 'a', amount: 30n }] },
    ]);
  });

  it('is of a row that was cut at its first day as of any other', () => {
    // 93 of which 50 are credited by hand: a fall to 31 takes the 43, and 31 against what it asks.
    const whole = askedRow('a', 'l', 93n);
    const fall = { ...cutRow(whole, 1, 74n), heldBack: 19n, givenAgainst: 31n };
    const again = { ...rowAnew(whole, 1, 'b', 31n), lineId: 'l', invoiceId: 'i' };
    expect(reopened([fall, again], noteByHand('l', 10n))).toEqual([
      { id: 'a', back: 19n, against: 10n, parts: [{ id: 'a', amount: 19n }] },
    ]);
    const ended = { ...cutRow(askedRow('a', 'l', 31n), 1, 11n), heldBack: 20n };
    expect(reopened([ended], noteByHand('l', 10n))).toEqual([
      { id: 'a', back: 10n, against: 0n, parts: [{ id: 'a', amount: 10n }] },
    ]);
  });

  it('comes back without them, and against nothing as far as the line has it', () => {
    expect(back()).toEqual([{ id: 'a', back: 5n, against: 0n, parts: [{ id: 'a', amount: 5n }] }]);
    expect(back(noteByHand('l', 20n))).toEqual([
      { id: 'a', back: 5n, against: 5n, parts: [{ id: 'a', amount: 5n }] },
    ]);
    expect(back(noteByHand('l', 15n))).toEqual([
      { id: 'a', back: 5n, against: 0n, parts: [{ id: 'a', amount: 5n }] },
    ]);
  });
});

describe('what notes have held back of an end in full behind a rise by days', () => {
  // 93, of which 63 came back when 126 were asked anew: all of that comes back, and of the 30.
  const asked = askedRow('a', 'l', 93n);
  const risen = cutRow(asked, 11, 63n);
  const ended = (back: bigint, heldBack: bigint, ...parts: Parameters<typeof dividedRow>[1]) => {
    const row = cutRow(rowAnew(asked, 11, 'b', 126n), 21, back);
    return dividedRow({ ...row, heldBack }, parts);
  };

  it('is of the line of the period', () => {
    const rows = [risen, ended(136n, 20n, ['b', 126n], ['a', 10n, 20n])];
    const parts = (amount: bigint) => [{ id: 'a', amount }];
    const back = (amount: bigint) => {
      return [{ id: 'b', back: amount, against: 0n, parts: parts(amount) }];
    };
    expect(reopened(rows, noteByHand('l', 20n))).toEqual([]);
    expect(reopened(rows, noteByHand('l', 10n))).toEqual(back(10n));
    expect(reopened(rows)).toEqual(back(20n));
  });

  it('is of what the rise asked where the note is of that', () => {
    const rows = [risen, ended(106n, 50n, ['b', 76n, 50n], ['a', 30n])];
    const ofRise = noteByHand('b', 50n, 'j');
    expect(reopened(rows, ofRise)).toEqual([]);
    expect(reopened(rows)).toMatchObject([{ id: 'b', back: 50n, against: 0n }]);
  });
});

describe('what comes back after all', () => {
  // 31, of which 26 came back for 52; of these and of the 5 that are left 57 come back in full.
  const asked = askedRow('a', 'l', 31n);
  const risen = cutRow(asked, 6, 26n);
  const ended = (heldBack: bigint, ...parts: Parameters<typeof dividedRow>[1]) => {
    const row = cutRow(rowAnew(asked, 6, 'b', 52n), 16, 57n - heldBack);
    return dividedRow({ ...row, heldBack }, parts);
  };
  const divisionOf = (row: AskedRow, ...byHand: ByHand[]) =>
    reopenedRows([risen, row], byHand, () => 52n).map(({ back, division }) => [back, division]);
  const kept = (...parts: Parameters<typeof dividedRow>[1]) => dividedRow(asked, parts).division;

  it('is of the rows of which notes have held it', () => {
    const ofRise = ended(2n, ['b', 50n, 2n], ['a', 5n]);
    expect(divisionOf(ofRise, noteByHand('b', 2n, 'j'))).toEqual([]);
    expect(divisionOf(ofRise, noteByHand('b', 1n, 'j'))).toEqual([
      [1n, kept(['b', 51n, 1n], ['a', 5n])],
    ]);
    const ofPeriod = ended(2n, ['b', 52n], ['a', 3n, 2n]);
    expect(divisionOf(ofPeriod, noteByHand('l', 1n))).toEqual([
      [1n, kept(['b', 52n], ['a', 4n, 1n])],
    ]);
  });

  it('is also what is no longer taken off what was asked anew', () => {
    const fall = { ...ended(2n, ['b', 49n, 2n, 1n], ['a', 5n]), givenAgainst: 1n };
    const anew = rowAnew(asked, 16, 'c', 1n);
    const [row] = reopenedRows([risen, fall, anew], [], () => 0n);
    expect(row).toMatchObject({ back: 2n, against: 0n, parts: [{ id: 'b', amount: 2n }] });
    expect(row?.division).toEqual(kept(['b', 52n], ['a', 5n]));
  });

  it('is of nothing that was given up since', () => {
    const row = ended(2n, ['b', 52n], ['a', 3n, 2n]);
    expect(reopenedRows([{ ...risen, isGivenUp: true }, row], [], () => 0n)).toEqual([]);
  });
});
