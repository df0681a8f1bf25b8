import { sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { UserId } from '@quittance/kernel';
import type { RuleId } from '../rules/rule.js';

/** The change by which a rule was called, as far as its condition goes by it. */
export interface CallingChange {
  readonly isNew: boolean;
  readonly changed: readonly string[];
  /** What the condition asks of before. */
  readonly before: FieldValues;
}

/** A rule whose last word about a record was no: it was recalled or rejected. */
export interface Unapproved {
  readonly recordId: string;
  readonly ruleId: RuleId;
  /** Null of what was asked before it was kept. */
  readonly calledBy: CallingChange | null;
}

/** By approval_record_index. */
const UNAPPROVED = sql(`
  select l."recordId", l."ruleId", l."calledBy" from (
    select distinct on (a.record_id, a.rule_id) a.record_id as "recordId",
      a.rule_id as "ruleId", a.called_by as "calledBy", a.status
    from rules.approval a
    where a.company_id = $1 and a.record_id = any($2::uuid[])
    order by a.record_id, a.rule_id, a.requested_at desc, a.id desc) l
  where l.status in ('recalled', 'rejected')`);

/** By approval_record_index. */
const TAKING_PART = sql(`
  select distinct p.id from rules.approval a
  cross join lateral (select a.requested_by::text as id
    union all select jsonb_array_elements_text(a.changed_by)) p
  where a.company_id = $1 and a.record_id = $2 and a.rule_id = $3
    and a.status in ('recalled', 'rejected') and p.id is not null
    and not exists (select from rules.approval l
      where l.company_id = $1 and l.record_id = $2 and l.rule_id = $3 and l.status = 'approved'
        and (l.requested_at, l.id) > (a.requested_at, a.id))`);

async function unapproved(tx: Tx, ids: readonly string[]): Promise<readonly Unapproved[]> {
  return tx.rows<Unapproved>(UNAPPROVED, [tx.ctx.companyId, ids]);
}

async function takingPart(tx: Tx, recordId: string, ruleId: RuleId): Promise<readonly UserId[]> {
  const params = [tx.ctx.companyId, recordId, ruleId];
  return (await tx.rows<{ id: UserId }>(TAKING_PART, params)).map(({ id }) => id);
}

/** What was asked about records and came to nothing. */
export const endedApprovals = {
  /** The rules that have asked about these records, and were last recalled or rejected. */
  unapproved,
  /** Who had a part in what a rule has asked about a record since it was last approved. */
  takingPart,
} as const;
