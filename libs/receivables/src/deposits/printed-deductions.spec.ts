import { parseLocalDate } from '@quittance/calendar';
import fc from 'fast-check';
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
  expect(deductionOf({ ...NAMED, ...money }, [])).toEqual({ ...NAMED, ...split, taxes: [] });
});

it('says by rate what comes to net and tax in all, whatever part of the note is applied', () => {
  const rate = fc.record({
    base: fc.bigInt(0n, 10n ** 9n),
    percent: fc.bigInt(0n, 25n),
  });
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1, maxLength: 4 }), fc.bigInt(1n, 1000n), (all, n) => {
      const taxes = all.map(({ base, percent }) => {
        const tax = (base * percent) / 100n;
        return { kind: 'vat', jurisdiction: 'DE', rate: String(percent), base, tax };
      });
      const noteTax = taxes.reduce((sum, { tax }) => sum + tax, 0n);
      const noteTotal = taxes.reduce((sum, { base }) => sum + base, noteTax);
      if (noteTotal === 0n) return;
      const applied = (noteTotal * n) / 1000n;
      const said = deductionOf({ ...NAMED, noteTax, noteTotal, applied }, taxes);
      expect(said.taxes?.reduce((sum, { base }) => sum + base, 0n)).toBe(said.net);
      expect(said.taxes?.reduce((sum, { tax }) => sum + tax, 0n)).toBe(said.tax);
      expect(said.net + said.tax).toBe(applied);
    }),
  );
});
