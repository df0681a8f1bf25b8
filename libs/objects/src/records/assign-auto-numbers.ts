import { companyToday } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { renderNumber } from '@quittance/numbering';
import type { CompanyObject } from '@quittance/metadata';
import { addValues, type Draft } from './draft.js';

/** Draws so many numbers of a field; the counter stays locked until the end. By primary key. */
const DRAW = sql(`
  insert into objects.counter as c (company_id, object, field, last_value)
  values ($1, $2, $3, $4::bigint - 1 + $5::bigint)
  on conflict (company_id, object, field) do update set last_value = c.last_value + $5::bigint
  returning last_value as last`);

/**
 * Numbers new records in custom fields of type `auto_number`, in their order and without gaps: a
 * rollback gives the numbers back. It locks counters, so it comes last before the inserts.
 */
export async function assignAutoNumbers(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Promise<void> {
  const { companyId, now } = tx.ctx;
  const today = companyToday(object.model.terms, now);
  for (const { name, type, storage, settings } of object.fields.values()) {
    if (type !== 'auto_number' || storage.kind !== 'custom') continue;
    const params = [companyId, object.name, name, String(settings.start ?? 1), drafts.length];
    const { last } = await tx.one<{ last: bigint }>(DRAW, params);
    for (const [i, draft] of drafts.entries()) {
      const seq = last - BigInt(drafts.length - 1 - i);
      addValues(draft, { [name]: renderNumber(settings.format ?? '{SEQ}', seq, today) });
    }
  }
}
