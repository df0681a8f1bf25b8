import { FilterParser, securityFilter, type Bind } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import type { RecordObject } from '@quittance/metadata';
import type { Field } from '@quittance/fields';
import { liveRows, seenRows } from '../records/owned-rows.js';
import { rollupFields } from './rollup-filter.js';

/** Digits behind the point of an average. */
const AVERAGE_DIGITS = 10;

/** What is taken of the children, as text; null when they are in several currencies. */
function aggregate(child: RecordObject, { settings }: Field): string | undefined {
  const { function: what, of } = settings;
  if (what === 'count') return 'count(*)::text';
  const fields = rollupFields(child);
  const taken = of !== undefined && Object.hasOwn(fields, of) ? fields[of] : undefined;
  if (!taken || taken.refusal) return undefined;
  const { sql, type, currency } = taken;
  const value = currency === undefined ? sql : `public.major_units(${sql}, ${currency})`;
  const made = {
    sum: `trim_scale(coalesce(sum(${value}), 0)::numeric)::text`,
    average: `trim_scale(round(avg(${value}), ${AVERAGE_DIGITS}))::text`,
    min: extreme('min', value, type),
    max: extreme('max', value, type),
  }[what ?? 'sum'];
  // Amounts of several currencies have no sum, and which of them is larger depends on the day.
  return currency === undefined
    ? made
    : `case when count(distinct ${currency}) filter (where ${sql} is not null) <= 1 then ${made}
      end`;
}

function extreme(what: 'min' | 'max', value: string, type: string): string {
  if (type === 'date') return `${what}(${value})::text`;
  if (type === 'instant') {
    return `to_char(${what}(${value}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  }
  return `trim_scale(${what}(${value})::numeric)::text`;
}

/**
 * From which rows, and the expression of the parent: by the index of the relationship in any case.
 */
function source(
  child: RecordObject,
  relation: Field,
  bind: Bind,
): { from: string; parent: string } {
  const table = `${child.table.name} t`;
  const { storage } = relation;
  if (storage.kind === 'column') return { from: table, parent: `t.${storage.column}` };
  if (storage.kind === 'custom' && storage.index === 'ready') {
    return {
      from: `objects.reference r join ${table} on t.company_id = $1::uuid
        and t.id = r.record_id and r.field_id = ${bind(storage.fieldId)}::uuid`,
      parent: 'r.target_id',
    };
  }
  return { from: table, parent: `(t.custom ->> '${relation.name}')::uuid` };
}

export interface RollupStatement {
  readonly text: string;
  readonly params: readonly unknown[];
}

/**
 * The values of a roll-up for any number of parents: rows of `parent` and `value`; parents without
 * children have none. Undefined when a field that it needs is gone or not worked out yet. With a
 * context the children that its actor may not see are left out.
 */
export function rollupStatement(
  companyId: string,
  child: RecordObject,
  field: Field,
  parents: readonly string[],
  scopedTo: Ctx | null,
): RollupStatement | undefined {
  const relation = child.fields.get(field.settings.childField ?? '');
  const value = aggregate(child, field);
  if (!relation || relation.storage.kind === 'computed' || value === undefined) return undefined;
  const params: unknown[] = [companyId, parents];
  const bind: Bind = (each) => `$${params.push(each)}`;
  const { from, parent } = source(child, relation, bind);
  const conditions = [
    't.company_id = $1::uuid',
    liveRows(child, 't'),
    `${parent} = any($2::uuid[])`,
  ];
  if (parent.startsWith('r.')) conditions.push('r.company_id = $1::uuid');
  const scope = scopedTo && seenRows(scopedTo, child, 't', bind);
  if (scope !== null) conditions.push(`(${scope})`);
  if (field.settings.filter !== undefined) {
    const fields = rollupFields(child);
    if (!new FilterParser(fields).parse(field.settings.filter)) return undefined;
    conditions.push(`(${securityFilter(fields, field.settings.filter)(bind)})`);
  }
  const text = `select ${parent} as parent, ${value} as value from ${from}
    where ${conditions.join(' and ')} group by 1`;
  return { text, params };
}

/** What a roll-up over no children at all comes to. */
export function emptyRollup({ settings }: Field): string | null {
  return settings.function === 'count' || settings.function === 'sum' ? '0' : null;
}
