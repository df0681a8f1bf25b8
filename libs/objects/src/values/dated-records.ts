import type { Tx } from '@quittance/database';
import type { Field } from '@quittance/fields';
import type { Instant } from '@quittance/kernel';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { liveRows } from '../records/owned-rows.js';

/** A record by what a date or an instant of it is; a date as its beginning in UTC. */
export interface DatedRecord {
  readonly id: RecordId;
  readonly at: Instant;
}

export interface DateRange {
  /** Without it. */
  readonly after: Instant;
  /** With it. */
  readonly until: Instant;
  readonly limit: number;
}

/** What leaves records out: SQL over their id and their instant, with its parameters. */
export interface Unless {
  text(record: { readonly id: string; readonly at: string }, bind: (v: unknown) => string): string;
}

/** Whether records can be found by a field: one with a column, or with rows beside the document. */
export function isFoundByDate({ type, storage }: Field): boolean {
  if (type !== 'date' && type !== 'datetime') return false;
  return storage.kind === 'column' || (storage.kind === 'custom' && storage.index !== 'none');
}

/**
 * The records of an object whose field lies in a range of instants, whoever may see them, the
 * earliest first. By the index of the column, where it has one, or of the side table.
 */
export async function findDated(
  tx: Tx,
  object: CompanyObject,
  { type, storage }: Field,
  { after, until, limit }: DateRange,
  unless: Unless,
): Promise<readonly DatedRecord[]> {
  const params: unknown[] = [tx.ctx.companyId];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const isDay = type === 'date';
  const table = object.table.name;
  let from = `${table} t where t.company_id = $1`;
  let value = '';
  if (storage.kind === 'column') value = `t.${storage.column}`;
  else if (storage.kind === 'custom') {
    value = `v.${isDay ? 'date' : 'instant'}_value`;
    from = `objects.field_value v join ${table} t on t.company_id = $1 and t.id = v.record_id
      where v.company_id = $1 and v.field_id = ${bind(storage.fieldId)}
        and v.kind = '${isDay ? 'date' : 'instant'}'`;
  } else return [];
  const at = isDay ? `(${value}::timestamp at time zone 'UTC')` : value;
  const bound = (instant: Instant) =>
    isDay ? `${bind(instant.slice(0, 10))}::date` : `${bind(instant)}::timestamptz`;
  const left = unless.text({ id: 't.id', at }, bind);
  const text = `select t.id, ${at} as at from ${from}
    and ${value} > ${bound(after)} and ${value} <= ${bound(until)}
    and ${liveRows(object, 't')} and not (${left}) order by 2, 1 limit ${bind(limit)}`;
  return tx.rows<DatedRecord>(text, params);
}
