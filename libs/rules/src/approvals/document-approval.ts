import { sql, type LockedTx, type Tx } from '@quittance/database';
import { isBehindEvent, isDueSql } from './due-approval.repository.js';
import type { DomainError } from '@quittance/kernel';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { rulesOf } from '../rules/rule-set.js';
import { unapprovedOf } from '../workflows/refuse-unapproved.js';
import { recordAwaitsApproval } from '../rules.errors.js';

/** By approval_waiting_key. */
const WAITS = `exists (select from rules.approval a
    where a.company_id = $1 and a.record_id = r.id and a.status = 'waiting')`;
const ASKED = 'select r.id from unnest($2::uuid[]) as r(id) where';

const WAITING = sql(`${ASKED} ${WAITS}`);
/** Those also that a rule is about to send. */
const HELD = sql(`${ASKED} ${WAITS} or ${isDueSql('$1', 'r.id')}`);

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
    const held = isBehindEvent(tx) ? WAITING : HELD;
    return (await tx.rows(held, [tx.ctx.companyId, [id]])).length > 0;
  },

  /** Whether whoever took it a step further would be refused: see `refuseUnapproved`. */
  async cameToNothing(tx: Tx, object: CompanyObject, id: string): Promise<boolean> {
    const { workflows, timed, asksApproval } = await rulesOf(tx, object);
    if (!asksApproval) return false;
    const asking = [...workflows, ...timed];
    const found = await unapprovedOf(tx, { object, asking }, [id as RecordId]);
    return found.length > 0;
  },

  /** Those of locked documents that wait. */
  async waitingAmong<T extends string>(tx: Tx, ids: readonly T[]): Promise<ReadonlySet<T>> {
    if (ids.length === 0) return new Set();
    const held = isBehindEvent(tx) ? WAITING : HELD;
    const rows = await tx.rows<{ id: T }>(held, [tx.ctx.companyId, ids]);
    return new Set(rows.map(({ id }) => id));
  },

  /** Why those of locked documents that wait are left as they are, by their ids. */
  async refusalsAmong(
    tx: Tx,
    object: keyof typeof LABELS,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, DomainError>> {
    const waiting = await documentApproval.waitingAmong(tx, ids);
    const refusal = recordAwaitsApproval({ object: LABELS[object] });
    return new Map([...waiting].map((id) => [id, refusal]));
  },

  /**
   * SQL: whether a rule is about to send the record of an id, for what picks documents by the day
   * beside those that wait, and must not meet them again and again.
   * @param company SQL of the company, such as `:companyId`
   */
  dueSql: isDueSql,

  /** @throws DomainError record_awaits_approval */
  refuse(object: keyof typeof LABELS, waits: boolean): void {
    if (waits) throw recordAwaitsApproval({ object: LABELS[object] });
  },
} as const;
