import { parseLocalDate } from '@quittance/calendar';
import { parseInstant } from '@quittance/kernel';
import { openDispute, type Dispute } from '../disputes/dispute.js';
import type { InvoiceState, InvoiceStatus } from '../invoices/invoice.js';

export const AT = parseInstant('2026-03-10T12:00:00Z');
export const TODAY = parseLocalDate('2026-03-10');

/** An invoice of 100.00 EUR, sent and due in the future, unless told otherwise. */
export function anInvoice(facts: Partial<InvoiceState> = {}): InvoiceState {
  const total = facts.total ?? 10_000n;
  const paidAmount = facts.paidAmount ?? 0n;
  const creditedAmount = facts.creditedAmount ?? 0n;
  const writtenOffAmount = facts.writtenOffAmount ?? 0n;
  return {
    status: 'sent',
    unsentStatus: 'draft',
    currency: 'EUR',
    dueDate: parseLocalDate('2026-03-31'),
    total,
    paidAmount,
    creditedAmount,
    writtenOffAmount,
    balance: total - paidAmount - creditedAmount - writtenOffAmount,
    sentAt: AT,
    viewedAt: null,
    dispute: null,
    ...facts,
  };
}

/** An invoice in a status, with the money and dates that go with it. */
export function anInvoiceThatIs(status: InvoiceStatus): InvoiceState {
  switch (status) {
    case 'draft':
    case 'pending':
      return anInvoice({ status, unsentStatus: status, sentAt: null });
    case 'cancelled':
      return anInvoice({ status, sentAt: null, balance: 0n });
    case 'void':
      return anInvoice({ status, balance: 0n });
    case 'viewed':
      return anInvoice({ status, viewedAt: AT });
    case 'overdue':
      return anInvoice({ status, dueDate: parseLocalDate('2026-03-09') });
    case 'partially_paid':
      return anInvoice({ status, paidAmount: 4_000n });
    case 'paid':
      return anInvoice({ status, paidAmount: 10_000n });
    case 'written_off':
      return anInvoice({ status, paidAmount: 4_000n, writtenOffAmount: 6_000n });
    case 'disputed':
      return anInvoice({
        status,
        dispute: aDispute(10_000n),
      });
    default:
      return anInvoice({ status });
  }
}

/** An open dispute over an amount in minor units. */
export function aDispute(amount: bigint): Dispute {
  const objection = { reason: 'Not what we ordered', amount, lineIds: [] };
  return openDispute(objection, { kind: 'staff', id: null, name: 'Ada' }, AT);
}
