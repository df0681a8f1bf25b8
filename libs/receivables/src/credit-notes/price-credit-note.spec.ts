import { DomainError, newId, type InvoiceId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { NO_RATES } from '@quittance/tax/host';
import { RateBook } from '@quittance/tax';
import type { Seller } from '@quittance/lines';
import type { Invoice } from '../invoices/invoice.repository.js';
import { newLine, priceInvoice, type InvoiceLineInput } from '../invoice-lines/price-invoice.js';
import { linesToCredit, refuseAboveInvoice, refuseUncreditable } from './corrected-invoice.js';
import { adjustedNote, refuseBeyondNote, refuseMixedNote } from './adjusted-note.js';
import { newNoteLine, priceCreditNote, type CorrectedInvoice } from './price-credit-note.js';

const PARTY = { country: null, region: null, postalCode: null, taxRegistration: null };
const SELLER: Seller = {
  party: PARTY,
  rounding: 'document',
  book: new RateBook({ ...NO_RATES, codes: [{ code: 'food', kind: null }] }),
};
const NO_ADDRESS = { ...PARTY, line1: null, line2: null, city: null };
const BUYER = { id: newId<'account'>(), address: NO_ADDRESS, taxRegistration: null };
const TERMS = {
  currency: 'EUR',
  taxDate: parseLocalDate('2026-03-01'),
  pricesIncludeTax: false,
} as const;

const line = (facts: Partial<InvoiceLineInput> = {}): InvoiceLineInput => ({
  productId: null,
  description: 'Work',
  quantity: '1',
  unitPrice: '100.00',
  discount: null,
  taxCode: null,
  taxRate: '19',
  periodStart: null,
  periodEnd: null,
  ...facts,
});

const NONE = new Map<never, never>();
const noteLine = (input: InvoiceLineInput) =>
  newNoteLine({ ...input, invoiceLineId: null }, NONE, null);

function invoiced(...inputs: InvoiceLineInput[]): CorrectedInvoice {
  return invoicedBy(SELLER, ...inputs);
}

function invoicedBy(seller: Seller, ...inputs: InvoiceLineInput[]): CorrectedInvoice {
  const id: InvoiceId = newId();
  const priced = priceInvoice(
    id,
    TERMS,
    seller,
    BUYER,
    inputs.map((each) => newLine(each, NONE)),
  );
  const { lines, ...totals } = priced;
  const invoice = { ...TERMS, ...totals, id, taxRounding: 'document', status: 'sent' };
  return { invoice: invoice as unknown as Invoice, lines };
}

const price = (corrected: CorrectedInvoice | null, lines: ReturnType<typeof newNoteLine>[]) =>
  priceCreditNote(newId<'credit-note'>(), TERMS, SELLER, BUYER, corrected, lines);

const THREE = [
  line({ unitPrice: '0.03' }),
  line({ unitPrice: '0.03' }),
  line({ unitPrice: '0.03', discount: { amount: '0.00' } }),
];

describe('credit notes over the lines of an invoice, one by one', () => {
  it('come to the invoice, to the cent', () => {
    // 19 % of three times 10.03 are 5.72, of each alone 1.91.
    const corrected = invoiced(...Array.from({ length: 3 }, () => line({ unitPrice: '10.03' })));
    const notes = corrected.lines.map(({ id }) => price(corrected, linesToCredit(corrected, [id])));
    expect(notes.map(({ taxTotal }) => taxTotal)).toEqual([191n, 191n, 190n]);
    const sum = notes.reduce((all, { total }) => all + total, 0n);
    expect(sum).toBe(corrected.invoice.total);
    expect(notes.map(({ lines }) => lines.map(({ position }) => position))).toEqual([
      [1],
      [1],
      [1],
    ]);
  });

  it('are of what the customer was charged, and never of less than nothing', () => {
    const corrected = invoiced(line(), line({ quantity: '-1', unitPrice: '10.00' }));
    const [, taken] = corrected.lines;
    const lines = linesToCredit(corrected, taken && [taken.id]);
    expect(() => price(corrected, lines)).toThrow(
      expect.objectContaining({ code: 'credit_note_total_negative' }),
    );
  });

  it('are priced anew where a line is credited in part, and never credit it twice', () => {
    const corrected = invoiced(line({ unitPrice: '0.03' }), line({ unitPrice: '0.03' }));
    const [first] = linesToCredit(corrected, undefined);
    if (!first) throw new Error('There is no line');
    const half = { ...first, unitPrice: '0.02' };
    const rest = { ...first, id: newId<'credit-note-line'>(), unitPrice: '0.01' };
    expect(price(corrected, [half, rest])).toMatchObject({ subtotal: 3n, taxTotal: 1n });
    expect(() => price(corrected, [first, { ...first, id: newId<'credit-note-line'>() }])).toThrow(
      expect.objectContaining({ code: 'credit_exceeds_line' }),
    );
  });
});

describe('a line of which an earlier note took credit back', () => {
  it('has no room for that besides', () => {
    const sold = invoiced(line());
    const [own] = linesToCredit(sold, undefined);
    if (!own?.invoiceLineId) throw new Error('There is no line');
    const { invoiceLineId } = own;
    const back = sold.lines.map((each) => ({
      ...each,
      invoiceLineId,
      quantity: '-1',
      net: -each.net,
      tax: -each.tax,
      total: -each.total,
      taxes: each.taxes.map((tax) => ({ ...tax, tax: `-${tax.tax}` })),
    }));
    const corrected = { ...sold, credited: back };
    expect(price(corrected, [own])).toMatchObject({ total: 11_900n });
    expect(() => price(corrected, [{ ...own, quantity: '2' }])).toThrow(
      expect.objectContaining({ code: 'credit_exceeds_line' }),
    );
  });
});

describe('a credit note over a whole invoice', () => {
  it('bears its very amounts, line by line', () => {
    const corrected = invoiced(...THREE, line({ taxRate: '7' }));
    const note = price(corrected, linesToCredit(corrected, undefined));
    const { subtotal, taxTotal, total } = corrected.invoice;
    expect(note).toMatchObject({ subtotal, taxTotal, total });
    expect(note.lines.map(({ tax }) => tax)).toEqual(corrected.lines.map(({ tax }) => tax));
    expect(note.lines.map(({ invoiceLineId }) => invoiceLineId)).toEqual(
      corrected.lines.map(({ id }) => id),
    );
  });

  it('bears the amounts a tax provider gave, which no rate explains', () => {
    const own = invoiced(line());
    const [given] = own.lines;
    const lines = given ? [{ ...given, tax: 1_901n, total: 11_901n }] : [];
    const invoice = { ...own.invoice, taxTotal: 1_901n, total: 11_901n };
    const corrected = { invoice, lines };
    expect(price(corrected, linesToCredit(corrected, undefined)).total).toBe(11_901n);
  });
});

describe('a credit note over a part', () => {
  it('takes the lines that are named, in the order of the invoice', () => {
    const corrected = invoiced(line({ description: 'a' }), line({ description: 'b' }));
    const [a, b] = corrected.lines;
    const ids = [b, a].flatMap((each) => (each ? [each.id] : []));
    const named = linesToCredit(corrected, ids);
    expect(named.map(({ description }) => description)).toEqual(['a', 'b']);
    expect(linesToCredit(corrected, ids.slice(0, 1)).map((each) => each.description)).toEqual([
      'b',
    ]);
    expect(() => linesToCredit(corrected, [newId()])).toThrow(
      expect.objectContaining({ code: 'reference_not_found' }),
    );
  });

  it('is taxed as the line it corrects, though nothing says so today', () => {
    const corrected = invoiced(line({ taxRate: '16' }));
    const [own] = linesToCredit(corrected, undefined);
    const half = { ...(own ?? noteLine(line())), quantity: '0.5' };
    const note = price(corrected, [{ ...half, taxRate: null }]);
    expect(note).toMatchObject({ subtotal: 5_000n, taxTotal: 800n });
  });

  it('is of what the line it corrects sold, whatever product it names', () => {
    const sold = invoiced(line());
    const lines = sold.lines.map((each) => ({ ...each, supplyKind: 'goods' as const }));
    const productId = newId<'product'>();
    const advice = { sku: 'A', unit: null, hsnCode: null, taxCode: null, type: 'service' as const };
    const input = { ...line({ productId, taxRate: null }), invoiceLineId: lines[0]?.id ?? null };
    const own = newNoteLine(input, new Map([[productId, advice]]), { ...sold, lines });
    expect(own.product).toMatchObject({ sku: 'A', supply: 'goods' });
  });

  it('is taxed as a line of the same code or rate, where none is named', () => {
    const corrected = invoiced(line({ taxCode: 'food', taxRate: '7' }), line({ taxRate: '19' }));
    const byHand = (facts: Partial<InvoiceLineInput>) =>
      price(corrected, [noteLine(line(facts))]).taxTotal;
    expect(byHand({ taxCode: 'food', taxRate: null })).toBe(700n);
    expect(byHand({ taxCode: null, taxRate: '19.0' })).toBe(1_900n);
  });

  it('is never taxed as no line of the invoice is', () => {
    const corrected = invoiced(line({ taxCode: 'food', taxRate: '7' }), line({ taxRate: '19' }));
    const refusalOf = (facts: Partial<InvoiceLineInput>) => {
      try {
        return price(corrected, [noteLine(line(facts))]).taxTotal;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return error.options.errors?.map(({ pointer, code }) => [pointer, code]);
      }
    };
    const none = { taxCode: null, taxRate: null };
    expect(refusalOf(none)).toEqual([['/lines/0/taxCode', 'required']]);
    expect(refusalOf({ ...none, taxRate: '0' })).toEqual([['/lines/0/taxRate', 'mismatch']]);
    expect(refusalOf({ ...none, taxCode: 'books' })).toEqual([['/lines/0/taxCode', 'mismatch']]);
    const other = { taxCode: 'food', taxRate: '19' };
    expect(refusalOf(other)).toEqual([['/lines/0/taxRate', 'mismatch']]);
    const alike = invoiced(line({ taxCode: 'food', taxRate: '7' }), line({ ...other }));
    const coded = price(alike, linesToCredit(alike, undefined));
    expect(coded.taxTotal).toBe(2_600n);
    const food = noteLine(line({ ...none, taxCode: 'food' }));
    expect(() => price(alike, [food])).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  it('bears the decision of the invoice, and stays undetermined with it', () => {
    for (const decided of [
      { taxCategory: 'K', taxReason: 'intra_community' },
      { taxCategory: null, taxReason: 'rate_missing' },
    ] as const) {
      const { invoice, lines } = invoiced(line({ taxRate: '0' }), line({ taxRate: '0' }));
      const sold = lines.map((each) => ({ ...each, ...decided, taxes: [] }));
      const own = noteLine(line({ unitPrice: '5.00', taxRate: null }));
      expect(price({ invoice, lines: sold }, [own]).lines).toMatchObject([{ ...decided, tax: 0n }]);
    }
  });
});

describe('what a note takes off lines that bore no tax', () => {
  const untaxed = (defaultTaxCode: string) => {
    const book = new RateBook({
      ...NO_RATES,
      codes: ['food', 'books'].map((code) => ({ code, kind: null })),
      defaultTaxCode,
    });
    return { ...SELLER, book };
  };

  it.each([
    ['by the code of then', 'food', 1000n],
    ['by none', undefined, 1000n],
  ])('follows them %s, whatever the default is today', (_, taxCode, off) => {
    const sold = invoicedBy(untaxed('food'), line({ taxRate: null }));
    expect(sold.lines[0]).toMatchObject({ defaultTaxCode: 'food', taxes: [] });
    const basis = { currency: 'EUR' as const, seller: untaxed('books'), corrected: sold };
    const allowance = { kind: 'allowance' as const, reason: 'Kept', percent: '10', taxCode };
    const { lines, priced: note } = adjustedNote(
      linesToCredit(sold, undefined),
      [allowance],
      basis,
      (all) => price(sold, [...all]),
    );
    expect(note.subtotal).toBe(10_000n - off);
    refuseBeyondNote(lines, note, basis);
  });
});

test.each([
  [
    'rates',
    [line({ taxRate: '19' }), line({ taxRate: '7', unitPrice: '50.00' })],
    [
      [null, '19'],
      [null, '7'],
    ],
  ],
  [
    'codes, one of them by default',
    [line({ taxRate: null }), line({ taxRate: null, taxCode: 'books' })],
    [
      ['food', null],
      ['books', null],
    ],
  ],
])('what a note keeps of an invoice with several %s is split over them', (_, inputs, taxed) => {
  const codes = ['food', 'books'].map((code) => ({ code, kind: null }));
  const book = new RateBook({ ...NO_RATES, codes, defaultTaxCode: 'food' });
  const seller = { ...SELLER, book };
  const sold = invoicedBy(seller, ...inputs);
  const basis = { currency: 'EUR' as const, seller, corrected: sold };
  const kept = { kind: 'allowance' as const, reason: 'Kept', percent: '10' };
  const { lines, priced } = adjustedNote(linesToCredit(sold, undefined), [kept], basis, (all) =>
    price(sold, [...all]),
  );
  const made = lines.slice(2).map(({ taxCode, taxRate }) => [taxCode, taxRate]);
  expect(made).toEqual(taxed);
  expect(priced.lines.slice(2)).toMatchObject(
    sold.lines.map(({ net, taxRate }) => ({ net: -net / 10n, taxRate })),
  );
  refuseMixedNote(lines, priced, basis);
  refuseBeyondNote(lines, priced, basis);
});

describe('a credit note of its own', () => {
  it('is priced like an invoice', () => {
    const lines = THREE.map((each) => noteLine(each));
    expect(price(null, lines)).toMatchObject({ subtotal: 9n, taxTotal: 2n, total: 11n });
  });

  it('never comes to less than nothing', () => {
    const negative = noteLine(line({ quantity: '-1' }));
    expect(() => price(null, [negative])).toThrow(
      expect.objectContaining({ code: 'credit_note_total_negative' }),
    );
  });
});

describe('the invoice a note refers to', () => {
  it.each(['draft', 'pending', 'void', 'cancelled'] as const)('is not %s', (status) => {
    expect(() => refuseUncreditable({ status })).toThrow(
      expect.objectContaining({ code: 'invoice_status_conflict' }),
    );
  });

  it.each(['sent', 'viewed', 'overdue', 'partially_paid', 'paid', 'disputed'] as const)(
    'may be %s',
    (status) => expect(() => refuseUncreditable({ status })).not.toThrow(),
  );

  it('covers all its notes together', () => {
    const invoice = { number: 'INV-1', total: 100n, currency: 'EUR' };
    expect(() => refuseAboveInvoice(invoice, 60n, 40n)).not.toThrow();
    expect(() => refuseAboveInvoice(invoice, 60n, 41n)).toThrow('0.40 EUR of the invoice INV-1');
  });
});
