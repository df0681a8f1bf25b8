import { audit } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { emit } from '@quittance/outbox';
import type { Invoice } from './invoice.repository.js';
import { invoiceSummary } from './invoice.view.js';
import type { Settlement } from './settlement.js';

/**
 * Logs what money did to an invoice, and announces it: that it is paid when it just became so, that
 * it has changed otherwise.
 */
export function announceSettlement(tx: Tx, invoice: Invoice, settlement: Settlement): void {
  const { settledOn, ...money } = settlement;
  // What a spread begins has a hidden class of its own on Node.js 20: a member comes first.
  const after = { settledOn, ...invoice, ...money };
  const before = moneyOf(invoice);
  audit(tx, {
    action: 'invoice.settled',
    object: 'invoice',
    recordId: invoice.id,
    before,
    after: moneyOf(after),
  });
  const changed = MONEY.filter((key) => invoice[key] !== settlement[key]);
  if (changed.length === 0) return;
  const becomesPaid = settlement.status === 'paid' && invoice.status !== 'paid';
  emit(tx, {
    type: becomesPaid ? 'invoice.paid' : 'record.updated',
    object: 'invoice',
    recordId: invoice.id,
    data: invoiceSummary({ ...after, version: invoice.version + 1 }),
    before: Object.fromEntries(changed.map((key) => [key, before[key]])),
  });
}

/** What money changes, as fields of an invoice. */
const MONEY = ['status', 'paidAmount', 'creditedAmount', 'writtenOffAmount', 'balance'] as const;

function moneyOf(invoice: Invoice) {
  const amount = (minor: bigint) => formatMinor(minor, invoice.currency);
  return {
    status: invoice.status,
    paidAmount: amount(invoice.paidAmount),
    creditedAmount: amount(invoice.creditedAmount),
    writtenOffAmount: amount(invoice.writtenOffAmount),
    balance: amount(invoice.balance),
  };
}
