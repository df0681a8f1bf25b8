import { labelsOf, type Labels } from '../labels/labels.js';
import { addressLines } from './address-lines.js';
import { behind, figures } from './figures.js';
import type { PrintableMovement, PrintableStatement } from './printable-document.js';
import {
  buyerRegistration,
  directionOf,
  footerColumns,
  paperOf,
  sellerBlock,
} from './seller-block.js';
import type { Sheet, SheetRow } from './sheet.js';

/** Lays out a statement of account. Pure. */
export function statementSheet(document: PrintableStatement): Sheet {
  const { language, seller, buyer, currency, from, to, opening, closing } = document;
  const labels = labelsOf(language);
  const write = figures(document, currency);
  const period = write.period(from, to) ?? '';
  return {
    language,
    direction: directionOf(language),
    paper: paperOf(seller),
    title: labels.statement,
    number: period,
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
      { label: labels.period, value: period },
      { label: labels.openingBalance, value: write.money(opening) },
      { label: labels.closingBalance, value: write.money(closing) },
    ],
    opening: null,
    table: {
      columns: [
        { label: labels.date, align: 'start', share: 16 },
        { label: labels.document, align: 'start', share: 33 },
        { label: labels.charges, align: 'end', share: 17 },
        { label: labels.credits, align: 'end', share: 17 },
        { label: `${labels.balance} ${currency}`, align: 'end', share: 17 },
      ],
      textColumn: 1,
      rows: document.movements.map((movement): SheetRow => {
        const charged = movement.amount >= 0n;
        const size = write.amount(charged ? movement.amount : -movement.amount);
        const cells = [
          write.date(movement.date),
          behind(movementName(movement, labels), movement.number),
          charged ? size : '',
          charged ? '' : size,
          write.amount(movement.balance),
        ];
        return { cells, details: [], carried: write.amount(movement.balance) };
      }),
      carriedForward: labels.carriedForward,
      broughtForward: labels.broughtForward,
    },
    taxes: null,
    totals: [
      { label: labels.openingBalance, value: write.amount(opening), weight: 'plain' },
      { label: labels.closingBalance, value: write.money(closing), weight: 'due' },
    ],
    registration: null,
    payment: null,
    paragraphs: [],
    signature: null,
    footer: footerColumns(seller, language, labels),
    page: labels.page,
  };
}

function movementName({ kind }: PrintableMovement, labels: Labels): string {
  const names: Readonly<Record<PrintableMovement['kind'], string>> = {
    invoice: labels.invoice,
    payment: labels.paymentReceived,
    credit_note: labels.creditNote,
    refund: labels.refund,
    chargeback: labels.chargeback,
    write_off: labels.writtenOff,
    write_off_undone: labels.writeOffUndone,
  };
  return names[kind];
}
