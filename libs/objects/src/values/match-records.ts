import { companyToday } from '@quittance/company';
import { sql, type Sql, type Tx } from '@quittance/database';
import { invalidFields } from '@quittance/kernel';
import { hasMoreThan } from '@quittance/work';
import { createHash } from 'node:crypto';
import type { RecordId, RecordObject, CompanyObject } from '@quittance/metadata';
import { type Field, KINDS } from '@quittance/fields';
import { liveRows, recordScope } from '../records/owned-rows.js';

/** The field that tells which rows of a file are about records that are there. */
export type MatchField = Field & { readonly unique: true };

/**
 * The field named by `matchBy`.
 * @throws DomainError validation_failed when it is no unique field
 */
export function matchField(object: RecordObject, name: string | undefined): MatchField | null {
  if (name === undefined || name === 'id') return null;
  const field = object.fields.get(name);
  if (field?.unique) return field as MatchField;
  const message = `must be id or a unique field of ${object.name}`;
  throw invalidFields([{ parameter: 'matchBy', code: 'enum', message }]);
}

/** By the unique index of the column. */
const byColumn = (object: RecordObject, column: string, type: string) =>
  `select t.id, t.${column}::text as key from ${object.table.name} t
   where t.company_id = $1 and t.${column} = any($2::${type}[]) and ${liveRows(object, 't')}`;

/** By the key of the side table. */
const byKey = (object: RecordObject) =>
  `select t.id, u.key from objects.unique_value u
   join ${object.table.name} t on t.company_id = $1 and t.id = u.record_id
   where u.company_id = $1 and u.field_id = $3 and u.key = any($2::text[])
     and ${liveRows(object, 't')}`;

const known = new WeakMap<Field, Sql>();

function matchSql(object: RecordObject, field: MatchField): Sql {
  let made = known.get(field);
  if (!made) {
    const { storage, type } = field;
    made = sql(
      storage.kind === 'column'
        ? byColumn(object, storage.column, KINDS[type].column)
        : byKey(object),
    );
    known.set(field, made);
  }
  return made;
}

/**
 * The records that have these values of the field, by value; those beyond the scope are not told.
 */
export async function matchRecords(
  tx: Tx,
  object: RecordObject,
  field: MatchField,
  values: readonly string[],
): Promise<ReadonlyMap<string, RecordId>> {
  if (values.length === 0) return new Map();
  const { storage } = field;
  const params: unknown[] = [tx.ctx.companyId, values];
  if (storage.kind === 'custom') params.push(storage.fieldId);
  const scope = recordScope(tx.ctx, object, 't', (value) => `$${params.push(value)}`);
  const statement = matchSql(object, field);
  const rows = await tx.rows<{ id: RecordId; key: string }>(
    scope === null && object.table.objectId === null
      ? statement
      : `${statement.text} and ${scope ?? 'true'}`,
    params,
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

const LONGEST_KEY = 200;

/** The value as it is stored, so that it is found however it was written; null for what is none. */
export function matchKey(
  { ctx }: Tx,
  { model }: CompanyObject,
  field: MatchField,
  value: unknown,
): string | null {
  if (value === undefined || value === null) return null;
  const { timeZone, baseCurrency } = model.terms;
  const today = companyToday({ timeZone }, ctx.now);
  const record = { previous: null, valueOf: () => null };
  const terms = { today, timeZone, baseCurrency, ...record };
  const reading = KINDS[field.type].read(value, field, terms);
  if (reading.faults || reading.value === null) return null;
  const key = String(reading.value);
  const isHashed = field.storage.kind === 'custom' && hasMoreThan(key, LONGEST_KEY);
  return isHashed ? createHash('sha256').update(key).digest('hex') : key;
}

/** What tells which records the rows of a file are about. */
export const recordMatch = {
  field: matchField,
  key: matchKey,
  records: matchRecords,
} as const;
