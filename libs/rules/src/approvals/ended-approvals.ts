import { sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { Actor } from '@quittance/kernel';
import type { RecordId, RecordObject } from '@quittance/metadata';
import { recordsBy } from '@quittance/objects';
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
  readonly recordId: RecordId;
  readonly ruleId: RuleId;
  /** Null of what was asked before it was kept. */
  readonly calledBy: CallingChange | null;
}

/** By approval_record_index, of records and the revisions of each. */
const UNAPPROVED = sql(`
  select l."recordId", l."ruleId", l."calledBy" from (
    select distinct on (r.id, a.rule_id) r.id as "recordId",
      a.rule_id as "ruleId", a.called_by as "calledBy", a.status
    from unnest($2::uuid[], $3::uuid[]) as r(id, revision)
    join rules.approval a on a.company_id = $1 and a.record_id = r.revision
    order by r.id, a.rule_id, a.requested_at desc, a.id desc) l
  where l.status in ('recalled', 'rejected')`);

/**
 * The rules that have asked about these records, and were last recalled or rejected. What was said
 * of one revision is said of all: the last word of a rule counts, whichever it was about.
 */
export async function unapprovedAmong(
  tx: Tx,
  object: RecordObject,
  ids: readonly RecordId[],
): Promise<readonly Unapproved[]> {
  const known = await recordsBy.revised(tx, object, ids);
  return tx.rows<Unapproved>(UNAPPROVED, [
    tx.ctx.companyId,
    known.map(({ id }) => id),
    known.map(({ revision }) => revision),
  ]);
}
