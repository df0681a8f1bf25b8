import { sql, type Tx } from '@quittance/database';
import { mapInTurns } from '@quittance/work';
import { recordRows, type RecordRow, rowScope } from '@quittance/objects';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import type { Rule } from '../rules/rule.js';
import { duplicateKey } from './duplicate-key.js';
import { MOVE_BUILD_POINT } from './duplicate-keys.sql.js';
import { storeKeys, type RecordKey } from './store-keys.js';

/** Records whose keys are gathered at once. */
export const BATCH = 1_000;

const FORGET = sql(`delete from rules.duplicate_key where company_id = $1 and rule_id = $2`);

/**
 * Gathers the keys of the first records while a rule is made, so that in a small company it serves
 * at once. All of them are gathered again by the worker, when no request is under way any longer
 * that did not know of the rule.
 */
export async function beginKeys(
  tx: Tx,
  object: CompanyObject,
  rule: Rule<'duplicate'>,
): Promise<void> {
  const { companyId } = tx.ctx;
  await tx.run(FORGET, [companyId, rule.id]);
  await tx.run(MOVE_BUILD_POINT, [companyId, rule.id, null, 'building']);
  await gatherKeys(tx, object, rule, null);
}

/**
 * Writes the keys of the next records behind an id. They are locked, so that a change under way is
 * waited for and seen. Answers the last id, or null where there are no more.
 */
export async function gatherKeys(
  tx: Tx,
  object: CompanyObject,
  rule: Rule<'duplicate'>,
  after: RecordId | null,
): Promise<RecordId | null> {
  const rows = recordRows(object);
  const found = await tx.rows<RecordRow>(
    `select ${rows.select} from ${object.table.name} t
     where t.company_id = $1 and ${rowScope.live(object, 't')}
       and ($2::uuid is null or t.id > $2)
     order by t.id limit ${BATCH} for share of t`,
    [tx.ctx.companyId, after],
  );
  const views = found.map((row) => rows.view(row));
  const gathered = await mapInTurns(views, (view): RecordKey[] => {
    const key = duplicateKey(object, rule, view);
    return key === null ? [] : [{ ruleId: rule.id, recordId: view.id, key }];
  });
  const keys = gathered.flat();
  await storeKeys(tx, keys);
  return views.length < BATCH ? null : ((views.at(-1)?.id ?? null) as RecordId | null);
}
