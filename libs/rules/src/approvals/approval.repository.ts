import { audit } from '@quittance/audit';
import { arrays, namedSql, sql, type Tx } from '@quittance/database';
import type { Instant, UserId } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import type { RecordId, RecordObject } from '@quittance/metadata';
import { headOf, nounList } from '@quittance/nouns';
import { recordsBy } from '@quittance/objects';
import {
  recordApprovalNoun,
  type RecordApproval,
  type RecordApprovalId,
} from './approval.description.js';
import type { CallingChange } from './ended-approvals.js';
import { isBehindEvent, isDueSql } from './due-approval.repository.js';

const COLUMNS = recordApprovalNoun.rows.select('a');
export const FIND_APPROVAL = sql(`
  select ${COLUMNS} from rules.approval a where a.company_id = $1 and a.id = $2`);
const LOCK = sql(`${FIND_APPROVAL.text} for update`);
/** By approval_waiting_key. */
const WAITING_AMONG = sql(`
  select a.record_id as "recordId" from rules.approval a
  where a.company_id = $1 and a.record_id = any($2::uuid[]) and a.status = 'waiting'`);
const HELD_AMONG = sql(`
  select r.id as "recordId" from unnest($2::uuid[]) as r(id)
  where exists (select from rules.approval a
      where a.company_id = $1 and a.record_id = r.id and a.status = 'waiting')
    or ${isDueSql('$1', 'r.id')}`);
/** By approval_rule_index. */
const WAITING_OF_RULE = sql(`
  select count(*)::integer as count from rules.approval a
  where a.company_id = $1 and a.rule_id = $2 and a.status = 'waiting'`);
const STORE = namedSql(
  `update rules.approval set status = :status, step = :step, asked = :asked,
     decided_at = :decidedAt, history = :history, due_at = :dueAt, next_at = :nextAt
   where company_id = :companyId and id = :id`,
  {
    values: {
      id: 'uuid',
      status: 'text',
      step: 'smallint',
      asked: 'jsonb',
      decidedAt: 'timestamptz',
      history: 'jsonb',
      dueAt: 'timestamptz',
      nextAt: 'timestamptz',
    },
  },
);

/** What an approval keeps for itself. */
export interface ApprovalReach {
  /** That the message shows something of; null where that is not known. */
  readonly resources: readonly string[] | null;
  /** How many events led to it. */
  readonly depth: number;
}

/** When the clock has something to do: to remind those asked, or to end their time. */
export type NextAt = Instant | null;

const KEEP_REACH = sql(`
  update rules.approval set resources = $3::jsonb, depth = $4, next_at = $5, called_by = $6::jsonb
  where company_id = $1 and id = $2`);
const REACH_OF = sql(`
  select a.id, a.resources, a.depth from rules.approval a
  where a.company_id = $1 and a.id = any($2::uuid[])`);

export async function approvalReach(
  tx: Tx,
  ids: readonly RecordApprovalId[],
): Promise<ReadonlyMap<RecordApprovalId, ApprovalReach>> {
  if (ids.length === 0) return new Map();
  const keys = arrays.uuid(ids, (id) => id);
  const found = await tx.rows<ApprovalReach & { id: RecordApprovalId }>(REACH_OF, [
    tx.ctx.companyId,
    keys,
  ]);
  return new Map(found.map(({ id, ...reach }) => [id, reach]));
}

const CLOCK_OF = sql(`
  select a.next_at as "nextAt" from rules.approval a where a.company_id = $1 and a.id = $2`);

/** When the clock has something to do for an approval. */
export async function clockOf(tx: Tx, id: RecordApprovalId): Promise<NextAt> {
  return (await tx.one<{ nextAt: NextAt }>(CLOCK_OF, [tx.ctx.companyId, id])).nextAt;
}

/** By approval_clock_index. */
const DUE = sql(`
  select a.id, a.object, a.record_id as "recordId" from rules.approval a
  where a.company_id = $1 and a.status = 'waiting' and a.next_at <= $2
    and a.id <> all($3::uuid[])
  order by a.next_at, a.id limit $4`);
/** Those that wait are looked through once, by approval_rule_index. */
const DESERTED = sql(`
  select distinct a.id, a.object, a.record_id as "recordId"
  from rules.approval a cross join jsonb_array_elements_text(a.asked) as k(id)
  join identity.pub_user u on u.company_id = $1 and u.id = k.id::uuid and not u.active
  where a.company_id = $1 and a.status = 'waiting' and a.id <> all($2::uuid[])
  order by a.id limit $3`);

/** What of an approval must be known to lock it. */
export type ApprovalOfRecord = Pick<RecordApproval, 'id' | 'object' | 'recordId'>;

/**
 * Those for which the clock has something to do, and those of whose approvers some have left, but
 * for some.
 */
export async function unattended(
  tx: Tx,
  most: number,
  but: readonly RecordApprovalId[],
): Promise<readonly ApprovalOfRecord[]> {
  const { companyId, now } = tx.ctx;
  const due = await tx.rows<ApprovalOfRecord>(DUE, [companyId, now, but, most]);
  const deserted = await tx.rows<ApprovalOfRecord>(DESERTED, [companyId, but, most]);
  const known = new Set(due.map(({ id }) => id));
  return [...due, ...deserted.filter(({ id }) => !known.has(id))];
}

/** What is asked, the latest first. */
export const recordApprovalList: ListDefinition<RecordApproval, RecordApproval> = nounList(
  recordApprovalNoun,
  headOf(recordApprovalNoun, {}),
);

/** Behind the lock of the record. */
export function lockRecordApproval(tx: Tx, id: RecordApprovalId): Promise<RecordApproval> {
  return tx.one(LOCK, [tx.ctx.companyId, id]);
}

export async function waitingAmong(tx: Tx, ids: readonly RecordId[]): Promise<Set<RecordId>> {
  const keys = arrays.uuid(ids, (id) => id);
  const found = await tx.rows<{ recordId: RecordId }>(WAITING_AMONG, [tx.ctx.companyId, keys]);
  return new Set(found.map(({ recordId }) => recordId));
}

/** Those that wait, or that a rule is about to send, of the records that somebody changes. */
export async function heldAmong(tx: Tx, ids: readonly RecordId[]): Promise<ReadonlySet<RecordId>> {
  if (isBehindEvent(tx)) return waitingAmong(tx, ids);
  const found = await tx.rows<{ recordId: RecordId }>(HELD_AMONG, [
    tx.ctx.companyId,
    arrays.uuid(ids, (id) => id),
  ]);
  return new Set(found.map(({ recordId }) => recordId));
}

/** By approval_record_index: what a rule has asked of revisions since one was last approved. */
const UNDECIDED = sql(`
  select a.requested_by as "requestedBy", a.changed_by as "changedBy" from rules.approval a
  where a.company_id = $1 and a.record_id = any($2::uuid[]) and a.rule_id = $3
    and a.status <> 'approved'
    and not exists (select from rules.approval b
      where b.company_id = $1 and b.record_id = any($2::uuid[]) and b.rule_id = $3
        and b.status = 'approved' and b.requested_at >= a.requested_at)`);

/**
 * Who had a part in what a rule has asked of a record and nobody has approved: it was recalled,
 * rejected or ran out, and stands in the record as long as nobody takes it back. What was written
 * of one revision stands in those behind it.
 */
export async function formerParts(
  tx: Tx,
  object: RecordObject,
  { recordId, ruleId }: Pick<RecordApproval, 'recordId' | 'ruleId'>,
): Promise<readonly UserId[]> {
  const known = await recordsBy.revised(tx, object, [recordId]);
  const found = await tx.rows<Pick<RecordApproval, 'requestedBy' | 'changedBy'>>(UNDECIDED, [
    tx.ctx.companyId,
    known.map(({ revision }) => revision),
    ruleId,
  ]);
  return found.flatMap(({ requestedBy, changedBy }) => [
    ...(requestedBy ? [requestedBy] : []),
    ...changedBy,
  ]);
}

/** How many records wait for a rule; the rule is locked. */
export async function waitingOfRule(tx: Tx, ruleId: string): Promise<number> {
  const found = await tx.one<{ count: number }>(WAITING_OF_RULE, [tx.ctx.companyId, ruleId]);
  return found.count;
}

/** What is kept of an approval when it is asked. */
interface NewReach extends ApprovalReach {
  readonly nextAt: NextAt;
  readonly calledBy: CallingChange;
}

export async function insertApproval(
  tx: Tx,
  approval: RecordApproval,
  { resources, depth, nextAt, calledBy }: NewReach,
): Promise<void> {
  await recordApprovalNoun.rows.insert(tx, [approval]);
  const reach = resources && JSON.stringify(resources);
  const call = JSON.stringify(calledBy);
  await tx.run(KEEP_REACH, [tx.ctx.companyId, approval.id, reach, depth, nextAt, call]);
  log(tx, approval.status === 'waiting' ? 'requested' : approval.status, null, approval);
}

/** Stores what became of a locked approval. */
export async function storeRecordApproval(
  tx: Tx,
  action: string,
  before: RecordApproval,
  after: RecordApproval,
  nextAt: NextAt,
): Promise<void> {
  const { id, status, step, asked, decidedAt, history, dueAt } = after;
  await STORE.run(tx, { id, status, step, asked, decidedAt, history, dueAt, nextAt });
  log(tx, action, before, after);
}

function log(tx: Tx, what: string, before: RecordApproval | null, after: RecordApproval): void {
  const state = ({ status, step }: RecordApproval) => ({ status, step });
  audit(tx, {
    action: `record_approval.${what}`,
    object: 'record-approval',
    recordId: after.id,
    ...(before && { before: state(before) }),
    after: { ...state(after), recordId: after.recordId, ruleName: after.ruleName },
  });
}
