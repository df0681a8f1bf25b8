import { isGstin } from '@quittance/registrations';
import { hsnOf } from '../irn/hsn-code.js';
import { labelsOf, type Labels } from '../labels/labels.js';
import { unitWord } from '../labels/unit-words.js';
import { addressLines, deliveryText } from './address-lines.js';
import { nameOfLine, shareOfLine } from './adjusted-line.js';
import { creditTotals, deductionTexts } from './deducted-deposits.js';
import { figures, isolated, type Figures } from './figures.js';
import { rateMark } from './taxes/marked-rate.js';
import { placeOfSupply } from './taxes/place-of-supply.js';
import { paymentBlock } from './payment-block.js';
import { registrationBlock } from './registration-block.js';
import type { PrintableInvoice, PrintableLine } from './printable-document.js';
import {
  buyerRegistration,
  directionOf,
  footerColumns,
  paperOf,
  present,
  sellerBlock,
} from './seller-block.js';
import type { Sheet, SheetColumn, SheetFact, SheetRow, SheetTable, SheetTotal } from './sheet.js';
import { exportEndorsements, taxBlock, taxNotes } from './taxes/tax-block.js';

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
        ...buyerRegistration(buyer, labels),
      ],
    },
    facts: factsOf(document, labels, write),
    opening: null,
    table: tableOf(document, labels, write),
    taxes: taxBlock(document, labels, write),
    totals: totalsOf(document, labels, write),
    registration: registrationBlock(document, labels, write),
    payment: paymentBlock(document, labels),
    paragraphs: paragraphsOf(document, labels, write),
    signature: null,
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

/**
 * What is asked for ahead says so in its title. Indian law tells a tax invoice from a bill of
 * supply, which bears no tax.
 */
function titleOf({ kind, seller, taxes, deposit }: PrintableInvoice, labels: Labels): string {
  if (kind === 'credit_note') return labels.creditNote;
  if (!sellsUnderGst(seller)) return deposit ? labels.depositInvoice : labels.invoice;
  const exempt = taxes.length > 0 && taxes.every((tax) => tax.kind === 'exempt');
  return exempt ? labels.billOfSupply : labels.taxInvoice;
}

function sellsUnderGst({ address, taxRegistrations }: PrintableInvoice['seller']): boolean {
  return address.country === 'IN' && taxRegistrations.some(({ number }) => isGstin(number));
}

function factsOf(document: PrintableInvoice, labels: Labels, write: Figures): SheetFact[] {
  const { kind, precedingInvoice } = document;
  const credit = kind === 'credit_note';
  const facts: [string, string | null][] = [
    [credit ? labels.creditNoteNumber : labels.invoiceNumber, document.number],
    [credit ? labels.date : labels.issueDate, write.date(document.issueDate)],
    [labels.dueDate, document.dueDate && write.date(document.dueDate)],
    [labels.period, write.period(document.periodStart, document.periodEnd)],
    [labels.poNumber, document.poNumber],
    [labels.buyerReference, document.buyerReference],
    [labels.contractReference, document.contractReference],
    [labels.deliveredOn, document.deliveryDate && write.date(document.deliveryDate)],
    [labels.shipTo, deliveryText(document)],
    [
      labels.precedingInvoice,
      precedingInvoice &&
        `${isolated(precedingInvoice.number)}, ${write.date(precedingInvoice.issueDate)}`,
    ],
    [labels.reason, document.reason],
    [labels.placeOfSupply, sellsUnderGst(document.seller) ? placeOfSupply(document) : null],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** What a column stands for, and how a line fills it. */
interface Column extends SheetColumn {
  readonly cellOf: (line: PrintableLine) => string;
}

/** Columns that no line would fill are left out; the description takes the room that is left. */
function columnsOf(document: PrintableInvoice, labels: Labels, write: Figures): Column[] {
  const { lines, pricesIncludeTax, currency, language } = document;
  const under = sellsUnderGst(document.seller);
  const codeOf = (line: PrintableLine) => (under ? hsnOf(line) : line.hsnCode) ?? '';
  const hsn: Column = { label: 'HSN/SAC', align: 'start', share: 11, cellOf: codeOf };
  const unit: Column = {
    label: labels.unit,
    align: 'start',
    share: 9,
    cellOf: (line) => unitWord(line.unit, language),
  };
  const coded = lines.some((line) => codeOf(line) !== '') ? [hsn] : [];
  const measured = lines.some((line) => line.unit !== null) ? [unit] : [];
  const taken = [...coded, ...measured].reduce((sum, { share }) => sum + share, 0);
  const amountOf = (line: PrintableLine) => (pricesIncludeTax ? line.total : line.net);
  return [
    { label: labels.position, align: 'start', share: 6, cellOf: (line) => String(line.position) },
    {
      label: labels.description,
      align: 'start',
      share: 42 - taken,
      cellOf: (line) => present([nameOfLine(line, labels), rateMark(document, line)]).join(' '),
    },
    ...coded,
    {
      label: labels.quantity,
      align: 'end',
      share: 11,
      cellOf: (line) => (line.adjustment ? '' : write.number(line.quantity)),
    },
    ...measured,
    {
      label: labels.unitPrice,
      align: 'end',
      share: 15,
      cellOf: (line) => (line.adjustment ? '' : write.price(line.unitPrice)),
    },
    { label: labels.tax, align: 'end', share: 10, cellOf: (line) => write.percent(line.taxRate) },
    {
      label: `${labels.amount} ${currency}`,
      align: 'end',
      share: 16,
      cellOf: (line) => write.amount(amountOf(line)),
    },
  ];
}

function tableOf(document: PrintableInvoice, labels: Labels, write: Figures): SheetTable {
  const columns = columnsOf(document, labels, write);
  let sum = 0n;
  return {
    columns: columns.map(({ label, align, share }) => ({ label, align, share })),
    textColumn: 1,
    rows: document.lines.map((line): SheetRow => {
      sum += document.pricesIncludeTax ? line.total : line.net;
      const cells = columns.map(({ cellOf }) => cellOf(line));
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
  const item = line.sku && `${labels.itemNumber} ${isolated(line.sku)}`;
  const period = write.period(line.periodStart, line.periodEnd);
  return present([item, shareOfLine(line, write), period, discount]);
}

function totalsOf(document: PrintableInvoice, labels: Labels, write: Figures): SheetTotal[] {
  const { kind, subtotal, taxTotal, total, paid, credited, writtenOff, balance, mark } = document;
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
    ...creditTotals(document, labels, write),
    ...(writtenOff === 0n ? [] : [plain(labels.writtenOff, -writtenOff)]),
    { label: labels.balanceDue, value: write.money(balance), weight: 'due' },
  ];
}

/** What the marks beside lines say. */
function markNotes(document: PrintableInvoice, labels: Labels): string[] {
  const marks = document.lines.flatMap((line) => rateMark(document, line) ?? []);
  return [...new Set(marks)].map((mark) => labels.reducedRate.replace('{mark}', mark));
}

function paragraphsOf(
  document: PrintableInvoice,
  labels: Labels,
  write: Figures,
): Sheet['paragraphs'] {
  const live = document.mark !== 'void' && document.mark !== 'cancelled';
  const legal = [
    ...(sellsUnderGst(document.seller) ? exportEndorsements(document) : []),
    ...taxNotes(document, labels),
    ...markNotes(document, labels),
    ...(document.pricesIncludeTax ? [labels.includesTax] : []),
    ...(live ? deductionTexts(document, labels, write) : []),
  ];
  return [
    ...legal.map((text) => ({ heading: null, text })),
    ...(document.paymentTerms?.trim()
      ? [{ heading: labels.paymentTerms, text: document.paymentTerms }]
      : []),
    ...(document.notes?.trim() ? [{ heading: labels.notes, text: document.notes }] : []),
  ];
}
