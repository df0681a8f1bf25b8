import { askedRow, cutRow, noteByHand, rowAnew } from '../../../testing/asked-rows.js';
import type { ByHand } from './left-of-rows.js';
import { reopenedRows } from './reopened-rows.js';

describe('what notes have held back of a fall', () => {
  // 30 of which the second half came back at 20: 15 of it, 10 against what was asked anew.
  const first = askedRow('a', 'l', 30n);
  const fallen = { ...cutRow(first, 16, 10n), heldBack: 5n, givenAgainst: 10n };
  const rows = [fallen, rowAnew(first, 16, 'b', 10n)];
  const back = (...byHand: ByHand[]) => reopenedRows(rows, byHand, () => 0n);

  it('goes on being held by what is left of them', () => {
    expect(back(noteByHand('l', 30n))).toEqual([]);
    expect(back(noteByHand('l', 26n))).toEqual([{ id: 'a', back: 4n, against: 10n }]);
  });

  it('is not given by what the same line asked anew for the days', () => {
    // 93 of which 90 are credited by hand: a fall to 30 takes the 3, and 30 against what it asks.
    const asked = askedRow('a', 'l', 93n);
    const fall = { ...cutRow(asked, 2, 33n), heldBack: 57n, givenAgainst: 30n };
    const again = { ...rowAnew(asked, 2, 'b', 30n), lineId: 'l', invoiceId: 'i' };
    const risen = { ...cutRow(again, 3, 29n), givenAgainst: 29n };
    const all = [fall, risen, rowAnew(again, 3, 'c', 58n)];
    const reopened = (net: bigint) => reopenedRows(all, [noteByHand('l', net)], () => 0n);
    expect(reopened(90n)).toEqual([]);
    expect(reopened(60n)).toEqual([{ id: 'a', back: 30n, against: 30n }]);
  });

  it('is of a row that was cut at its first day as of any other', () => {
    // 93 of which 50 are credited by hand: a fall to 31 takes the 43, and 31 against what it asks.
    const whole = askedRow('a', 'l', 93n);
    const fall = { ...cutRow(whole, 1, 74n), heldBack: 19n, givenAgainst: 31n };
    const again = { ...rowAnew(whole, 1, 'b', 31n), lineId: 'l', invoiceId: 'i' };
    expect(reopenedRows([fall, again], [noteByHand('l', 10n)], () => 0n)).toEqual([
      { id: 'a', back: 19n, against: 10n },
    ]);
    const ended = { ...cutRow(askedRow('a', 'l', 31n), 1, 11n), heldBack: 20n };
    expect(reopenedRows([ended], [noteByHand('l', 10n)], () => 0n)).toEqual([
      { id: 'a', back: 10n, against: 0n },
    ]);
  });

  it('comes back without them, and against nothing as far as the line has it', () => {
    expect(back()).toEqual([{ id: 'a', back: 5n, against: 0n }]);
    expect(back(noteByHand('l', 20n))).toEqual([{ id: 'a', back: 5n, against: 5n }]);
    expect(back(noteByHand('l', 15n))).toEqual([{ id: 'a', back: 5n, against: 0n }]);
  });
});
