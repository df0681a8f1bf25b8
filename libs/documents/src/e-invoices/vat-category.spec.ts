import type { PrintableInvoice } from '../sheets/printable-document.js';
import { aPrintableInvoice, aPrintableLine } from '../testing/a-printable-invoice.js';
import { checkEInvoice } from './check-e-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';

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
