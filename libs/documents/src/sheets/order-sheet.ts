import { labelsOf, type Labels } from '../labels/labels.js';
import { addressLines } from './address-lines.js';
import {
  agreedFacts,
  agreedTable,
  agreedTexts,
  agreedTotals,
  plainTotal,
  referenceFacts,
  saidFacts,
} from './agreed-table.js';
import { figures, isolated, type Figures } from './figures.js';
import type { PrintableOrder } from './printable-order.js';
import {
  buyerRegistration,
  directionOf,
  footerColumns,
  paperOf,
  present,
  sellerBlock,
} from './seller-block.js';
import type { Sheet, SheetFact, SheetTotal } from './sheet.js';
import { taxBlock } from './taxes/tax-block.js';

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
        ...buyerRegistration(buyer, labels),
      ],
    },
    facts: factsOf(order, labels, write),
    opening: introduction?.trim() ? introduction : null,
    table: agreedTable(order, labels, write),
    taxes: order.withoutPrices ? null : taxBlock(order, labels, write),
    totals: order.withoutPrices ? [] : totalsOf(order, labels, write),
    registration: null,
    payment: null,
    paragraphs: paragraphsOf(order, labels),
    signature: null,
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

function factsOf(order: PrintableOrder, labels: Labels, write: Figures): SheetFact[] {
  const { number, issueDate, requestedOn, shippedOn } = order;
  return saidFacts([
    [labels.orderNumber, number],
    [labels.quoteDate, write.date(issueDate)],
    [labels.quoteNumber, order.quoteNumber],
    ...referenceFacts(order, labels, write),
    [labels.description, order.title],
    [labels.requestedOn, requestedOn && write.date(requestedOn)],
    [labels.shippedOn, shippedOn && write.date(shippedOn)],
    [labels.shipment, present([order.carrier, order.trackingNumber]).join(' ') || null],
    ...agreedFacts(order, labels, write),
  ]);
}

function totalsOf(order: PrintableOrder, labels: Labels, write: Figures): SheetTotal[] {
  const deposits = order.deposits.flatMap(({ number, total, paid }) => [
    plainTotal(`${labels.depositDue} ${isolated(number)}`, write.amount(total)),
    ...(paid === 0n ? [] : [plainTotal(labels.paid, write.amount(-paid))]),
  ]);
  return [...agreedTotals(order, labels, write), ...deposits];
}

function paragraphsOf(order: PrintableOrder, labels: Labels): Sheet['paragraphs'] {
  const { shipTo, language, seller } = order;
  const place = addressLines(shipTo, language, seller.address.country);
  const delivery = { heading: labels.shipTo, text: place.join('\n') };
  return [...(place.length > 0 ? [delivery] : []), ...agreedTexts(order, labels)];
}
