import { type Tx, arrays } from '@quittance/database';
import type { RuleId } from '../rules/rule.js';
import { STORE_KEYS } from './duplicate-keys.sql.js';

export interface RecordKey {
  readonly ruleId: RuleId;
  readonly recordId: string;
  readonly key: string;
}

/** Writes the keys of records, in one statement for all. */
export async function storeKeys(tx: Tx, keys: readonly RecordKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(STORE_KEYS, [
    tx.ctx.companyId,
    arrays.uuid(keys, ({ ruleId }) => ruleId),
    arrays.uuid(keys, ({ recordId }) => recordId),
    arrays.text(keys, ({ key }) => key),
  ]);
}
