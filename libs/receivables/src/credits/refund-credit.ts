import { audit } from '@quittance/audit';
import { type Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { emit } from '@quittance/outbox';
import { moveCredit } from '../credit-notes/credit-note.js';
import { storeCreditMoney, type CreditNote } from '../credit-notes/credit-note.repository.js';
import { creditNoteView } from '../credit-notes/credit-note.view.js';

/**
 * Takes an amount off a locked note on account, as it is returned with the payment that brought it;
 * the note is void once all of it is. Announces and logs that.
 */
export function refundCredit(tx: Tx, note: CreditNote, amount: bigint, payment: string): void {
  const { now } = tx.ctx;
  const money = moveCredit(note, { refunded: amount });
  const isVoid = money.status === 'void';
  const voidReason = isVoid ? `Returned to the customer with payment ${payment}` : null;
  tx.later(storeCreditMoney(tx, [{ note, money, voidReason }]));
  const voided = isVoid ? { voidReason, voidedAt: now } : {};
  const after = { ...note, ...money, ...voided, version: note.version + 1, updatedAt: now };
  const record = { object: 'credit-note', recordId: note.id };
  const type = isVoid ? 'credit_note.voided' : 'record.updated';
  emit(tx, { ...record, type, data: creditNoteView(after) });
  const action = isVoid ? type : 'credit_note.refunded';
  audit(tx, { ...record, action, before: moneyOf(note), after: moneyOf(after) });
}

function moneyOf({ status, refundedAmount, remaining, currency }: CreditNote) {
  return {
    status,
    refundedAmount: formatMinor(refundedAmount, currency),
    remaining: formatMinor(remaining, currency),
  };
}
