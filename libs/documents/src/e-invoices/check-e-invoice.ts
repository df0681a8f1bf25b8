import { currencyDigits } from '@quittance/money';
import { amountFaults } from './check-amounts.js';
import { vatFaults } from './check-vat.js';
import type { EInvoice, EInvoiceFault } from './e-invoice.js';
import { profileFaults } from './check-profile.js';
import { unmet, type Requirement } from './unmet.js';

/** EN 16931 knows amounts of two decimals at most (BR-DEC). */
const MOST_DECIMALS = 2;

/** Currencies in use that the code list of the published validators does not have. */
const UNLISTED: ReadonlySet<string> = new Set(['STN', 'XAD']);

/**
 * The rules of EN 16931 that a document does not keep, one fault for each thing that is missing or
 * wrong; none when it may be sent. Pure.
 */
export function checkEInvoice(invoice: EInvoice): EInvoiceFault[] {
  if (currencyDigits(invoice.currency) > MOST_DECIMALS) {
    const message =
      `Amounts in ${invoice.currency} have more than two decimals, which an electronic invoice ` +
      'cannot say.';
    return [{ rule: 'BR-DEC', message }];
  }
  return [
    ...headFaults(invoice),
    ...sellerFaults(invoice),
    ...buyerFaults(invoice),
    ...lineFaults(invoice),
    ...allowanceFaults(invoice),
    ...vatFaults(invoice),
    ...amountFaults(invoice),
    ...profileFaults(invoice),
  ];
}

function headFaults(invoice: EInvoice): EInvoiceFault[] {
  const { number, typeCode, currency, precedingInvoice, totals, payment, period } = invoice;
  const payable = invoice.dueDate !== null || invoice.paymentTerms?.trim();
  return unmet([
    ['BR-CL-04', !UNLISTED.has(currency), `${currency} (BT-5) is not on the list of currencies.`],
    ['BR-02', number.trim(), 'The invoice number (BT-1) is missing.'],
    ['BR-16', invoice.lines.length > 0, 'There is no line (BG-25).'],
    [
      'BR-CO-25',
      totals.due <= 0n || payable,
      'An amount is due, but the due date (BT-9) and the payment terms (BT-20) are missing.',
      '/dueDate',
    ],
    [
      'BR-55',
      typeCode !== '381' || precedingInvoice?.number.trim(),
      'The number and date of the invoice that is credited (BT-25, BT-26) are missing.',
      '/invoiceId',
    ],
    [
      'BR-61',
      payment === null || payment.meansCode === '97' || payment.account,
      'The account to pay to (BT-84) is missing.',
    ],
    ['BR-29', inOrder(period), 'The invoicing period (BG-14) ends before it begins.'],
  ]);
}

function inOrder(period: EInvoice['period']): boolean {
  return !period?.start || !period.end || period.start <= period.end;
}

function sellerFaults({ seller, groups }: EInvoice): EInvoiceFault[] {
  const { address, registrationNumber, vatId } = seller;
  const [of, at] = ['of the seller’s address', '/company/address'];
  return unmet([
    ['BR-06', seller.name.trim(), 'The seller name (BT-27) is missing.', '/company/legalName'],
    ['BR-08', address.line1?.trim(), `The street ${of} (BT-35) is missing.`, `${at}/line1`],
    ['BR-08', address.city?.trim(), `The city ${of} (BT-37) is missing.`, `${at}/city`],
    [
      'BR-08',
      address.postalCode?.trim(),
      'The postal code of the seller (BT-38) is missing.',
      `${at}/postalCode`,
    ],
    ['BR-09', address.country, `The country ${of} (BT-40) is missing.`, `${at}/country`],
    [
      'BR-CO-26',
      registrationNumber?.trim() || vatId,
      // What is outside the scope of VAT names no VAT identifier, so that having one does not help.
      groups.every(({ category }) => category === 'O')
        ? 'The registration number of the seller (BT-30) is missing.'
        : 'A seller VAT identifier (BT-31) or registration number (BT-30) is missing.',
      '/company/registrationNumber',
    ],
  ]);
}

function buyerFaults({ buyer }: EInvoice): EInvoiceFault[] {
  const { line1, line2, city, postalCode, country } = buyer.address;
  const placed = [line1, line2, city, postalCode, country].some((part) => part?.trim());
  return unmet([
    ['BR-07', buyer.name.trim(), 'The buyer name (BT-44) is missing.', '/billTo/name'],
    ['BR-10', placed, 'The buyer address (BG-8) is missing.', '/billTo/address'],
    [
      'BR-11',
      country,
      'The country of the buyer’s address (BT-55) is missing.',
      '/billTo/address/country',
    ],
  ]);
}

/** Each says why (BR-33, BR-38). */
function allowanceFaults({ allowances }: EInvoice): EInvoiceFault[] {
  return unmet(
    allowances.map(({ isCharge, reason }): Requirement => {
      return isCharge
        ? ['BR-38', reason.trim(), 'The reason of a charge (BT-104) is missing.', '/adjustments']
        : [
            'BR-33',
            reason.trim(),
            'The reason of an allowance (BT-97) is missing.',
            '/adjustments',
          ];
    }),
  );
}

function lineFaults({ lines }: EInvoice): EInvoiceFault[] {
  return lines.flatMap((line) =>
    unmet([
      ['BR-25', line.name.trim(), `Line ${line.id} has no item name (BT-153).`],
      ['BR-27', !line.unitPrice.startsWith('-'), `Line ${line.id} has a negative price (BT-146).`],
      ['BR-30', inOrder(line.period), `The period of line ${line.id} ends before it begins.`],
    ]),
  );
}
