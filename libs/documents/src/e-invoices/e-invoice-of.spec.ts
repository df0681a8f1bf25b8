import { parseLocalDate } from '@quittance/calendar';
import { aPrintableInvoice, aPrintableLine } from '../testing/a-printable-invoice.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { checkEInvoice } from './check-e-invoice.js';
import { ciiOf } from './cii.js';
import { eInvoiceOf } from './e-invoice-of.js';
import { ublOf } from './ubl.js';

test('a document is of all days that its lines are of, where it is of any', () => {
  const [from, to] = [parseLocalDate('2026-05-01'), parseLocalDate('2026-05-31')];
  const used = aPrintableLine({
    periodStart: parseLocalDate('2026-04-01'),
    periodEnd: parseLocalDate('2026-04-30'),
  });
  const lines = [aPrintableLine({ periodStart: from, periodEnd: to }), used];
  const document = aPrintableInvoice({ periodStart: from, periodEnd: to, lines });
  expect(eInvoiceOf(document).period).toEqual({ start: used.periodStart, end: to });
  const undated = aPrintableInvoice({ lines });
  expect(eInvoiceOf(undated).period).toBeNull();
});

describe('goods that leave without tax', () => {
  const [start, end] = [parseLocalDate('2026-02-01'), parseLocalDate('2026-02-28')];
  const moved = (over: Partial<PrintableInvoice> = {}) =>
    aPrintableInvoice({
      lines: [
        aPrintableLine({
          taxRate: '0',
          taxes: [{ kind: 'intra_community', rate: '0', tax: 0n }],
          decision: { category: 'K', reason: 'intra_community' },
          total: 8998n,
        }),
      ],
      ...over,
    });
  const faults = (document: PrintableInvoice) => checkEInvoice(eInvoiceOf(document));

  it('state no day of delivery that nobody has said, and are asked for one', () => {
    const invoice = eInvoiceOf(moved());
    expect(invoice.delivery).toMatchObject({ date: null, place: { city: 'Dublin' } });
    expect(ublOf(invoice)).not.toContain('ActualDeliveryDate');
    expect(ciiOf(invoice)).not.toContain('ActualDelivery');
    expect(faults(moved())).toMatchObject([{ rule: 'BR-IC-11', pointer: '/deliveryDate' }]);
    expect(faults(moved({ deliveryDate: end }))).toEqual([]);
  });

  it('state their period alone where it is all that is known', () => {
    const period = moved({ periodStart: start, periodEnd: end });
    expect(eInvoiceOf(period)).toMatchObject({ delivery: { date: null }, period: { start, end } });
    expect(faults(period)).toEqual([]);
  });

  it('come back for the period of the invoice that is corrected', () => {
    const of = { number: 'INV-000041', issueDate: end };
    const note = { kind: 'credit_note', dueDate: null, reason: 'Broken' } as const;
    const corrected = moved({
      ...note,
      precedingInvoice: { ...of, periodStart: start, periodEnd: end },
    });
    expect(eInvoiceOf(corrected).period).toEqual({ start, end });
    expect(faults(corrected)).toEqual([]);
    const undated = moved({ ...note, precedingInvoice: of });
    expect(faults(undated)).toMatchObject([{ rule: 'BR-IC-11' }]);
    const dated = moved({ ...corrected, deliveryDate: end });
    expect(eInvoiceOf(dated).period).toBeNull();
  });
});
