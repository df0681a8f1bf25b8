import type { DocumentLanguage } from '@quittance/company';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { he } from './he.js';
import { hi } from './hi.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';

/** Every word that stands on a document and is not the user's own. */
export interface Labels {
  readonly invoice: string;
  readonly taxInvoice: string;
  readonly billOfSupply: string;
  readonly creditNote: string;
  readonly statement: string;
  readonly draft: string;
  readonly void: string;
  readonly cancelled: string;
  readonly billTo: string;
  readonly invoiceNumber: string;
  readonly creditNoteNumber: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly period: string;
  readonly poNumber: string;
  readonly precedingInvoice: string;
  readonly reason: string;
  readonly placeOfSupply: string;
  readonly vatId: string;
  readonly taxId: string;
  readonly registration: string;
  readonly position: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly tax: string;
  readonly amount: string;
  readonly carriedForward: string;
  readonly broughtForward: string;
  readonly subtotal: string;
  readonly total: string;
  readonly paid: string;
  readonly credited: string;
  readonly balanceDue: string;
  readonly creditApplied: string;
  readonly creditRemaining: string;
  readonly taxSummary: string;
  readonly taxBase: string;
  readonly taxAmount: string;
  readonly vat: string;
  readonly salesTax: string;
  readonly zeroRated: string;
  readonly exempt: string;
  /** The words that the law asks for (Directive 2006/112/EC, article 226, point 11a). */
  readonly reverseCharge: string;
  readonly intraCommunity: string;
  readonly exportExempt: string;
  /** Of a service whose place of supply is abroad. */
  readonly serviceAbroad: string;
  readonly outsideScope: string;
  /** Of a draft with a line that should be taxed and is not yet. */
  readonly taxUndetermined: string;
  readonly registeredInvoice: string;
  readonly acknowledgementNumber: string;
  readonly acknowledgedOn: string;
  readonly payment: string;
  readonly payOnline: string;
  readonly scanToPay: string;
  readonly accountHolder: string;
  readonly bank: string;
  readonly accountNumber: string;
  readonly bankCode: string;
  readonly paymentReference: string;
  readonly notes: string;
  /** With the place `{article}`. */
  readonly directiveArticle: string;
  /** Of a reverse charge that the law of a country orders, not that of the European Union. */
  readonly reverseChargeAbroad: string;
  readonly exemptNote: string;
  readonly includesTax: string;
  readonly creditTerms: string;
  /** With the places `{page}` and `{pages}`. */
  readonly page: string;
  readonly date: string;
  readonly document: string;
  readonly charges: string;
  readonly credits: string;
  readonly balance: string;
  readonly openingBalance: string;
  readonly closingBalance: string;
  readonly paymentReceived: string;
  readonly refund: string;
}

const LABELS: Readonly<Record<DocumentLanguage, Labels>> = {
  ar,
  de,
  en,
  es,
  fr,
  he,
  hi,
  it,
  ja,
  nl,
  pl,
  pt,
};

export function labelsOf(language: DocumentLanguage): Labels {
  return LABELS[language];
}
