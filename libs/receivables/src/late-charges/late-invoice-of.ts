import { companyToday, type Company } from '@quittance/company';
import type { BillingAccount } from '@quittance/crm';
import { labelsOf, missingOfProfile, printedLanguage } from '@quittance/documents';
import type { LocalDate } from '@quittance/calendar';
import { newId, type Instant, type InvoiceId } from '@quittance/kernel';
import { billToOf, saidOfAccount, type Seller } from '@quittance/lines';
import { formatMinor, sumOf, trimDecimal, type Currency } from '@quittance/money';
import type { AssignedNumber } from '@quittance/numbering';
import { USUAL_DAYS_TO_PAY, type MadeInvoice } from '../invoices/create-invoice.js';
import { daysAfter } from '../invoices/invoice-dates.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { newInvoice } from '../invoices/new-invoice.js';
import { isUndetermined } from '@quittance/tax';
import {
  newLine,
  priceInvoice,
  totalsOf,
  type PricedInvoice,
} from '../invoice-lines/price-invoice.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { printableInvoice } from '../printing/printable-invoice.js';
import type { LateCharge } from './late-charge.js';

/** What is asked of a customer in one currency, at once. */
export interface LateBill {
  readonly account: BillingAccount;
  readonly currency: Currency;
  readonly charges: readonly (LateCharge & { readonly number: string })[];
  /** By which it is taxed; out of the scope of tax without one. */
  readonly taxCode?: string | null;
}

/** Who asks, and when; with what taxes are priced by where a bill has a code. */
export interface LateBy {
  readonly company: Company;
  readonly now: Instant;
  readonly seller?: Seller | null;
}

/** Stands for the number of what is not numbered yet: those that are not sent use none up. */
const UNNUMBERED: AssignedNumber = { number: '-', period: '', seq: 0n };

/**
 * The invoice that asks for a bill: it says what others of its account say, in the account's
 * language. It bears no tax unless it has a code: it is damages, and outside the scope of it. Pure.
 */
export function lateInvoiceOf(by: LateBy, bill: LateBill, number: AssignedNumber): MadeInvoice {
  const { company, now } = by;
  const { account, currency } = bill;
  const today = companyToday(company, now);
  const id = newId<'invoice'>();
  const priced = pricedBill(id, by, bill, today);
  const invoice: Invoice = {
    ...newInvoice(number, now),
    ...saidOfAccount(account),
    id,
    status: 'sent',
    sentAt: now,
    accountId: account.id,
    currency,
    issueDate: today,
    dueDate: daysAfter(today, account.creditDays ?? USUAL_DAYS_TO_PAY),
    billTo: billToOf(account),
    taxRounding: company.taxRounding,
    ...totalsOf(priced),
  };
  return { invoice, priced, today };
}

function pricedBill(
  id: InvoiceId,
  { company, seller }: LateBy,
  { account, currency, charges, taxCode }: LateBill,
  taxDate: LocalDate,
): PricedInvoice {
  const labels = labelsOf(printedLanguage(company, account.language));
  const lines = charges.map((charge, at) => lineOf({ id, currency }, charge, at + 1, labels));
  if (taxCode && seller) {
    const terms = { currency, pricesIncludeTax: false, adjustments: null, taxDate };
    const written = lines.map(({ description, unitPrice }) =>
      newLine({ ...PLAIN, description, unitPrice, taxCode }, new Map()),
    );
    return priceInvoice(id, terms, seller, account, written);
  }
  const total = sumOf(charges.map(({ amount }) => amount));
  return { lines, subtotal: total, taxTotal: 0n, total };
}

const PLAIN = {
  productId: null,
  quantity: '1',
  discount: null,
  taxRate: null,
  periodStart: null,
  periodEnd: null,
} as const;

/** Whether all of a bill is taxed and has what its profile demands: others are not asked for. */
export function mayBeSent(by: LateBy, bill: LateBill): boolean {
  const { priced } = lateInvoiceOf(by, bill, UNNUMBERED);
  if (priced.lines.some(({ taxReason }) => isUndetermined(taxReason))) return false;
  return lateBillFaults(by, bill).length === 0;
}

/** What the profile of the account demands and the invoice of a bill would lack. Pure. */
export function lateBillFaults(by: LateBy, bill: LateBill) {
  const { account } = bill;
  const { company } = by;
  const { invoice, priced } = lateInvoiceOf(by, bill, UNNUMBERED);
  const { language, email, electronicAddress } = account;
  const facts = { company, language, email, electronicAddress };
  const printed = { paymentLink: null, days: { taxDate: invoice.issueDate } };
  return missingOfProfile(printableInvoice(invoice, priced.lines, printed, facts));
}

function lineOf(
  { id: invoiceId, currency }: Pick<Invoice, 'id' | 'currency'>,
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
    adjustmentIndex: null,
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
    defaultTaxCode: null,
    taxRate: '0',
    taxes: [],
    taxFallback: false,
    taxFallbackReason: null,
    taxCategory: 'O',
    taxReason: 'out_of_scope',
    taxWarnings: [],
    tax: 0n,
    total: amount,
    periodStart: isInterest ? from : null,
    periodEnd: isInterest ? to : null,
  };
}
