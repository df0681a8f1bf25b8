import { sql, type LockedTx, type Tx } from '@quittance/database';
import { recordAwaitsApproval } from '../rules.errors.js';

/** By approval_waiting_key. */
const WAITS = sql(`
  select a.id from rules.approval a
  where a.company_id = $1 and a.record_id = $2 and a.status = 'waiting'`);

const AWAITING = sql(`
  select a.record_id as id from rules.approval a
  where a.company_id = $1 and a.record_id = any($2::uuid[]) and a.status = 'waiting'`);

/** Documents that libs write by operations of their own, and what they are called. */
const LABELS = {
  invoice: 'invoice',
  quote: 'quote',
  'sales-order': 'order',
  subscription: 'subscription',
} as const;

/** Whether rules may send records of an object for approval though others write them. */
export function isHeldByOthers(object: string): boolean {
  return Object.hasOwn(LABELS, object);
}

/**
 * The lock of documents that libs write by operations of their own: asked behind their own lock, as
 * a rule asks for approval behind it, so that one sees the other.
 */
export const documentApproval = {
  /** What is refused meanwhile is refused by this code. */
  code: recordAwaitsApproval.code,

  async waits(tx: Tx | LockedTx, id: string): Promise<boolean> {
    return (await tx.rows(WAITS, [tx.ctx.companyId, id])).length > 0;
  },

  /** Those of locked documents that wait. */
  async waitingAmong<T extends string>(tx: Tx, ids: readonly T[]): Promise<ReadonlySet<T>> {
    if (ids.length === 0) return new Set();
    const rows = await tx.rows<{ id: T }>(AWAITING, [tx.ctx.companyId, ids]);
    return new Set(rows.map(({ id }) => id));
  },

  /** @throws DomainError record_awaits_approval */
  refuse(object: keyof typeof LABELS, waits: boolean): void {
    if (waits) throw recordAwaitsApproval({ object: LABELS[object] });
  },
} as const;
