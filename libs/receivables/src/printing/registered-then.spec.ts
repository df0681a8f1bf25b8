import { NO_ADDRESS, type Company } from '@quittance/company';
import { NO_BANK_ACCOUNT, NO_CONTACT } from '@quittance/company/host';
import { parseLocalDate } from '@quittance/calendar';
import { layOut } from '@quittance/documents/testing';
import { parseInstant } from '@quittance/kernel';
import type { CreditNote } from '../credit-notes/credit-note.description.js';
import type { Invoice } from '../invoices/invoice.description.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { printableCreditNote } from './printable-credit-note.js';
import { printableInvoice } from './printable-invoice.js';

const day = parseLocalDate;
const company = {
  legalName: 'Seller GmbH',
  tradeName: null,
  address: { ...NO_ADDRESS, country: 'DE' },
  locale: 'en',
  documentLanguage: 'en',
  contact: NO_CONTACT,
  bankAccount: NO_BANK_ACCOUNT,
  registrationNumber: null,
  logo: null,
  taxRegistrations: [
    { country: 'DE', number: 'DE811907980', validTo: day('2026-03-31') },
    { country: 'DE', number: 'DE136695976', validFrom: day('2026-04-01') },
  ],
} as unknown as Company;
const facts = { company, language: null, email: null };
const billTo = { name: 'Buyer', address: NO_ADDRESS, taxRegistration: null };
const head = {
  number: 'INV-1',
  status: 'sent',
  currency: 'EUR',
  billTo,
  dispute: null,
  periodStart: null,
  periodEnd: null,
  eInvoiceProfile: null,
  pricesIncludeTax: false,
  subtotal: 0n,
  taxTotal: 0n,
  total: 0n,
  updatedAt: parseInstant('2026-05-01T00:00:00Z'),
};
const invoiceOn = (date: string, taxed = date, lines: readonly InvoiceLine[] = []) => {
  const issueDate = day(date);
  const invoice = { ...head, issueDate, dueDate: issueDate, balance: 0n } as unknown as Invoice;
  const days = { taxDate: day(taxed), linesIssuedOn: issueDate };
  return printableInvoice(invoice, lines, { paymentLink: null, days }, facts);
};
const noteOn = (date: string, corrected: string | null, taxed = corrected ?? date) => {
  const note = { ...head, issueDate: day(date), reason: 'Late' } as unknown as CreditNote;
  const invoice = corrected === null ? null : { number: 'INV-1', issueDate: day(corrected) };
  return printableCreditNote(note, [], { billTo, invoice, days: { taxDate: day(taxed) } }, facts);
};
const registered = (document: ReturnType<typeof invoiceOn>) =>
  document.seller.taxRegistrations.map(({ number }) => number);

it('a document shows the registrations of the day that its tax goes by, the ends included', () => {
  expect(registered(invoiceOn('2026-03-31'))).toEqual(['DE811907980']);
  expect(registered(invoiceOn('2026-04-01'))).toEqual(['DE136695976']);
  const { footer } = layOut(invoiceOn('2026-04-01'));
  expect(footer.flat().join()).toContain('VAT ID: DE136695976');
  expect(footer.flat().join()).not.toContain('DE811907980');
});

it('an invoice in arrears shows those of its period, not of the day that it is issued on', () => {
  expect(registered(invoiceOn('2026-04-01', '2026-03-31'))).toEqual(['DE811907980']);
});

it('an invoice shows those of lines that go by another day, behind those of its own', () => {
  const line = { taxes: [], quantity: '1', unitPrice: '1', net: 0n, total: 0n, tax: 0n };
  const usage = { ...line, periodStart: day('2026-03-01'), periodEnd: day('2026-03-31') };
  const invoice = invoiceOn('2026-04-01', '2026-04-01', [usage as unknown as InvoiceLine]);
  expect(registered(invoice)).toEqual(['DE136695976', 'DE811907980']);
});

it('a credit note shows those of the day of its invoice, whose tax it gives back', () => {
  expect(registered(noteOn('2026-04-20', '2026-03-10'))).toEqual(['DE811907980']);
  expect(registered(noteOn('2026-04-20', '2026-04-01', '2026-03-31'))).toEqual(['DE811907980']);
  expect(registered(noteOn('2026-04-20', null))).toEqual(['DE136695976']);
});
