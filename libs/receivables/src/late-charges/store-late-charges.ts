import { companyToday } from '@quittance/company';
import { rowSet, type Tx } from '@quittance/database';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import type { TaxRecorder } from '@quittance/tax';
import { taxedInvoice } from '../invoice-lines/taxed-invoice.js';
import { storeNewInvoice, type DraftTools } from '../invoices/create-invoice.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { invoiceSummary, type InvoiceView } from '../invoices/invoice.view.js';
import type { LateCharge } from './late-charge.js';
import { LateChargeEntity } from './late-charge.entity.js';
import { lateInvoiceOf, type LateBill, type LateBy } from './late-invoice-of.js';

const rows = rowSet(LateChargeEntity);

/** Invoices that ask for late payment, and what writes down for what they do. */
export interface MadeLateBills {
  readonly invoices: readonly InvoiceView[];
  /** Once what their charges name is there: a try of a step may come behind its invoice. */
  readonly keepCharges: (within: Tx) => void;
}

/**
 * Asks customers for what their late payment costs: an invoice of its own for each bill, handed out
 * as it is made, as nobody may change what the days come to. Whoever calls leaves out what its
 * profile does not let be sent.
 */
export async function makeLateBills(
  tx: Tx,
  { fields, tax }: Pick<DraftTools, 'fields'> & { readonly tax: TaxRecorder | undefined },
  by: LateBy,
  bills: readonly LateBill[],
): Promise<MadeLateBills> {
  if (bills.length === 0) return NOTHING_MADE;
  const rules = await readNumberingRules(tx, 'invoice');
  const today = companyToday(by.company, by.now);
  const dates = bills.map(() => today);
  const numbers = await assignNumbers(tx, 'invoice', dates, rules);
  const invoices: InvoiceView[] = [];
  const charges: ReturnType<typeof rowOf>[] = [];
  for (const [i, bill] of bills.entries()) {
    const number = numbers[i];
    if (!number) throw new RangeError('The invoice was given no number');
    const asked = lateInvoiceOf(by, bill, number);
    const { invoice, priced } = asked;
    invoices.push(await storeNewInvoice(tx, fields, { ...asked, unasked: true }));
    const data = invoiceSummary(invoice);
    if (bill.taxCode) {
      const made = { invoice, lines: [...priced.lines] };
      await tax?.record(tx, taxedInvoice(made, invoice.issueDate));
    }
    emit(tx, { type: 'invoice.sent', object: 'invoice', recordId: invoice.id, data, before: {} });
    charges.push(...bill.charges.map((charge, at) => rowOf(tx, charge, priced.lines[at])));
  }
  return { invoices, keepCharges: (within) => within.later(rows.insert(within, charges)) };
}

const NOTHING_MADE: MadeLateBills = { invoices: [], keepCharges: () => undefined };

function rowOf(tx: Tx, charge: LateCharge, line: InvoiceLine | undefined) {
  if (!line) throw new RangeError('What is charged has no line');
  const { id, kind, invoiceId, from, to, behind, annualRate, amount, attemptId = null } = charge;
  return {
    id,
    kind,
    invoiceId,
    fromOn: from,
    toOn: to,
    behindOn: behind,
    annualRate,
    amount,
    attemptId,
    chargingInvoiceId: line.invoiceId,
    chargingLineId: line.id,
    createdAt: tx.ctx.now,
  };
}
