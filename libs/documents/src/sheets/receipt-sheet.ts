import { labelsOf, type Labels } from '../labels/labels.js';
import { addressLines } from './address-lines.js';
import { behind, figures } from './figures.js';
import type { PrintableReceipt } from './printable-receipt.js';
import {
  buyerRegistration,
  directionOf,
  footerColumns,
  paperOf,
  sellerBlock,
} from './seller-block.js';
import type { Sheet, SheetRow } from './sheet.js';

/** Lays out the receipt of a payment. Pure. */
export function receiptSheet(document: PrintableReceipt): Sheet {
  const { language, seller, buyer, currency, amount, refunded, onAccount } = document;
  const labels = labelsOf(language);
  const write = figures(document, currency);
  let carried = 0n;
  const row = (text: string, day: string, part: bigint): SheetRow => {
    carried += part;
    return {
      cells: [day, text, write.amount(part)],
      details: [],
      carried: write.amount(carried),
    };
  };
  return {
    language,
    direction: directionOf(language),
    paper: paperOf(seller),
    title: labels.paymentReceipt,
    number: document.number,
    mark: null,
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
    facts: [
      { label: labels.receiptNumber, value: document.number },
      { label: labels.receivedOn, value: write.date(document.receivedOn) },
      { label: labels.paidBy, value: methodName(document.method, labels) },
      ...(document.reference ? [{ label: labels.payerReference, value: document.reference }] : []),
    ],
    opening: null,
    table: {
      columns: [
        { label: labels.date, align: 'start', share: 20 },
        { label: labels.document, align: 'start', share: 55 },
        { label: `${labels.amount} ${currency}`, align: 'end', share: 25 },
      ],
      textColumn: 1,
      rows: [
        ...document.settled.map((each) =>
          row(behind(labels.invoice, each.number), write.date(each.date), each.amount),
        ),
        ...(onAccount > 0n
          ? [row(labels.onAccount, write.date(document.receivedOn), onAccount)]
          : []),
      ],
      carriedForward: labels.carriedForward,
      broughtForward: labels.broughtForward,
    },
    taxes: null,
    totals: [
      { label: labels.amountReceived, value: write.money(amount), weight: 'due' },
      ...(refunded > 0n
        ? [{ label: labels.refunded, value: write.money(refunded), weight: 'plain' as const }]
        : []),
    ],
    registration: null,
    payment: null,
    paragraphs: [],
    signature: null,
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

function methodName(method: PrintableReceipt['method'], labels: Labels): string {
  const names: Readonly<Record<PrintableReceipt['method'], string>> = {
    cash: labels.methodCash,
    cheque: labels.methodCheque,
    bank_transfer: labels.methodBankTransfer,
    card: labels.methodCard,
    upi: labels.methodUpi,
    gateway: labels.methodGateway,
    other: labels.methodOther,
  };
  return names[method];
}
