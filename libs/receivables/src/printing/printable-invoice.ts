import { DOCUMENT_LANGUAGES, type Company, type DocumentLanguage } from '@quittance/company';
import type {
  DocumentMark,
  PrintableHead,
  PrintableInvoice,
  PrintableLine,
  PrintableTax,
} from '@quittance/documents';
import type { Instant } from '@quittance/kernel';
import { printedOf } from '@quittance/nouns';
import type { BillTo } from './bill-to.js';
import { invoiceNoun, type Invoice } from '../invoices/invoice.description.js';
import { documentLineMembers } from '../invoice-lines/document-line.description.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import type { InvoiceStatus } from '../invoices/invoice.js';
import { registrationView } from '../registrations/irn.js';
import { roundingCertificate } from '../proofs/rounding-certificate.js';

/** What a document shows that is not of the invoice itself. */
export interface PrintFacts {
  readonly company: Company;
  /** Asked for; else that of the company's documents. */
  readonly language: DocumentLanguage | null;
  /** Where the customer gets invoices. */
  readonly email: string | null;
}

const MARKS: Partial<Record<InvoiceStatus, DocumentMark>> = {
  draft: 'draft',
  pending: 'draft',
  void: 'void',
  cancelled: 'cancelled',
};

/** An invoice ready to be printed and sent electronically. Pure. */
export function printableInvoice(
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  paymentLink: string | null,
  facts: PrintFacts,
): PrintableInvoice {
  return {
    ...printableHead(facts, invoice.billTo, invoice.currency, invoice.updatedAt),
    kind: 'invoice',
    ...invoiceNoun.printed(invoice),
    mark: MARKS[invoice.status] ?? null,
    precedingInvoice: null,
    reason: null,
    registration: registrationView(invoice.irn),
    lines: lines.map(printableLine),
    taxes: printableTaxes(lines, invoice.pricesIncludeTax),
    paymentLink,
  };
}

/** What invoices and credit notes have in common. */
export function printableHead(
  { company, language, email }: PrintFacts,
  { name, address, taxRegistration }: BillTo,
  currency: string,
  changedAt: Instant,
): PrintableHead {
  const { locale } = company;
  const { legalName, tradeName, registrationNumber, taxRegistrations } = company;
  const { contact, bankAccount, logo } = company;
  return {
    language: language ?? company.documentLanguage ?? languageOf(locale),
    locale,
    currency,
    seller: {
      legalName,
      tradeName,
      address: company.address,
      taxRegistrations,
      registrationNumber,
      contact,
      bankAccount,
      logo,
    },
    buyer: { name, address, taxRegistration, email },
    changedAt,
  };
}

function languageOf(locale: string): DocumentLanguage {
  const { language } = new Intl.Locale(locale);
  return DOCUMENT_LANGUAGES.find((known) => known === language) ?? 'en';
}

/** The columns of a line that are printed, of invoices and of credit notes alike. */
type Line = Omit<InvoiceLine, 'id' | 'invoiceId' | 'scheduleLineId' | 'sku' | 'productTaxed'>;

const printed = printedOf({ members: documentLineMembers });

export function printableLine(line: Line): PrintableLine {
  return {
    ...printed(line),
    taxes: line.taxes.map(({ kind, rate, tax }) => ({ kind, rate, tax: BigInt(tax) })),
    decision: { category: line.taxCategory, reason: line.taxReason },
  };
}

/** One row per tax, place and rate, whatever codes the lines name it by. */
export function printableTaxes(lines: readonly Line[], pricesIncludeTax: boolean): PrintableTax[] {
  const taxes = new Map<string, PrintableTax>();
  for (const { kind, jurisdiction, rate, base, tax } of roundingCertificate(
    lines,
    pricesIncludeTax,
  )) {
    const key = JSON.stringify([kind, jurisdiction, rate]);
    const known = taxes.get(key) ?? { kind, jurisdiction, rate, base: 0n, tax: 0n };
    taxes.set(key, { ...known, base: known.base + base, tax: known.tax + tax });
  }
  return [...taxes.values()];
}
