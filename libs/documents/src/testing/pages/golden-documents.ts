import type { DocumentLanguage } from '@quittance/company';
import { parseLocalDate } from '@quittance/calendar';
import type { PrintableDocument } from '../../sheets/printable.js';
import type {
  PrintableInvoice,
  PrintableLine,
  PrintableStatement,
  PrintableTax,
} from '../../sheets/printable-document.js';
import type { PrintableQuote, PrintableQuoteLine } from '../../sheets/printable-quote.js';
import { aPrintableInvoice, aPrintableLine } from '../a-printable-invoice.js';
import {
  aPrintableAcceptance,
  aPrintableQuote,
  aPrintableQuoteLine,
} from '../a-printable-quote.js';
import { aHeadIn } from './a-golden-head.js';
import { PAGE_WORDS } from './page-words.js';

export const GOLDEN_KINDS = ['invoice', 'credit-note', 'quote', 'statement'] as const;
export type GoldenKind = (typeof GOLDEN_KINDS)[number];

/** Of which the invoice goes on overleaf: one of each direction, and one without spaces. */
const LONG: ReadonlySet<DocumentLanguage> = new Set(['ar', 'de', 'ja']);

/** The document of which the pages in that language are kept. */
export function goldenDocument(kind: GoldenKind, language: DocumentLanguage): PrintableDocument {
  const made = {
    invoice: anInvoiceIn,
    'credit-note': aCreditNoteIn,
    quote: aQuoteIn,
    statement: aStatementIn,
  };
  return made[kind](language);
}

type Sold = Pick<PrintableLine, 'quantity' | 'unitPrice' | 'discountPercent' | 'discount'> &
  Pick<PrintableLine, 'net' | 'total' | 'taxRate' | 'taxes' | 'decision'>;

/** What so many of a price in minor units come to, taxed as the country does or by the buyer. */
function sold(
  language: DocumentLanguage,
  quantity: bigint,
  price: bigint,
  { off = 0n, reversed = false } = {},
): Sold {
  const { currency, rate } = PAGE_WORDS[language];
  const isIndian = currency === 'INR';
  const percent = reversed ? 0n : BigInt(rate);
  const discount = (quantity * price * off) / 100n;
  const net = quantity * price - discount;
  const tax = (net * percent + 50n) / 100n;
  const kind = reversed ? 'reverse_charge' : isIndian ? 'gst_igst' : 'vat';
  return {
    quantity: String(quantity),
    unitPrice: currency === 'JPY' ? String(price) : `${price / 100n}.${String(price).slice(-2)}`,
    discountPercent: off === 0n ? null : String(off),
    discount,
    net,
    total: net + tax,
    taxRate: String(percent),
    taxes: [{ kind, rate: String(percent), tax }],
    decision: reversed
      ? { category: 'AE', reason: 'reverse_charge' }
      : { category: 'S', reason: 'taxed' },
  };
}

type Summed = Pick<PrintableInvoice, 'taxes' | 'subtotal' | 'taxTotal' | 'total'>;

function sums(
  lines: readonly Pick<Sold, 'net' | 'total' | 'taxes'>[],
  jurisdiction: string,
): Summed {
  const taxes = new Map<string, PrintableTax>();
  for (const { net, taxes: own } of lines) {
    for (const { kind, rate, tax } of own) {
      const { base = 0n, tax: before = 0n } = taxes.get(kind) ?? {};
      taxes.set(kind, { kind, jurisdiction, rate, base: base + net, tax: before + tax });
    }
  }
  const subtotal = lines.reduce((sum, { net }) => sum + net, 0n);
  const total = lines.reduce((sum, line) => sum + line.total, 0n);
  return { taxes: [...taxes.values()], subtotal, taxTotal: total - subtotal, total };
}

/** With a discount, a period, a reverse charge, a part that is paid and a way to pay the rest. */
function anInvoiceIn(language: DocumentLanguage): PrintableInvoice {
  const { items, note, terms, seller } = PAGE_WORDS[language];
  const line = (position: number, description: string, over: Partial<PrintableLine>) =>
    aPrintableLine({ position, description, ...over });
  const long = Array.from({ length: LONG.has(language) ? 14 : 0 }, (_, i) =>
    line(i + 4, `${items[1]} ${i + 1}`, { unit: 'C62', ...sold(language, 1n, 4999n) }),
  );
  const lines = [
    line(1, items[0], { unit: 'HUR', ...sold(language, 12n, 9500n) }),
    line(2, items[1], {
      unit: 'C62',
      sku: 'OFF-5',
      periodStart: parseLocalDate('2026-03-01'),
      periodEnd: parseLocalDate('2027-02-28'),
      ...sold(language, 10n, 4999n, { off: 10n }),
    }),
    line(3, items[2], { unit: 'DAY', ...sold(language, 2n, 120000n, { reversed: true }) }),
    ...long,
  ];
  const summed = sums(lines, seller[4]);
  return aPrintableInvoice({
    ...aHeadIn(language),
    ...summed,
    lines,
    poNumber: 'PO-77/2026',
    paid: 50000n,
    balance: summed.total - 50000n,
    paymentTerms: terms,
    notes: note,
  });
}

/** Partly set off and partly paid back; the Polish one is a draft, the Dutch one void. */
function aCreditNoteIn(language: DocumentLanguage): PrintableInvoice {
  const { items, note, reason, seller } = PAGE_WORDS[language];
  const lines = [
    aPrintableLine({ description: items[1], unit: 'C62', ...sold(language, 2n, 4999n) }),
    aPrintableLine({
      position: 2,
      description: items[2],
      unit: 'DAY',
      ...sold(language, 1n, 120000n, { reversed: true }),
    }),
  ];
  const summed = sums(lines, seller[4]);
  return aPrintableInvoice({
    ...aHeadIn(language),
    ...summed,
    kind: 'credit_note',
    number: 'CN-000007',
    mark: language === 'pl' ? 'draft' : language === 'nl' ? 'void' : null,
    dueDate: null,
    precedingInvoice: { number: 'INV-000042', issueDate: parseLocalDate('2026-03-01') },
    reason,
    lines,
    credited: 4000n,
    paid: 2500n,
    balance: summed.total - 6500n,
    notes: note,
  });
}

const ACCEPTED = aPrintableAcceptance({ receiptHash: '0123456789abcdef'.repeat(4) });

/** Sections, what recurs, an option that is not chosen and a note; the French one is accepted. */
function aQuoteIn(language: DocumentLanguage): PrintableQuote {
  const { items, sections, note, terms, seller } = PAGE_WORDS[language];
  const [setUp, licence, training] = items;
  const line = (position: number, description: string, over: Partial<PrintableQuoteLine>) =>
    aPrintableQuoteLine({ position, description, ...over });
  const heading = (position: number, description: string, kind: 'section' | 'note') =>
    line(position, description, { kind, ...sold(language, 0n, 1000n) });
  const once = line(2, setUp, { unit: 'HUR', ...sold(language, 12n, 9500n) });
  const monthly = line(4, licence, {
    kind: 'recurring',
    frequency: 'monthly',
    unit: 'C62',
    trialDays: 14,
    discountPeriods: 3,
    ...sold(language, 10n, 4999n, { off: 10n }),
  });
  const option = line(5, training, {
    optional: true,
    selected: false,
    minQuantity: '1',
    maxQuantity: '5',
    unit: 'DAY',
    ...sold(language, 2n, 120000n),
  });
  const summed = sums([once, monthly], seller[4]);
  return aPrintableQuote({
    ...aHeadIn(language),
    ...summed,
    revision: 2,
    introduction: note,
    terms,
    startOn: parseLocalDate('2026-04-01'),
    termMonths: 12,
    renewal: { noticeDays: 30, upliftPercent: '2.5' },
    lines: [
      heading(1, sections[0], 'section'),
      once,
      heading(3, sections[1], 'section'),
      monthly,
      option,
      heading(6, terms, 'note'),
    ],
    oneOff: once.total,
    recurring: [{ frequency: 'monthly', total: monthly.total }],
    firstInvoice: once.total + monthly.total,
    deposit: 100000n,
    overTerm: once.total + 12n * monthly.total,
    withOptions: summed.total + option.total,
    acceptance: language === 'fr' ? ACCEPTED : null,
  });
}

const MOVED = [
  ['invoice', '2026-01-05', 'INV-000040', 1_234_567n],
  ['payment', '2026-01-20', 'PAY-000031', -900_000n],
  ['credit_note', '2026-02-02', 'CN-000006', -34_567n],
  ['refund', '2026-02-10', 'REF-000002', 10_000n],
  ['chargeback', '2026-02-18', 'PAY-000031', 900_000n],
  ['write_off', '2026-03-03', 'INV-000040', -1_200n],
  ['write_off_undone', '2026-03-09', 'INV-000040', 1_200n],
] as const;

/** With a movement of every kind, some of a customer who owes and some of one who is owed. */
function aStatementIn(language: DocumentLanguage): PrintableStatement {
  const opening = -50_000n;
  let balance = opening;
  const movements = MOVED.map(([kind, date, number, amount]) => {
    balance += amount;
    return { kind, date: parseLocalDate(date), number, amount, balance };
  });
  return {
    ...aHeadIn(language),
    kind: 'statement',
    from: parseLocalDate('2026-01-01'),
    to: parseLocalDate('2026-03-31'),
    opening,
    closing: balance,
    movements,
  };
}
