import { parseLocalDate } from '@quittance/calendar';
import type { PrintableInvoice, PrintableLineTax } from '../sheets/printable-document.js';
import { aPrintableInvoice, aPrintableLine, aSeller } from '../testing/a-printable-invoice.js';
import { checkEInvoice } from './check-e-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';
import type { VatCategory } from './e-invoice.js';

const rules = (over: Partial<PrintableInvoice>) =>
  checkEInvoice(eInvoiceOf(aPrintableInvoice(over))).map(({ rule }) => rule);
const categories = (over: Partial<PrintableInvoice>) =>
  eInvoiceOf(aPrintableInvoice(over)).groups.map(({ category, rate }) => [category, rate]);
const gst = { kind: 'gst_igst', rate: '18', tax: 1620n };

describe('an electronic invoice', () => {
  it('asks for no more than the page does once something is written off', () => {
    const over = { paid: 5000n, writtenOff: 5708n, balance: 0n };
    const { totals } = eInvoiceOf(aPrintableInvoice(over));
    expect(totals).toMatchObject({ gross: 10708n, paid: 10708n, due: 0n });
    expect(rules(over)).toEqual([]);
  });

  it.each(['L', 'M'] as const)(
    'has its rate in the Canaries, Ceuta and Melilla: %s',
    (category) => {
      const decision = { category, reason: 'taxed' };
      const taxes = [{ kind: 'vat', jurisdiction: 'ES-CN', rate: '7', tax: 630n }];
      const lines = [aPrintableLine({ taxRate: '7', taxes, decision, total: 9628n })];
      expect(categories({ lines })).toEqual([[category, '7']]);
      expect(rules({ lines })).toEqual([]);
      expect(categories({ lines: lines.map((line) => ({ ...line, taxes: [gst] })) })).toEqual([
        [null, null],
      ]);
    },
  );
});

/** A line of a seller in a country, by what was decided of it and the tax that it bears. */
function sold(
  country: string | null,
  [category, reason]: readonly [VatCategory, string | null],
  tax?: Partial<PrintableLineTax>,
): Partial<PrintableInvoice> {
  const { address } = aSeller();
  const line = {
    taxRate: tax?.rate ?? '0',
    taxes: tax ? [{ kind: 'vat', rate: '0', tax: 0n, ...tax }] : [],
    decision: { category, reason },
    total: 8998n + (tax?.tax ?? 0n),
  };
  return {
    seller: aSeller({ address: { ...address, country } }),
    deliveryDate: parseLocalDate('2026-02-27'),
    lines: [
      aPrintableLine(line),
      aPrintableLine({
        ...line,
        position: 2,
        adjustment: { kind: 'charge', percent: null, base: null },
      }),
    ],
  };
}
const S = ['S', 'taxed'] as const;
const at = (jurisdiction: string | null, rate: string, tax: bigint) => ({
  jurisdiction,
  rate,
  tax,
});

describe('a tax that is no value added tax of Europe', () => {
  it.each([
    ['of Japan', sold('JP', S, at('JP', '10', 900n))],
    [
      'of Japan, by a rate of the line',
      sold('JP', S, { ...at(null, '10', 900n), kind: 'line_rate' }),
    ],
    ['of Japan, of a seller elsewhere', sold('DE', S, at('JP', '10', 900n))],
    ['of a province of Canada', sold('CA', S, at('CA-ON', '13', 1170n))],
    ['of Canada, of nothing', sold('CA', ['Z', 'zero_rate'], { kind: 'zero', jurisdiction: 'CA' })],
    ['of India, of a special zone', sold('IN', ['Z', 'sez_undertaking'], { kind: 'zero' })],
    ['of India, owed by the buyer', sold('IN', ['AE', 'domestic_reverse_charge'])],
    ['of a state, for resale', sold('DE', ['E', 'exempt_resale'], { jurisdiction: 'US-TX' })],
    ['of Japan, of exports', sold('JP', ['G', 'export'], { kind: 'export' })],
    ['of the United States, for who is registered nowhere', sold('US', ['O', 'not_registered'])],
    ['of the United States, as imported', sold('US', ['O', null])],
  ])('has no name in an electronic invoice: %s', (_, over) => {
    expect(categories(over)).toEqual([[null, null]]);
    expect(rules(over)).toEqual(expect.arrayContaining(['BR-CO-04', 'BR-37']));
  });

  it.each(['AT', 'CH', 'GB', 'IM', 'IS', 'LI', 'MC', 'NO', null])(
    'is none that is levied in %s',
    (country) => {
      expect(categories(sold(country, S, at(country, '20', 1800n)))).toEqual([['S', '20']]);
      expect(categories(sold(country, ['O', 'not_registered']))).toEqual([['O', null]]);
    },
  );

  it('is none of the Union that a seller elsewhere charges', () => {
    const distant = sold('US', ['S', 'one_stop_shop'], at('FR', '20', 1800n));
    expect(categories(distant)).toEqual([['S', '20']]);
    const moved = sold('US', ['K', 'intra_community'], { kind: 'intra_community' });
    expect(categories(moved)).toEqual([['K', '0']]);
  });
});
