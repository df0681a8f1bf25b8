import { companyToday, type Company } from '@quittance/company';
import type { BillingAccount } from '@quittance/crm';
import { rowSet, type Tx } from '@quittance/database';
import { labelsOf, printedLanguage } from '@quittance/documents';
import { newId } from '@quittance/kernel';
import { billToOf } from '@quittance/lines';
import { formatMinor, sumOf, trimDecimal, type Currency } from '@quittance/money';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { storeNewInvoice, USUAL_DAYS_TO_PAY, type DraftTools } from '../invoices/create-invoice.js';
import { daysAfter } from '../invoices/invoice-dates.js';
import type { Invoice } from '../invoices/invoice.description.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { invoiceSummary, type InvoiceView } from '../invoices/invoice.view.js';
import { newInvoice } from '../invoices/new-invoice.js';
import type { LateCharge } from './late-charge.js';
import { LateChargeEntity } from './late-charge.entity.js';

const rows = rowSet(LateChargeEntity);

/** What is asked of a customer in one currency, at once. */
export interface LateBill {
  readonly account: BillingAccount;
  readonly currency: Currency;
  readonly charges: readonly (LateCharge & { readonly number: string })[];
}

/**
 * Asks customers for what their late payment costs: an invoice of its own for each bill, handed out
 * as it is made, as nobody may change what the days come to. It bears no tax: it is damages, and
 * outside the scope of it.
 */
export async function storeLateBills(
  tx: Tx,
  fields: DraftTools['fields'],
  company: Company,
  bills: readonly LateBill[],
): Promise<InvoiceView[]> {
  if (bills.length === 0) return [];
  const today = companyToday(company, tx.ctx.now);
  const rules = await readNumberingRules(tx, 'invoice');
  const dates = bills.map(() => today);
  const numbers = await assignNumbers(tx, 'invoice', dates, rules);
  const labels = labelsOf(printedLanguage(company, null));
  const made: InvoiceView[] = [];
  for (const [i, bill] of bills.entries()) {
    const number = numbers[i];
    if (!number) throw new RangeError('The invoice was given no number');
    const { account, currency, charges } = bill;
    const total = sumOf(charges.map(({ amount }) => amount));
    const id = newId<'invoice'>();
    const invoice: Invoice = {
      ...newInvoice(number, tx.ctx.now),
      id,
      status: 'sent',
      sentAt: tx.ctx.now,
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
    const priced = { lines, subtotal: total, taxTotal: 0n, total };
    made.push(await storeNewInvoice(tx, fields, { invoice, priced, today }));
    const data = invoiceSummary(invoice);
    emit(tx, { type: 'invoice.sent', object: 'invoice', recordId: id, data, before: {} });
    tx.later(
      rows.insert(
        tx,
        charges.map((charge, at) => rowOf(tx, charge, lines[at])),
      ),
    );
  }
  return made;
}

function rowOf(tx: Tx, charge: LateCharge, line: InvoiceLine | undefined) {
  if (!line) throw new RangeError('What is charged has no line');
  const { id, kind, invoiceId, from, to, behind, annualRate, amount } = charge;
  return {
    id,
    kind,
    invoiceId,
    fromOn: from,
    toOn: to,
    behindOn: behind,
    annualRate,
    amount,
    chargingInvoiceId: line.invoiceId,
    chargingLineId: line.id,
    createdAt: tx.ctx.now,
  };
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
