import { parseLocalDate } from '@quittance/calendar';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { aPrintableInvoice, aPrintableLine } from '../testing/a-printable-invoice.js';
import { checkEInvoice } from './check-e-invoice.js';
import { eInvoiceOf } from './e-invoice-of.js';

/** One piece of a line of 10 × 0.13 at 19 %, whose tax is 0.25, with what tax is said of it. */
const piece = (kind: PrintableInvoice['kind'], tax: bigint) =>
  aPrintableInvoice({
    kind,
    dueDate: kind === 'invoice' ? parseLocalDate('2026-03-31') : null,
    precedingInvoice: { number: 'INV-000041', issueDate: parseLocalDate('2026-02-01') },
    lines: [
      aPrintableLine({
        quantity: '1',
        unitPrice: '0.13',
        discount: 0n,
        discountPercent: null,
        taxes: [{ kind: 'vat', rate: '19', tax }],
        net: 13n,
        total: 13n + tax,
      }),
    ],
  });
const rules = (document: PrintableInvoice) =>
  checkEInvoice(eInvoiceOf(document)).map(({ rule }) => rule);

describe('the note that empties a line', () => {
  it('says the tax that is left of it, with what the notes before it have rounded', () => {
    const { groups } = eInvoiceOf(piece('credit_note', 7n));
    expect(groups).toMatchObject([{ base: 13n, tax: 7n }]);
    expect(rules(piece('credit_note', 7n))).toEqual([]);
    expect(rules(piece('credit_note', 0n))).toEqual([]);
  });

  it('is refused where receivers refuse it: as of a whole unit of the currency', () => {
    // 0.02 by rule.
    expect(rules(piece('credit_note', 101n))).toEqual([]);
    expect(rules(piece('credit_note', 102n))).toEqual(['BR-CO-17']);
  });

  it('is all that may: an invoice has rounded its own lines alone', () => {
    expect(rules(piece('invoice', 3n))).toEqual([]);
    expect(rules(piece('invoice', 7n))).toEqual(['BR-CO-17']);
  });
});
