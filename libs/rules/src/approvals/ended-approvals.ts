import { sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { Actor } from '@quittance/kernel';
import type { RuleId } from '../rules/rule.js';

/** The change by which a rule was called, as far as its condition goes by it. */
export interface CallingChange {
  readonly isNew: boolean;
  readonly changed: readonly string[];
  /** What the condition asks of before. */
  readonly before: FieldValues;
  /** Who made it, of whom the condition may ask. */
  readonly by: Actor;
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

/** The rules that have asked about these records, and were last recalled or rejected. */
export async function unapprovedAmong(
  tx: Tx,
  ids: readonly string[],
): Promise<readonly Unapproved[]> {
  return tx.rows<Unapproved>(UNAPPROVED, [tx.ctx.companyId, ids]);
}
