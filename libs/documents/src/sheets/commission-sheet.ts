import { labelsOf, type Labels } from '../labels/labels.js';
import { addressLines } from './address-lines.js';
import { behind, figures } from './figures.js';
import type { PrintableCommissionStatement } from './printable-document.js';
import { directionOf, footerColumns, paperOf, present, sellerBlock } from './seller-block.js';
import type { Sheet, SheetRow, SheetTotal } from './sheet.js';

/** Lays out what a partner is paid for a month. Pure. */
export function commissionSheet(document: PrintableCommissionStatement): Sheet {
  const { language, seller, buyer, currency, from, to, paidOn } = document;
  const labels = labelsOf(language);
  const write = figures(document, currency);
  const period = write.period(from, to) ?? '';
  const plain = (label: string, minor: bigint): SheetTotal => ({
    label,
    value: write.amount(minor),
    weight: 'plain',
  });
  return {
    language,
    direction: directionOf(language),
    paper: paperOf(seller),
    title: labels.commissionStatement,
    number: period,
    mark: null,
    changedAt: document.changedAt,
    seller: sellerBlock(seller, language),
    buyer: {
      heading: labels.partner,
      name: buyer.name,
      lines: addressLines(buyer.address, language, seller.address.country),
    },
    facts: [
      { label: labels.period, value: period },
      ...(paidOn === null ? [] : [{ label: labels.paid, value: write.date(paidOn) }]),
    ],
    opening: null,
    table: {
      columns: [
        { label: labels.date, align: 'start', share: 15 },
        { label: labels.description, align: 'start', share: 37 },
        { label: labels.commissionBase, align: 'end', share: 20 },
        { label: labels.commissionRate, align: 'end', share: 11 },
        { label: `${labels.amount} ${currency}`, align: 'end', share: 17 },
      ],
      textColumn: 1,
      rows: rowsOf(document, labels),
      carriedForward: labels.carriedForward,
      broughtForward: labels.broughtForward,
    },
    taxes: null,
    totals: [
      plain(labels.carriedOver, document.carried),
      plain(labels.commissionEarned, document.earned),
      plain(labels.takenBack, document.reversed),
      { label: labels.total, value: write.money(document.total), weight: 'due' },
    ],
    registration: null,
    payment: null,
    paragraphs: [],
    signature: null,
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

/** What books an entry, in the words of the document; what a person wrote stays. */
function reasonText(reason: string, labels: Labels): string {
  const words: ReadonlyMap<string, string> = new Map([
    ['Payment', labels.paymentReceived],
    ['Refund', labels.refund],
    ['Price credit', labels.priceCredit],
    ['A higher tier', labels.higherTier],
    ['A lower tier', labels.lowerTier],
  ]);
  return words.get(reason) ?? reason;
}

function rowsOf(document: PrintableCommissionStatement, labels: Labels): SheetRow[] {
  const write = figures(document, document.currency);
  let sum = 0n;
  return document.lines.map((line): SheetRow => {
    const { on, reason, orderNumber, customer, base, baseCurrency, rate, amount } = line;
    sum += amount;
    const cells = [
      write.date(on),
      reasonText(reason, labels),
      figures(document, baseCurrency).money(base),
      rate === null ? '' : write.percent(rate),
      write.amount(amount),
    ];
    const order = orderNumber && behind(labels.salesOrder, orderNumber);
    return { cells, details: present([order, customer]), carried: write.amount(sum) };
  });
}
