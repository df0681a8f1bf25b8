import { sumOf } from '@quittance/money';
import type { ElectronicAddress } from '@quittance/registrations';
import { labelsOf, type Labels } from '../labels/labels.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import type {
  EInvoice,
  EInvoiceAllowance,
  EInvoiceDelivery,
  EInvoiceLine,
  EInvoiceParty,
  EInvoicePayment,
  EInvoiceSeller,
  EInvoiceTaxGroup,
  EInvoiceTotals,
} from './e-invoice.js';
import { allowanceOf } from './allowance-of.js';
import { netPrice, netPriceOfGross } from './net-price.js';
import { SCHEME_EMAIL, type EInvoiceProfile } from './profiles.js';
import { registrationSchemeOf } from './registration-scheme.js';
import { isShop, sellerVatIds } from './seller-vat-id.js';
import { taxGroupsOf } from './tax-groups.js';
import { unitCodeOf } from './unit-code.js';
import { vatOf } from './vat-category.js';
import { vatIdOf } from './vat-id.js';
import { fitForXml } from './xml-text.js';

/** The profile that is asked for, else that of the document, else the norm alone. */
export function profileOf(
  document: PrintableInvoice,
  asked?: EInvoiceProfile | null,
): EInvoiceProfile {
  return asked ?? document.eInvoiceProfile ?? 'en16931';
}

/** A document in the terms of EN 16931, whether or not it keeps the rules. Pure. */
export function eInvoiceOf(given: PrintableInvoice, asked?: EInvoiceProfile | null): EInvoice {
  const document = withLines(fitForXml(given));
  const { kind, issueDate } = document;
  const labels = labelsOf(document.language);
  const profile = profileOf(document, asked);
  const credit = kind === 'credit_note';
  const lines = linesOf(document, labels);
  const allowances = document.lines.flatMap((line) => allowanceOf(line, document) ?? []);
  const groups = taxGroupsOf(document, labels);
  // What is outside the scope of VAT names no VAT identifier (BR-O-02).
  const outside = groups.every(({ category }) => category === 'O');
  const leaves = groups.some(({ category }) => category === 'K');
  return {
    profile,
    typeCode: typeCodeOf(document, profile),
    number: document.number,
    issueDate,
    dueDate: document.dueDate,
    paymentTerms: termsOf(document, profile) || (credit ? labels.creditTerms : null),
    currency: document.currency,
    buyerReference: document.buyerReference,
    orderReference: document.poNumber,
    contractReference: document.contractReference,
    note: [document.reason, document.notes].filter(Boolean).join('\n') || null,
    period: periodOf(document) ?? (leaves ? creditedPeriodOf(document) : null),
    precedingInvoice: document.precedingInvoice,
    seller: sellerOf(document, profile),
    buyer: buyerOf(document, outside, profile),
    delivery: deliveryOf(document, leaves),
    payment: credit ? creditPaymentOf(document, profile) : paymentOf(document, profile),
    allowances,
    groups,
    totals: totalsOf(document, lines, allowances, groups),
    lines,
  };
}

/**
 * The period of the document is said with the days of all its lines, which the profiles ask for:
 * usage is of the days before those that are paid for ahead.
 */
function periodOf({
  periodStart,
  periodEnd,
  lines,
}: Pick<PrintableInvoice, 'periodStart' | 'periodEnd' | 'lines'>): EInvoice['period'] {
  if (!periodStart && !periodEnd) return null;
  const starts = lines.flatMap((line) => line.periodStart ?? []);
  const ends = lines.flatMap((line) => line.periodEnd ?? []);
  return {
    start: periodStart && starts.reduce((a, b) => (a < b ? a : b), periodStart),
    end: periodEnd && ends.reduce((a, b) => (a > b ? a : b), periodEnd),
  };
}

/** A note says no period: of goods that leave without tax, that of the invoice that it corrects. */
function creditedPeriodOf({
  deliveryDate,
  precedingInvoice,
  lines,
}: PrintableInvoice): EInvoice['period'] {
  const { periodStart = null, periodEnd = null } = precedingInvoice ?? {};
  return deliveryDate === null ? periodOf({ periodStart, periodEnd, lines }) : null;
}

/** A line of a cash discount ends with a break, the last one too (BR-DE-18). */
function termsOf(
  { paymentTerms }: PrintableInvoice,
  profile: EInvoiceProfile,
): EInvoice['paymentTerms'] {
  if (profile === 'en16931') return paymentTerms;
  const last = paymentTerms?.split('\n').at(-1)?.trimStart();
  return last?.startsWith('#') ? `${paymentTerms}\n` : paymentTerms;
}

/** XRechnung does not take that code of a deposit (BR-DE-17): there it is one like others. */
function typeCodeOf(
  { kind, deposit }: Pick<PrintableInvoice, 'kind' | 'deposit'>,
  profile: EInvoiceProfile,
): EInvoice['typeCode'] {
  if (kind === 'credit_note') return '381';
  return deposit && profile !== 'xrechnung' ? '386' : '380';
}

/**
 * A document has a line (BR-16): one of nothing but adjustments, a credit of the freight say, has
 * these for its lines.
 */
function withLines(document: PrintableInvoice): PrintableInvoice {
  const { lines } = document;
  if (lines.some(({ adjustment }) => !adjustment)) return document;
  return { ...document, lines: lines.map((line) => ({ ...line, adjustment: null })) };
}

function linesOf(document: PrintableInvoice, labels: Labels): EInvoiceLine[] {
  return document.lines.flatMap((line) => {
    if (line.adjustment) return [];
    const price = document.pricesIncludeTax
      ? netPriceOfGross(line, document.currency)
      : netPrice(line, labels.discount);
    const { periodStart: start, periodEnd: end } = line;
    return {
      id: String(line.position),
      name: line.description,
      itemNumber: line.sku,
      unitCode: unitCodeOf(line.unit),
      net: line.net,
      period: start || end ? { start, end } : null,
      ...vatOf(line, document.seller),
      ...price,
    };
  });
}

function totalsOf(
  { kind, paid, credited, writtenOff }: PrintableInvoice,
  lines: readonly EInvoiceLine[],
  adjustments: readonly EInvoiceAllowance[],
  groups: readonly EInvoiceTaxGroup[],
): EInvoiceTotals {
  const of = (charge: boolean) =>
    sumOf(adjustments.flatMap(({ isCharge, amount }) => (isCharge === charge ? [amount] : [])));
  const sum = sumOf(lines.map((line) => line.net));
  const [allowances, charges] = [of(false), of(true)];
  const net = sum - allowances + charges;
  const vat = sumOf(groups.map(({ tax }) => tax));
  const gross = net + vat;
  // What is written off nobody is asked for, on the page as in the file (BT-115), which may be one;
  // there is no other place for it than beside what was paid (BR-CO-16).
  const settled = kind === 'invoice' ? paid + credited + writtenOff : 0n;
  return {
    lines: sum,
    allowances,
    charges,
    net,
    vat,
    gross,
    paid: settled,
    rounding: 0n,
    due: gross - settled,
  };
}

function sellerOf(document: PrintableInvoice, profile: EInvoiceProfile): EInvoiceSeller {
  const { seller } = document;
  const { country } = seller.address;
  const [vatId = null, ...otherVatIds] = sellerVatIds(document);
  const taxNumber = seller.taxRegistrations.find(
    (each) =>
      each.country === country && !isShop(each.scheme) && vatIdOf(each.number, country) === null,
  );
  return {
    name: seller.legalName,
    tradeName: seller.tradeName,
    registrationNumber: seller.registrationNumber,
    registrationScheme: registrationSchemeOf(seller.registrationNumber, country),
    address: seller.address,
    vatId,
    otherVatIds,
    taxNumber: taxNumber?.number ?? null,
    endpoint: endpointOf(profile, seller.electronicAddress, seller.contact.email),
    email: seller.contact.email,
    contact: { name: seller.contact.name, phone: seller.contact.phone },
  };
}

function buyerOf(
  { buyer }: PrintableInvoice,
  outside: boolean,
  profile: EInvoiceProfile,
): EInvoiceParty {
  const { name, address, email, taxRegistration, electronicAddress } = buyer;
  return {
    name,
    address,
    endpoint: endpointOf(profile, electronicAddress, email),
    email,
    vatId: outside ? null : vatIdOf(taxRegistration, address.country),
  };
}

/** The electronic address that was named, else the e-mail address, which Peppol cannot reach. */
function endpointOf(
  profile: EInvoiceProfile,
  named: ElectronicAddress | null | undefined,
  email: string | null,
): ElectronicAddress | null {
  if (named?.id) return named;
  return email && profile !== 'peppol-bis-3' ? { scheme: SCHEME_EMAIL, id: email } : null;
}

/**
 * When and whereto it was delivered: the day as far as it is said, the place of goods that leave
 * without tax that of the buyer unless told. A place without a country is in that of the buyer, as
 * it is taxed.
 */
function deliveryOf(
  { deliveryDate: date, deliveryAddress, buyer }: PrintableInvoice,
  leaves: boolean,
): EInvoiceDelivery | null {
  const told = deliveryAddress ?? (leaves ? buyer.address : null);
  const place = told && { ...told, country: told.country ?? buyer.address.country };
  return date || place ? { date, place } : null;
}

/**
 * XRechnung wants means of payment of every document, and Peppol between Germans alone: a credit is
 * set off between partners. Elsewhere it asks for none, and the Netherlands do not know this one.
 */
function creditPaymentOf(
  { seller, buyer }: PrintableInvoice,
  profile: EInvoiceProfile,
): EInvoicePayment | null {
  if (profile === 'en16931') return null;
  const isGerman = seller.address.country === 'DE' && buyer.address.country === 'DE';
  if (profile === 'peppol-bis-3' && !isGerman) return null;
  return {
    meansCode: '97',
    account: null,
    isIban: false,
    holder: null,
    bic: null,
    reference: null,
  };
}

function paymentOf(
  { seller, buyer, currency, number }: PrintableInvoice,
  profile: EInvoiceProfile,
): EInvoicePayment | null {
  const { iban, accountNumber, bic, holder } = seller.bankAccount;
  const account = iban ?? accountNumber;
  if (!account) return null;
  // Danish rules of the network know a transfer only with the bank that it goes to.
  const isDanish =
    profile === 'peppol-bis-3' && seller.address.country === 'DK' && buyer.address.country === 'DK';
  return {
    meansCode: isDanish && iban && bic ? '31' : iban && currency === 'EUR' ? '58' : '30',
    account,
    isIban: iban !== null,
    holder: holder || seller.legalName,
    bic,
    reference: number,
  };
}
