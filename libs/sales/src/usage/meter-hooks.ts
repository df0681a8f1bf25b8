import { sql, type Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { meterCodeTaken, meterUsed } from './usage.errors.js';

/** By `meter_code_key`, which decides where two are made at once. */
const TAKEN = sql(`select code from sales.meter
  where company_id = $1 and code = any($2::text[]) and id <> all($3::uuid[])
    and deleted_at is null limit 1`);
const USED = sql(`select m.code from sales.meter m
  where m.company_id = $1 and m.id = any($2::uuid[]) and exists (
    select from sales.usage_day d where d.company_id = $1 and d.meter_id = m.id) limit 1`);

const FIXED = ['code', 'aggregation', 'countedProperty'] as const;

/** @throws DomainError meter_code_taken */
async function refuseTaken(tx: Tx, meters: readonly FieldValues[]): Promise<void> {
  if (meters.length === 0) return;
  const codes = meters.map(({ code }) => String(code));
  const twice = codes.find((code, i) => codes.indexOf(code) < i);
  const params = [tx.ctx.companyId, codes, meters.map(({ id }) => id)];
  const taken = twice ?? (await tx.maybe<{ code: string }>(TAKEN, params))?.code;
  if (taken !== undefined) throw meterCodeTaken({ code: taken });
}

/** @throws DomainError meter_used */
async function refuseUsed(tx: Tx, ids: readonly unknown[]): Promise<void> {
  if (ids.length === 0) return;
  const used = await tx.maybe<{ code: string }>(USED, [tx.ctx.companyId, ids]);
  if (used) throw meterUsed({ code: used.code });
}

/** @throws DomainError validation_failed */
function refuseFaults({ aggregation, countedProperty }: FieldValues): void {
  if (aggregation === 'unique_count' && !countedProperty) {
    throw invalidField('/countedProperty', 'required', 'is what unique values are counted of');
  }
  if (aggregation !== 'unique_count' && countedProperty) {
    throw invalidField('/countedProperty', 'aggregation', 'goes with unique values only');
  }
}

export const meterHooks: ObjectHooks = {
  async beforeCreate(tx, meters) {
    meters.forEach(refuseFaults);
    await refuseTaken(tx, meters);
    return meters.map(() => ({}));
  },

  async beforeUpdate(tx, changes) {
    changes.forEach(({ after }) => refuseFaults(after));
    const fixed = changes.filter((change) =>
      FIXED.some((name) => change.changes[name] !== undefined),
    );
    await refuseUsed(
      tx,
      fixed.map(({ after }) => after.id),
    );
    await refuseTaken(
      tx,
      fixed.map(({ after }) => after),
    );
    return changes.map(() => ({}));
  },

  async beforeDelete(tx, meters) {
    await refuseUsed(
      tx,
      meters.map(({ id }) => id),
    );
  },
};
