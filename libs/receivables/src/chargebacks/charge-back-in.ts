import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { sumOf } from '@quittance/money';
import { moveCredits, type CreditMove } from '../credits/move-application.js';
import { moveCredit } from '../credit-notes/credit-note.js';
import { settle } from '../invoices/settlement.js';
import { losePayment } from '../payments/refund-payment-in.js';
import type { LockedForChargeback } from '../payments/refund.repository.js';
import { splitChargeback } from './split-chargeback.js';

/** A dispute by which a payment loses money. */
export interface LostToDispute {
  readonly provider: string;
  readonly disputeId: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly reason: string;
}

/**
 * Takes off a locked payment what its bank has taken back, as far as the payment has it. Its
 * invoices are open again, also those that were settled with credit of it. Answers how much.
 */
export async function chargeBackIn(
  tx: Tx,
  locked: LockedForChargeback,
  { provider, disputeId, amount, reason }: LostToDispute,
  today: LocalDate,
): Promise<bigint> {
  const unused = sumOf(locked.notes.map(({ remaining }) => remaining));
  const { payment, standing, spent } = locked;
  const split = splitChargeback(payment, amount, unused, standing, spent);
  if (!split) return 0n;
  const moves = split.calledBack.map((called): CreditMove => {
    const note = locked.notes.find(({ id }) => id === called.noteId);
    const invoice = locked.invoices.find(({ id }) => id === called.invoiceId);
    if (!note || !invoice) throw new Error('What a chargeback calls back is not locked');
    return { note, invoice, amount: -called.amount };
  });
  await moveCredits(tx, moves, today);
  const terms = { provider, reason, providerDisputeId: disputeId, providerRefundId: null };
  const left = behind(tx, locked, moves, today);
  await losePayment(tx, left, split, { ...terms, kind: 'chargeback' }, today);
  return split.amount;
}

/** What is locked as it is once credit has been called back. */
function behind(
  { ctx: { now, actor } }: Tx,
  locked: LockedForChargeback,
  moves: readonly CreditMove[],
  today: LocalDate,
): LockedForChargeback {
  const taken = <Row extends { id: string; version: number }>(
    row: Row,
    of: (move: CreditMove) => string,
    change: (amount: bigint) => Partial<Row>,
  ): Row => {
    const own = moves.filter((move) => of(move) === row.id);
    if (own.length === 0) return row;
    const amount = sumOf(own.map((move) => move.amount));
    return { ...row, ...change(amount), version: row.version + 1 };
  };
  return {
    ...locked,
    invoices: locked.invoices.map((invoice) =>
      taken(
        invoice,
        (move) => move.invoice.id,
        (credited) => settle(invoice, { credited }, { now, actor, today }),
      ),
    ),
    notes: locked.notes.map((note) =>
      taken(
        note,
        (move) => move.note.id,
        (applied) => moveCredit(note, { applied }),
      ),
    ),
  };
}
