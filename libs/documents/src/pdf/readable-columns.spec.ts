import fc from 'fast-check';
import type { SheetColumn } from '../sheets/sheet.js';
import { GUTTER, readableColumns } from './readable-columns.js';

const COLUMNS: readonly SheetColumn[] = [
  { label: 'No', align: 'start', share: 10 },
  { label: 'Text', align: 'start', share: 50 },
  { label: 'Price', align: 'end', share: 20 },
  { label: 'Sum', align: 'end', share: 20 },
];
const WIDTH = 500;
const measure = (text: string) => text.length / 2;
const sharesOf = (...rows: string[][]) =>
  readableColumns({ columns: COLUMNS, rows, textColumn: 1 }, WIDTH, measure).map(
    ({ share }) => share,
  );

it('leaves columns as they are that can be read', () => {
  expect(sharesOf(['1', 'x'.repeat(500), '9.99', '9.99'])).toEqual([10, 50, 20, 20]);
});

it('gives huge figures and long words room of the text, as much as they need', () => {
  const [no = 0, text = 0, price = 0, sum = 0] = sharesOf(['1', 'a', '9'.repeat(30), '9']);
  expect([no, sum]).toEqual([10, 20]);
  expect((price * WIDTH) / 100 - GUTTER).toBeCloseTo(measure('9'.repeat(30)) * 7.5);
  expect(text + price).toBeCloseTo(70);
  // Of a column of words it is the longest of them that counts.
  expect(sharesOf(['word '.repeat(30), 'a', '9', '9'])).toEqual([10, 50, 20, 20]);
  expect(sharesOf(['w'.repeat(20), 'a', '9', '9'])[0]).toBeGreaterThan(10);
});

it('fills the width whatever stands in it, and leaves the text its least', () => {
  const cell = fc.integer({ min: 0, max: 120 }).map((length) => '9'.repeat(length));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell, cell)), (rows) => {
      const shares = sharesOf(...rows);
      expect(shares.reduce((all, each) => all + each, 0)).toBeCloseTo(100);
      expect(shares[1]).toBeGreaterThanOrEqual(22 - 1e-9);
      COLUMNS.forEach(({ share }, i) => {
        expect(i === 1 || (shares[i] ?? 0) >= share).toBe(true);
      });
    }),
  );
});
