import { isGstin } from '@quittance/kernel';
import { labelsOf, type Labels } from '../labels/labels.js';
import { addressLines, countryName } from './address-lines.js';
import { figures, isolated, type Figures } from './figures.js';
import { paymentBlock } from './payment-block.js';
import type { PrintableInvoice, PrintableLine } from './printable-document.js';
import {
  directionOf,
  footerColumns,
  paperOf,
  present,
  registrationLine,
  sellerBlock,
} from './seller-block.js';
import type { Sheet, SheetFact, SheetRow, SheetTable, SheetTotal } from './sheet.js';
import { taxBlock, taxNotes } from './tax-block.js';

/** Lays out an invoice or a credit note. Pure. */
export function invoiceSheet(document: PrintableInvoice): Sheet {
  const { language, seller, buyer, mark } = document;
  const labels = labelsOf(language);
  const write = figures(document, document.currency);
  return {
    language,
    direction: directionOf(language),
    paper: paperOf(seller),
    title: titleOf(document, labels),
    number: document.number,
    mark: mark && labels[mark],
    changedAt: document.changedAt,
    seller: sellerBlock(seller, language),
    buyer: {
      heading: labels.billTo,
      name: buyer.name,
      lines: [
        ...addressLines(buyer.address, language, seller.address.country),
        ...(buyer.taxRegistration ? [registrationLine(buyer.taxRegistration, labels)] : []),
      ],
    },
    facts: factsOf(document, labels, write),
    table: tableOf(document, labels, write),
    taxes: taxBlock(document, labels, write),
    totals: totalsOf(document, labels, write),
    payment: paymentBlock(document, labels),
    paragraphs: paragraphsOf(document, labels),
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

/** Indian law tells a tax invoice from a bill of supply, which bears no tax. */
function titleOf({ kind, seller, taxes }: PrintableInvoice, labels: Labels): string {
  if (kind === 'credit_note') return labels.creditNote;
  if (!sellsUnderGst(seller)) return labels.invoice;
  const exempt = taxes.length > 0 && taxes.every((tax) => tax.kind === 'exempt');
  return exempt ? labels.billOfSupply : labels.taxInvoice;
}

function sellsUnderGst({ address, taxRegistrations }: PrintableInvoice['seller']): boolean {
  return address.country === 'IN' && taxRegistrations.some(({ number }) => isGstin(number));
}

function factsOf(document: PrintableInvoice, labels: Labels, write: Figures): SheetFact[] {
  const { kind, precedingInvoice, buyer, language } = document;
  const credit = kind === 'credit_note';
  const { country, region } = buyer.address;
  const place =
    sellsUnderGst(document.seller) && country
      ? present([region, countryName(country, language)]).join(', ')
      : null;
  const facts: [string, string | null][] = [
    [credit ? labels.creditNoteNumber : labels.invoiceNumber, document.number],
    [labels.issueDate, write.date(document.issueDate)],
    [labels.dueDate, document.dueDate && write.date(document.dueDate)],
    [labels.period, write.period(document.periodStart, document.periodEnd)],
    [labels.poNumber, document.poNumber],
    [
      labels.precedingInvoice,
      precedingInvoice &&
        `${isolated(precedingInvoice.number)}, ${write.date(precedingInvoice.issueDate)}`,
    ],
    [labels.reason, document.reason],
    [labels.placeOfSupply, place],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function tableOf(document: PrintableInvoice, labels: Labels, write: Figures): SheetTable {
  let sum = 0n;
  return {
    columns: [
      { label: labels.position, align: 'start', share: 6 },
      { label: labels.description, align: 'start', share: 42 },
      { label: labels.quantity, align: 'end', share: 11 },
      { label: labels.unitPrice, align: 'end', share: 15 },
      { label: labels.tax, align: 'end', share: 10 },
      { label: `${labels.amount} ${document.currency}`, align: 'end', share: 16 },
    ],
    textColumn: 1,
    rows: document.lines.map((line): SheetRow => {
      const amount = document.pricesIncludeTax ? line.total : line.net;
      sum += amount;
      const cells = [
        String(line.position),
        line.description,
        write.number(line.quantity),
        write.price(line.unitPrice),
        write.percent(line.taxRate),
        write.amount(amount),
      ];
      return { cells, details: detailsOf(line, labels, write), carried: write.amount(sum) };
    }),
    carriedForward: labels.carriedForward,
    broughtForward: labels.broughtForward,
  };
}

function detailsOf(line: PrintableLine, labels: Labels, write: Figures): string[] {
  const discount =
    line.discount === 0n
      ? null
      : present([
          labels.discount,
          line.discountPercent && isolated(write.percent(line.discountPercent)),
          isolated(write.amount(-line.discount)),
        ]).join(' ');
  return present([write.period(line.periodStart, line.periodEnd), discount]);
}

function totalsOf(document: PrintableInvoice, labels: Labels, write: Figures): SheetTotal[] {
  const { kind, subtotal, taxTotal, total, paid, credited, balance, mark } = document;
  const plain = (label: string, minor: bigint): SheetTotal => ({
    label,
    value: write.amount(minor),
    weight: 'plain',
  });
  const sums = [plain(labels.subtotal, subtotal), plain(labels.taxAmount, taxTotal)];
  if (kind === 'credit_note') {
    const used = [
      ...(credited === 0n ? [] : [plain(labels.creditApplied, -credited)]),
      ...(paid === 0n ? [] : [plain(labels.refund, -paid)]),
    ];
    const rest: SheetTotal[] =
      used.length === 0
        ? []
        : [...used, { ...plain(labels.creditRemaining, balance), weight: 'strong' }];
    return [...sums, { label: labels.total, value: write.money(total), weight: 'due' }, ...rest];
  }
  const whole: SheetTotal = { label: labels.total, value: write.money(total), weight: 'strong' };
  if (mark === 'void' || mark === 'cancelled') return [...sums, whole];
  return [
    ...sums,
    whole,
    ...(paid === 0n ? [] : [plain(labels.paid, -paid)]),
    ...(credited === 0n ? [] : [plain(labels.credited, -credited)]),
    { label: labels.balanceDue, value: write.money(balance), weight: 'due' },
  ];
}

function paragraphsOf(document: PrintableInvoice, labels: Labels): Sheet['paragraphs'] {
  const legal = [
    ...taxNotes(document, labels),
    ...(document.pricesIncludeTax ? [labels.includesTax] : []),
  ];
  return [
    ...legal.map((text) => ({ heading: null, text })),
    ...(document.notes?.trim() ? [{ heading: labels.notes, text: document.notes }] : []),
  ];
}
