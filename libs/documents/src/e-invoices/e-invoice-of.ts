import { sumOf } from '@quittance/money';
import { labelsOf, type Labels } from '../labels/labels.js';
import { groundsOf } from '../sheets/tax-grounds.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import type {
  EInvoice,
  EInvoiceLine,
  EInvoiceParty,
  EInvoicePayment,
  EInvoiceSeller,
  EInvoiceTaxGroup,
  EInvoiceTotals,
} from './e-invoice.js';
import { netPrice, netPriceOfGross } from './net-price.js';
import { unitCodeOf } from './unit-code.js';
import { vatOf } from './vat-category.js';
import { vatIdOf } from './vat-id.js';

/** A document in the terms of EN 16931, whether or not it keeps the rules. Pure. */
export function eInvoiceOf(document: PrintableInvoice): EInvoice {
  const { kind, periodStart, periodEnd, issueDate } = document;
  const labels = labelsOf(document.language);
  const credit = kind === 'credit_note';
  const lines = linesOf(document, labels);
  const groups = groupsOf(document, lines, labels);
  // What is outside the scope of VAT names no VAT identifier (BR-O-02).
  const outside = groups.every(({ category }) => category === 'O');
  const delivered = groups.some(({ category }) => category === 'K');
  return {
    typeCode: credit ? '381' : '380',
    number: document.number,
    issueDate,
    dueDate: document.dueDate,
    paymentTerms: credit ? labels.creditTerms : null,
    currency: document.currency,
    buyerReference: document.poNumber,
    note: [document.reason, document.notes].filter(Boolean).join('\n') || null,
    period: periodStart || periodEnd ? { start: periodStart, end: periodEnd } : null,
    precedingInvoice: document.precedingInvoice,
    seller: sellerOf(document, outside),
    buyer: buyerOf(document, outside),
    delivery: delivered
      ? { date: periodEnd ?? issueDate, country: document.buyer.address.country }
      : null,
    payment: credit ? null : paymentOf(document),
    groups,
    totals: totalsOf(document, lines, groups),
    lines,
  };
}

function linesOf(document: PrintableInvoice, labels: Labels): EInvoiceLine[] {
  return document.lines.map((line) => {
    const price = document.pricesIncludeTax
      ? netPriceOfGross(line, document.currency)
      : netPrice(line, labels.discount);
    const { periodStart: start, periodEnd: end } = line;
    return {
      id: String(line.position),
      name: line.description,
      unitCode: unitCodeOf(line.unit),
      net: line.net,
      period: start || end ? { start, end } : null,
      ...vatOf(line),
      ...price,
    };
  });
}

function groupsOf(
  document: PrintableInvoice,
  lines: readonly EInvoiceLine[],
  labels: Labels,
): EInvoiceTaxGroup[] {
  const groups = new Map<string, EInvoiceTaxGroup>();
  const groundOf = groundsOf(document, labels);
  lines.forEach(({ category, rate, net }, i) => {
    const key = `${category} ${rate}`;
    const known = groups.get(key);
    const { total = 0n, net: own = 0n } = document.lines[i] ?? {};
    const ground = known ?? groundOf(document.lines[i]);
    groups.set(key, {
      category,
      rate,
      base: (known?.base ?? 0n) + net,
      tax: (known?.tax ?? 0n) + total - own,
      reason: ground.reason,
      reasonCode: ground.reasonCode,
    });
  });
  return [...groups.values()];
}

function totalsOf(
  { kind, paid, credited }: PrintableInvoice,
  lines: readonly EInvoiceLine[],
  groups: readonly EInvoiceTaxGroup[],
): EInvoiceTotals {
  const net = sumOf(lines.map((line) => line.net));
  const vat = sumOf(groups.map(({ tax }) => tax));
  const gross = net + vat;
  const settled = kind === 'invoice' ? paid + credited : 0n;
  return {
    lines: net,
    allowances: 0n,
    charges: 0n,
    net,
    vat,
    gross,
    paid: settled,
    rounding: 0n,
    due: gross - settled,
  };
}

function sellerOf({ seller }: PrintableInvoice, outside: boolean): EInvoiceSeller {
  const { country } = seller.address;
  const ids = seller.taxRegistrations.map((registration) => ({
    ...registration,
    vatId: vatIdOf(registration.number, registration.country),
  }));
  // That of the seller's own country first, as tax is calculated by it.
  const ordered = [...ids].sort(
    (a, b) => Number(b.country === country) - Number(a.country === country),
  );
  const taxNumber = ordered.find((each) => each.vatId === null && each.country === country);
  return {
    name: seller.legalName,
    tradeName: seller.tradeName,
    registrationNumber: seller.registrationNumber,
    address: seller.address,
    vatId: outside ? null : (ordered.find(({ vatId }) => vatId !== null)?.vatId ?? null),
    taxNumber: taxNumber?.number ?? null,
    email: seller.contact.email,
    contact: { name: seller.contact.name, phone: seller.contact.phone },
  };
}

function buyerOf({ buyer }: PrintableInvoice, outside: boolean): EInvoiceParty {
  const { name, address, email, taxRegistration } = buyer;
  return {
    name,
    address,
    email,
    vatId: outside ? null : vatIdOf(taxRegistration, address.country),
  };
}

function paymentOf({ seller, currency, number }: PrintableInvoice): EInvoicePayment | null {
  const { iban, accountNumber, bic, holder } = seller.bankAccount;
  const account = iban ?? accountNumber;
  if (!account) return null;
  return {
    meansCode: iban && currency === 'EUR' ? '58' : '30',
    account,
    isIban: iban !== null,
    holder: holder ?? seller.legalName,
    bic,
    reference: number,
  };
}
