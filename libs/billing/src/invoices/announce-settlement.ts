import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { formatMinor } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { Invoice } from './invoice.repository.js';
import { invoiceSummary } from './invoice.view.js';
import type { Settlement } from './settlement.js';

/** Logs what money did to an invoice, and announces that it is paid when it just became so. */
export function announceSettlement(tx: Tx, invoice: Invoice, settlement: Settlement): void {
  const after = { ...invoice, ...settlement };
  audit(tx, {
    action: 'invoice.settled',
    object: 'invoice',
    recordId: invoice.id,
    before: moneyOf(invoice),
    after: moneyOf(after),
  });
  if (settlement.status === 'paid' && invoice.status !== 'paid') {
    const data = invoiceSummary({ ...after, version: invoice.version + 1 });
    emit(tx, { type: 'invoice.paid', object: 'invoice', recordId: invoice.id, data });
  }
}

function moneyOf(invoice: Invoice) {
  const amount = (minor: bigint) => formatMinor(minor, invoice.currency);
  return {
    status: invoice.status,
    paidAmount: amount(invoice.paidAmount),
    creditedAmount: amount(invoice.creditedAmount),
    balance: amount(invoice.balance),
  };
}
