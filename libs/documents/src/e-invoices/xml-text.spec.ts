import { parseLocalDate } from '@quittance/calendar';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { aPrintableInvoice, aPrintableLine, aSeller } from '../testing/a-printable-invoice.js';
import { checkEInvoice } from './check-e-invoice.js';
import { ciiOf } from './cii.js';
import { eInvoiceOf } from './e-invoice-of.js';
import { E_INVOICE_PROFILES } from './profiles.js';
import { ublOf } from './ubl.js';
import { fitForXml } from './xml-text.js';

/** Texts that XML can hold nothing of, or nothing but blanks. */
const UNFIT = ['\u0001', '\ufffe', '\uffff', ' \u000b ', '\ud800'];

it('a text keeps what XML can hold', () => {
  const text = 'a\tb\nc\r\u007f\u0085\ufffd\u{1f600}\u{10ffff}';
  const bytes = Buffer.from([1]);
  const given = { text, unfit: `a\u0000\ud800b${'\ufffe'}`, list: [{ bytes, sum: 1n, no: null }] };
  expect(fitForXml(given)).toEqual({ ...given, unfit: 'ab' });
  expect(UNFIT.map(fitForXml)).toEqual(UNFIT.map(() => ''));
});

describe.each(UNFIT)('a text of nothing but %j', (text) => {
  const { buyer, lines } = aPrintableInvoice();
  const seller = aSeller();
  const charge = { kind: 'charge', percent: null, base: null } as const;
  it.each<[string, Partial<PrintableInvoice>, string]>([
    ['the name of an item', { lines: [aPrintableLine({ description: text })] }, 'BR-25'],
    ['a buyer reference', { buyerReference: text }, 'BR-DE-15'],
    ['the name of the buyer', { buyer: { ...buyer, name: text } }, 'BR-07'],
    ['the name of the seller', { seller: { ...seller, legalName: text } }, 'BR-06'],
    [
      'the city of the seller',
      { seller: { ...seller, address: { ...seller.address, city: text } } },
      'BR-08',
    ],
    ['terms of payment', { paymentTerms: text, dueDate: null }, 'BR-CO-25'],
    [
      'the number of what is credited',
      {
        kind: 'credit_note',
        precedingInvoice: { number: text, issueDate: parseLocalDate('2026-03-01') },
      },
      'BR-55',
    ],
    [
      'the reason of a charge',
      { lines: [...lines, aPrintableLine({ description: text, adjustment: charge })] },
      'BR-38',
    ],
    [
      'an electronic address',
      { buyer: { ...buyer, email: null, electronicAddress: { scheme: '0204', id: text } } },
      'PEPPOL-EN16931-R010',
    ],
  ])('is not %s', (_, over, rule) => {
    const invoice = eInvoiceOf(aPrintableInvoice(over), 'xrechnung');
    expect(checkEInvoice(invoice).map((fault) => fault.rule)).toContain(rule);
  });

  it('is not written where nothing is asked for', () => {
    const document = aPrintableInvoice({
      buyerReference: text,
      poNumber: text,
      contractReference: text,
      notes: text,
      paymentTerms: text,
      seller: aSeller({ tradeName: text, registrationNumber: text }),
      lines: [aPrintableLine({ sku: text })],
      deliveryAddress: { ...buyer.address, line2: text, recipient: text },
    });
    for (const profile of E_INVOICE_PROFILES) {
      const invoice = eInvoiceOf(document, profile);
      for (const xml of [ublOf(invoice), ciiOf(invoice)]) {
        expect(xml).not.toMatch(/<([\w:]+)[^>]*>\s*<\/\1>|\/>/);
      }
    }
  });
});
