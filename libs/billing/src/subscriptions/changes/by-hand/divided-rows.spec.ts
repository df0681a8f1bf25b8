import { askedRow, cutRow, rowAnew } from '../../../testing/asked-rows.js';
import { carriedRows, dividedRows, partsOfRow } from './divided-rows.js';

// 31 asked, of which 27 came back for 54, and of these 50 for 75: left are 4, 4 and 75.
const first = askedRow('a', 'l', 31n);
const second = rowAnew(first, 5, 'b', 54n);
const third = rowAnew(first, 7, 'c', 75n);
const before = [cutRow(first, 5, 27n), cutRow(second, 7, 50n)];
const rows = [...before, third];

describe('what comes back for the days of a row', () => {
  const back = (amount: bigint, anew = 0n) => {
    const parts = partsOfRow(third, amount, { rows, anew });
    const told = (of: typeof parts.ofPeriod) => of.map((part) => [part.id, part.amount]);
    return [told(parts.ofChanges), parts.against, told(parts.ofPeriod)];
  };

  it.each([
    ['its own', 75n, 0n, [[['c', 75n]], 0n, []]],
    [
      'then of the change ahead of it',
      76n,
      0n,
      [
        [
          ['c', 75n],
          ['b', 1n],
        ],
        0n,
        [],
      ],
    ],
    [
      'then of the period',
      82n,
      0n,
      [
        [
          ['c', 75n],
          ['b', 4n],
        ],
        0n,
        [['a', 3n]],
      ],
    ],
    [
      'and against what is asked anew before that',
      82n,
      2n,
      [
        [
          ['c', 75n],
          ['b', 4n],
        ],
        2n,
        [['a', 1n]],
      ],
    ],
    [
      'and never more than was asked',
      93n,
      0n,
      [
        [
          ['c', 75n],
          ['b', 4n],
        ],
        0n,
        [['a', 4n]],
      ],
    ],
  ])('is %s', (_, amount, anew, parts) => {
    expect(back(amount, anew)).toEqual(parts);
  });

  it('is of no other item, and of nothing that it is not in place of', () => {
    const other = { ...cutRow(askedRow('a', 'm', 31n), 5, 27n), itemId: 'other' };
    const later = cutRow(askedRow('d', 'n', 31n), 20, 10n);
    const all = [other, { ...later, itemId: 'a' }, askedRow('0', 'k', 10n)];
    const parts = partsOfRow(third, 93n, { rows: all, anew: 0n });
    expect(parts).toEqual({ ofChanges: [{ id: 'c', amount: 75n }], against: 0n, ofPeriod: [] });
  });
});

describe('rows by what came back of them', () => {
  const leftOf = (...given: typeof rows) =>
    dividedRows(given).map(({ id, left, givenBack }) => [id, left, givenBack]);

  it('are as they are where none gave more than it asked', () => {
    const ended = [...before, cutRow(third, 13, 75n)];
    expect(dividedRows(ended)).toBe(ended);
  });

  it('have given what the last of them gave beyond its own', () => {
    expect(leftOf(...before, cutRow(third, 13, 83n))).toEqual([
      ['a', 0n, 31n],
      ['b', 0n, 54n],
      ['c', 0n, 75n],
    ]);
  });

  it('have given nothing of what came back against what was asked anew', () => {
    const against = { ...cutRow(third, 13, 85n), givenAgainst: 10n };
    expect(dividedRows([...before, against])).toEqual([...before, against]);
  });

  it('leave by the last of them what none of them has asked', () => {
    expect(leftOf(...before, cutRow(third, 13, 84n))).toEqual([
      ['a', 0n, 31n],
      ['b', 0n, 54n],
      ['c', -1n, 76n],
    ]);
  });
});

describe('rows by what is left of what was asked anew', () => {
  const carried = (...given: typeof rows) =>
    carriedRows(given).map(({ id, left, givenBack }) => [id, left, givenBack]);

  it('leave so much less of what was asked anew as came back against that', () => {
    const against = { ...cutRow(third, 13, 85n), givenAgainst: 10n };
    const fourth = rowAnew(first, 13, 'd', 31n);
    expect(carried(...before, against, fourth)).toEqual([
      ['a', 4n, 27n],
      ['b', 4n, 50n],
      ['c', 0n, 75n],
      ['d', 21n, 10n],
    ]);
    expect(carried(...before, against, { ...cutRow(fourth, 15, 31n), left: 0n })).toEqual([
      ['a', 4n, 27n],
      ['b', 4n, 50n],
      ['c', -10n, 85n],
      ['d', 0n, 31n],
    ]);
  });
});
