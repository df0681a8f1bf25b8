import { companyToday, type Company } from '@quittance/company';
import type { BillingAccount } from '@quittance/crm';
import { labelsOf, missingOfProfile, printedLanguage } from '@quittance/documents';
import { newId, type Instant } from '@quittance/kernel';
import { billToOf, saidOfAccount } from '@quittance/lines';
import { formatMinor, sumOf, trimDecimal, type Currency } from '@quittance/money';
import type { AssignedNumber } from '@quittance/numbering';
import { USUAL_DAYS_TO_PAY, type MadeInvoice } from '../invoices/create-invoice.js';
import { daysAfter } from '../invoices/invoice-dates.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { newInvoice } from '../invoices/new-invoice.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { printableInvoice } from '../printing/printable-invoice.js';
import type { LateCharge } from './late-charge.js';

/** What is asked of a customer in one currency, at once. */
export interface LateBill {
  readonly account: BillingAccount;
  readonly currency: Currency;
  readonly charges: readonly (LateCharge & { readonly number: string })[];
}

/** Stands for the number of what is not numbered yet: those that are not sent use none up. */
const UNNUMBERED: AssignedNumber = { number: '-', period: '', seq: 0n };

/**
 * The invoice that asks for a bill: it says what others of its account say, in the account's
 * language. It bears no tax: it is damages, and outside the scope of it. Pure.
 */
export function lateInvoiceOf(
  company: Company,
  { account, currency, charges }: LateBill,
  number: AssignedNumber,
  now: Instant,
): MadeInvoice {
  const today = companyToday(company, now);
  const labels = labelsOf(printedLanguage(company, account.language));
  const total = sumOf(charges.map(({ amount }) => amount));
  const invoice: Invoice = {
    ...newInvoice(number, now),
    ...saidOfAccount(account),
    id: newId<'invoice'>(),
    status: 'sent',
    sentAt: now,
    accountId: account.id,
    currency,
    issueDate: today,
    dueDate: daysAfter(today, account.creditDays ?? USUAL_DAYS_TO_PAY),
    billTo: billToOf(account),
    taxRounding: company.taxRounding,
    subtotal: total,
    total,
    balance: total,
  };
  const lines = charges.map((charge, at) => lineOf(invoice, charge, at + 1, labels));
  return { invoice, priced: { lines, subtotal: total, taxTotal: 0n, total }, today };
}

/** What the profile of the account demands and the invoice of a bill would lack. Pure. */
export function lateBillFaults(company: Company, bill: LateBill, now: Instant) {
  const { account } = bill;
  const { invoice, priced } = lateInvoiceOf(company, bill, UNNUMBERED, now);
  const { language, email, electronicAddress } = account;
  const facts = { company, language, email, electronicAddress };
  return missingOfProfile(printableInvoice(invoice, priced.lines, null, facts));
}

function lineOf(
  { id: invoiceId, currency }: Invoice,
  { kind, amount, number, from, to, annualRate }: LateBill['charges'][number],
  position: number,
  labels: ReturnType<typeof labelsOf>,
): InvoiceLine {
  const isInterest = kind === 'interest';
  const description = (isInterest ? labels.interestOn : labels.lateFeeFor)
    .replace('{invoice}', number)
    .replace('{rate}', trimDecimal(annualRate ?? '0'));
  return {
    invoiceId,
    id: newId<'invoice-line'>(),
    scheduleLineId: null,
    adjustment: null,
    adjustmentBase: null,
    adjustmentPercent: null,
    position,
    productId: null,
    description,
    sku: null,
    unit: null,
    hsnCode: null,
    placeOf: null,
    supplyKind: null,
    quantity: '1',
    unitPrice: formatMinor(amount, currency),
    discountPercent: null,
    discountGiven: null,
    discountAmount: 0n,
    net: amount,
    taxCode: null,
    productTaxed: false,
    requestedTaxRate: null,
    taxRate: '0',
    taxes: [],
    taxFallback: false,
    taxFallbackReason: null,
    taxCategory: 'O',
    taxReason: 'out_of_scope',
    tax: 0n,
    total: amount,
    periodStart: isInterest ? from : null,
    periodEnd: isInterest ? to : null,
  };
}
