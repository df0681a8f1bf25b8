import { namedSql, sql, type Tx } from '@quittance/database';
import { receiptNoun, type Receipt } from './receipt.description.js';
import { newReceipt } from './receipt.repository.js';
import { toldReceipts, type ToldReceipt } from './told-receipt.js';

const { rows } = receiptNoun;

const UNLESS_THERE = 'on conflict (company_id, provider, kind, provider_object_id) do nothing';

/** By `unapplied_receipt_object_key`. */
const LOCK = sql(`
  select ${toldReceipts.select} from ${toldReceipts.from}
  where r.company_id = $1 and r.provider = $2 and r.kind = 'dispute' and r.provider_object_id = $3
  for update of r`);

/** By `unapplied_receipt_lone_dispute_index`. */
const JOIN_PAYMENTS = namedSql(
  `update gateway.unapplied_receipt u set version = u.version + 1, updated_at = :now,
     payment_id = b.payment_id, invoice_id = b.invoice_id
   from :rows as b
   where u.company_id = :companyId and u.provider = :provider and u.kind = 'dispute'
     and u.payment_id is null and u.provider_payment_id = b.provider_payment_id`,
  {
    values: { provider: 'text' },
    rows: { providerPaymentId: 'text', paymentId: 'uuid', invoiceId: 'uuid' },
  },
);

/** A dispute as it is to stand in the list. */
export type DisputeReceipt = Omit<Receipt, 'id' | 'version' | 'kind' | 'createdAt' | 'updatedAt'>;

/** A payment of a provider that is in the books now. */
export interface JoinedPayment {
  readonly providerPaymentId: string;
  readonly paymentId: string;
  readonly invoiceId: string | null;
}

/** Names the payments to the disputes that were told of before them. Sent before this returns. */
export function joinPayments(
  tx: Tx,
  provider: string,
  joined: readonly JoinedPayment[],
): Promise<number> {
  return JOIN_PAYMENTS.run(tx, { provider, ...JOIN_PAYMENTS.columns(joined) });
}

/** The receipt of a dispute, locked. */
export function lockDispute(
  tx: Tx,
  provider: string,
  disputeId: string,
): Promise<ToldReceipt | undefined> {
  return tx.maybe<ToldReceipt>(LOCK, [tx.ctx.companyId, provider, disputeId]);
}

/** Undefined when another event was quicker: it is waited for, and its row found then. */
export async function insertDispute(tx: Tx, receipt: DisputeReceipt): Promise<Receipt | undefined> {
  const stored = newReceipt(tx, { ...receipt, kind: 'dispute' });
  const written = await rows.offer(tx, [stored], UNLESS_THERE);
  return written === 0 ? undefined : stored;
}

/** Stores what is known of a dispute by now; answers the row. */
export async function updateDispute(
  tx: Tx,
  before: ToldReceipt,
  receipt: DisputeReceipt,
): Promise<ToldReceipt> {
  const changed = { ...receipt, version: before.version + 1, updatedAt: tx.ctx.now };
  await rows.update(tx, { id: before.id }, changed);
  return { ...before, ...changed };
}
