import { parseLocalDate } from '@quittance/calendar';
import { deductionOf } from './printed-deductions.js';

const NAMED = {
  invoiceNumber: 'INV-1',
  invoiceDate: parseLocalDate('2026-02-01'),
  noteNumber: 'CN-1',
  noteDate: parseLocalDate('2026-03-01'),
};

it.each([
  // The whole note is its own tax, a part its part to the minor unit.
  [
    { noteTotal: 11900n, noteTax: 1900n, applied: 11900n },
    { net: 10000n, tax: 1900n },
  ],
  [
    { noteTotal: 11900n, noteTax: 1900n, applied: 5000n },
    { net: 4202n, tax: 798n },
  ],
  [
    { noteTotal: 10000n, noteTax: 0n, applied: 1n },
    { net: 1n, tax: 0n },
  ],
])('of %o are net and tax %o', (money, split) => {
  expect(deductionOf({ ...NAMED, ...money })).toEqual({ ...NAMED, ...split });
});
