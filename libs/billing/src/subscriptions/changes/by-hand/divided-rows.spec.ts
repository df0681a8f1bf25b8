import { askedRow, cutRow, dividedRow, rowAnew } from '../../../testing/asked-rows.js';
import {
  askedOfRow,
  carriedRows,
  carriedWithoutNotes,
  dividedRows,
  divisionOf,
  keptDivision,
  joinedDivision,
  type DividedRow,
} from './divided-rows.js';

// 31 asked, of which 27 came back for 54, and of these 50 for 75: left are 4, 4 and 75.
const first = askedRow('a', 'l', 31n);
const second = rowAnew(first, 5, 'b', 54n);
const third = rowAnew(first, 7, 'c', 75n);
const before = [cutRow(first, 5, 27n), cutRow(second, 7, 50n)];

const leftOf = (rows: readonly DividedRow[]) =>
  rows.map(({ id, left, givenBack }) => [id, left, givenBack]);

describe('of which rows something came back', () => {
  const division = (row: DividedRow) => divisionOf(row, askedOfRow(row));

  it('is what was kept', () => {
    const row = dividedRow(
      cutRow(third, 13, 82n),
      [
        ['c', 75n],
        ['b', 3n, 1n, 2n],
      ],
      4n,
    );
    const parts = [
      { id: 'c', amount: 75n, instead: 0n, held: 0n },
      { id: 'b', amount: 3n, instead: 2n, held: 1n },
    ];
    expect(division(row)).toEqual({ against: 4n, parts });
    expect(keptDivision(division(row))).toEqual(row.division);
  });

  it('is none where nothing did', () => {
    expect(division(third)).toEqual({ against: 0n, parts: [] });
  });

  it('is the row itself where that was not kept', () => {
    const row = { ...cutRow(third, 13, 40n), givenAgainst: 10n, heldBack: 5n };
    const own = { id: 'c', amount: 30n, instead: 10n, held: 5n };
    expect(division(row)).toEqual({ against: 0n, parts: [own] });
  });

  it('is what was asked anew beyond what it asked, where that was not kept', () => {
    const row = { ...cutRow(third, 13, 79n), givenAgainst: 10n };
    const own = { id: 'c', amount: 69n, instead: 6n, held: 0n };
    expect(division(row)).toEqual({ against: 4n, parts: [own] });
  });

  it('is as much more of each as comes back later', () => {
    const part = (id: string, amount: bigint, held = 0n) => ({ id, amount, instead: 0n, held });
    const known = { against: 1n, parts: [part('c', 5n, 2n), part('b', 1n)] };
    const more = { against: 2n, parts: [part('c', 1n, -2n), part('a', 0n), part('b', 3n)] };
    expect(joinedDivision(known, more)).toEqual({
      against: 3n,
      parts: [part('c', 6n), part('b', 4n)],
    });
  });
});

describe('rows by what came back of them', () => {
  it('have given what others gave of them', () => {
    const ended = dividedRow(cutRow(third, 13, 83n), [
      ['c', 75n],
      ['b', 4n],
      ['a', 4n],
    ]);
    expect(leftOf(dividedRows([...before, ended]))).toEqual([
      ['a', 0n, 31n],
      ['b', 0n, 54n],
      ['c', 0n, 75n],
    ]);
  });

  it('have given of others also where they have not given all of themselves', () => {
    const ended = dividedRow(cutRow(third, 13, 74n), [
      ['c', 70n, 5n],
      ['b', 4n],
    ]);
    expect(leftOf(dividedRows([...before, ended]))).toEqual([
      ['a', 4n, 27n],
      ['b', 0n, 54n],
      ['c', 5n, 70n],
    ]);
  });

  it('keep what came back against what was asked anew', () => {
    const against = { ...cutRow(third, 13, 85n), givenAgainst: 10n };
    expect(dividedRows([...before, dividedRow(against, [['c', 75n]], 10n)])[2]).toMatchObject({
      left: -10n,
      givenBack: 85n,
    });
  });
});

describe('rows by what is left of what was asked anew', () => {
  const cut = { ...cutRow(third, 13, 80n), givenAgainst: 10n };
  const fourth = rowAnew(first, 13, 'd', 31n);

  it('leave so much less of what was asked anew as came back against that', () => {
    const against = dividedRow({ ...cut, givenBack: 85n, left: -10n }, [['c', 75n]], 10n);
    expect(leftOf(carriedRows([...before, against, fourth]))).toEqual([
      ['a', 4n, 27n],
      ['b', 4n, 50n],
      ['c', 0n, 75n],
      ['d', 21n, 10n],
    ]);
    expect(leftOf(carriedRows([...before, against, cutRow(fourth, 15, 31n)]))).toEqual([
      ['a', 4n, 27n],
      ['b', 4n, 50n],
      ['c', -10n, 85n],
      ['d', 0n, 31n],
    ]);
  });

  it('are each less of what stands for its own days, in their order', () => {
    const again = { ...cutRow(fourth, 15, 31n), givenAgainst: 31n };
    const rows = [
      ...before,
      dividedRow({ ...cut, givenBack: 106n, left: -31n, givenAgainst: 31n }, [['c', 75n]], 31n),
      dividedRow(again, [], 31n),
      rowAnew(first, 15, 'e', 40n),
    ];
    expect(leftOf(carriedRows(rows)).slice(2)).toEqual([
      ['c', 0n, 75n],
      ['d', 0n, 31n],
      ['e', 9n, 31n],
    ]);
  });

  it('are what they would be without notes by hand, where these are not counted', () => {
    // Of 75 somebody credited 5, which were taken off the 31.
    const row = dividedRow(cut, [['c', 70n, 0n, 5n]], 5n);
    expect(leftOf(carriedRows([row, fourth]))).toEqual([
      ['c', 5n, 70n],
      ['d', 21n, 10n],
    ]);
    expect(leftOf(carriedWithoutNotes([row, fourth]))).toEqual([
      ['c', 0n, 75n],
      ['d', 26n, 5n],
    ]);
  });
});
