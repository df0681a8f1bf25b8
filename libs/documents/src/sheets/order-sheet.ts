import { labelsOf, type Labels } from '../labels/labels.js';
import { addressLines } from './address-lines.js';
import { agreedTable, frequencyName, renewalText, termText } from './agreed-table.js';
import { figures, isolated, type Figures } from './figures.js';
import type { PrintableOrder } from './printable-order.js';
import {
  directionOf,
  footerColumns,
  paperOf,
  present,
  registrationLine,
  sellerBlock,
} from './seller-block.js';
import type { Sheet, SheetFact, SheetTotal } from './sheet.js';
import { taxBlock, taxNotes } from './tax-block.js';

/** Lays out a sales order: as its confirmation from the day on that it binds. Pure. */
export function orderSheet(order: PrintableOrder): Sheet {
  const { language, seller, buyer, mark, introduction } = order;
  const labels = labelsOf(language);
  const write = figures(order, order.currency);
  return {
    language,
    direction: directionOf(language),
    paper: paperOf(seller),
    title: order.confirmed ? labels.orderConfirmation : labels.salesOrder,
    number: order.number,
    mark: mark && labels[mark],
    changedAt: order.changedAt,
    seller: sellerBlock(seller, language),
    buyer: {
      heading: labels.billTo,
      name: buyer.name,
      lines: [
        ...addressLines(buyer.address, language, seller.address.country),
        ...(buyer.taxRegistration ? [registrationLine(buyer.taxRegistration, labels)] : []),
      ],
    },
    facts: factsOf(order, labels, write),
    opening: introduction?.trim() ? introduction : null,
    table: agreedTable(order, labels, write),
    taxes: taxBlock(order, labels, write),
    totals: totalsOf(order, labels, write),
    registration: null,
    payment: null,
    paragraphs: paragraphsOf(order, labels),
    signature: null,
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

function factsOf(order: PrintableOrder, labels: Labels, write: Figures): SheetFact[] {
  const { number, issueDate, startOn, requestedOn, shippedOn, lines } = order;
  const recurs = lines.some(({ kind }) => kind === 'recurring');
  const facts: [string, string | null][] = [
    [labels.orderNumber, number],
    [labels.quoteDate, write.date(issueDate)],
    [labels.quoteNumber, order.quoteNumber],
    [labels.poNumber, order.poNumber],
    [labels.description, order.title],
    [labels.requestedOn, requestedOn && write.date(requestedOn)],
    [labels.shippedOn, shippedOn && write.date(shippedOn)],
    [labels.shipment, present([order.carrier, order.trackingNumber]).join(' ') || null],
    [labels.start, recurs ? (startOn ? write.date(startOn) : labels.onConfirmation) : null],
    [labels.term, recurs ? termText(order.termMonths, labels) : null],
    [labels.renewal, recurs ? renewalText(order.renewal, labels, write) : null],
    [labels.paymentTerms, order.paymentTerms],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function totalsOf(order: PrintableOrder, labels: Labels, write: Figures): SheetTotal[] {
  const { subtotal, taxTotal, total, oneOff, recurring, deposits } = order;
  const plain = (label: string, minor: bigint): SheetTotal => ({
    label,
    value: write.amount(minor),
    weight: 'plain',
  });
  const recurs = recurring.length > 0;
  return [
    plain(labels.subtotal, subtotal),
    plain(labels.taxAmount, taxTotal),
    { label: labels.total, value: write.money(total), weight: 'due' },
    ...(recurs && oneOff !== 0n ? [plain(labels.once, oneOff)] : []),
    ...recurring.map((each) => plain(frequencyName(each.frequency, labels), each.total)),
    ...deposits.flatMap(({ number, total: asked, paid }) => [
      plain(`${labels.depositDue} ${isolated(number)}`, asked),
      ...(paid === 0n ? [] : [plain(labels.paid, -paid)]),
    ]),
  ];
}

function paragraphsOf(order: PrintableOrder, labels: Labels): Sheet['paragraphs'] {
  const { notes, terms, pricesIncludeTax, shipTo, language, seller } = order;
  const legal = [...taxNotes(order, labels), ...(pricesIncludeTax ? [labels.includesTax] : [])];
  const place = addressLines(shipTo, language, seller.address.country);
  return [
    ...(place.length > 0 ? [{ heading: labels.shipTo, text: place.join('\n') }] : []),
    ...legal.map((text) => ({ heading: null, text })),
    ...(notes?.trim() ? [{ heading: labels.notes, text: notes }] : []),
    ...(terms?.trim() ? [{ heading: labels.terms, text: terms }] : []),
  ];
}
