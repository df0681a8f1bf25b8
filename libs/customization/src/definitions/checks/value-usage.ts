import type { Tx } from '@quittance/database';
import {
  type RecordObject,
  type CompanyModel,
  type CompanyObject,
  formulaGraph,
} from '@quittance/metadata';
import { rowScope } from '@quittance/objects';
import { type Field, type FieldValue, KINDS } from '@quittance/fields';
import type { UsageCount } from './metadata-usage.js';

/** How many records have a value of a custom field. A scan of the object's rows. */
export async function countValues(tx: Tx, object: RecordObject, name: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    `select count(*)::int as count from ${object.table.name} t
      where t.company_id = $1 and ${rowScope.live(object, 't')} and t.custom ? $2`,
    [tx.ctx.companyId, name],
  );
  return count;
}

/** How many records there are. */
export async function countRecords(tx: Tx, object: RecordObject): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    `select count(*)::int as count from ${object.table.name} t
      where t.company_id = $1 and ${rowScope.live(object, 't')}`,
    [tx.ctx.companyId],
  );
  return count;
}

/** How many records have chosen each of these options, by code; options nobody has are left out. */
export async function countOptions(
  tx: Tx,
  object: RecordObject,
  name: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await tx.rows<{ code: string; count: number }>(
    `select chosen.code, count(*)::int as count
      from ${object.table.name} t cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(t.custom -> $2) when 'array' then t.custom -> $2
          else jsonb_build_array(t.custom -> $2) end) as chosen (code)
      where t.company_id = $1 and ${rowScope.live(object, 't')} and t.custom ? $2
        and chosen.code = any($3::text[]) group by chosen.code`,
    [tx.ctx.companyId, name, codes],
  );
  return new Map(rows.map(({ code, count }) => [code, count]));
}

/** Values that more than one record has. */
export interface Duplicates {
  /** How many values. */
  readonly values: number;
  /** On how many records. */
  readonly records: number;
  readonly example: string;
}

/**
 * The values of a field that are not unique; undefined when all are. E-mail letters have no case.
 */
export async function findDuplicateValues(
  tx: Tx,
  object: RecordObject,
  { name, type }: Pick<Field, 'name' | 'type'>,
): Promise<Duplicates | undefined> {
  const value = type === 'email' ? 'lower(t.custom ->> $2)' : 't.custom ->> $2';
  const found = await tx.one<{ values: number; records: number; example: string | null }>(
    `select count(*)::int as values, coalesce(sum(n), 0)::int as records, min(v) as example
      from (select ${value} as v, count(*) as n from ${object.table.name} t
        where t.company_id = $1 and ${rowScope.live(object, 't')} and t.custom ? $2
        group by 1 having count(*) > 1) as d`,
    [tx.ctx.companyId, name],
  );
  const { values, records, example } = found;
  return values === 0 ? undefined : { values, records, example: (example ?? '').slice(0, 100) };
}

const PAGE = 5_000;

/** How many records have a value that the field, as it is to be, would refuse. Pages by key. */
export async function countRefused(tx: Tx, object: CompanyObject, field: Field): Promise<number> {
  const statement = `select t.id, t.custom -> $2 as value from ${object.table.name} t
    where t.company_id = $1 and ${rowScope.live(object, 't')} and t.custom ? $2
      and ($3::uuid is null or t.id > $3) order by t.id limit ${PAGE}`;
  const { terms } = object.model;
  const kind = KINDS[field.type];
  const context = { ...terms, today: '0001-01-01' as never, valueOf: () => undefined };
  let [after, refused]: [string | null, number] = [null, 0];
  for (;;) {
    const params = [tx.ctx.companyId, field.name, after];
    const rows: { id: string; value: FieldValue }[] = await tx.rows(statement, params);
    for (const { value } of rows) {
      if (kind.read(value, field, { ...context, previous: value }).faults) refused += 1;
    }
    if (rows.length < PAGE) return refused;
    after = rows.at(-1)?.id ?? null;
  }
}

/** The computed fields and requirements of the company that name a field. */
export function dependents(
  model: CompanyModel,
  object: string,
  field: string,
): readonly UsageCount[] {
  const target = `${object}.${field}`;
  const found: Record<'formulas' | 'rollups' | 'requirements' | 'picklists', string[]> = {
    formulas: [],
    rollups: [],
    requirements: [],
    picklists: [],
  };
  for (const each of model.objects.values()) {
    for (const one of each.fields.values()) {
      const name = `${each.name}.${one.name}`;
      if (name === target) continue;
      if (formulaGraph.ofField(each, one).includes(target)) {
        found[one.type === 'rollup' ? 'rollups' : 'formulas'].push(name);
      }
      if (
        one.requiredWhen !== null &&
        formulaGraph.ofFormula(each, one.requiredWhen).includes(target)
      ) {
        found.requirements.push(name);
      }
      if (each.name === object && one.settings.dependsOn?.field === field) {
        found.picklists.push(name);
      }
    }
  }
  return Object.entries(found).map(([what, names]) => ({
    what,
    count: names.length,
    names: names.slice(0, 10),
  }));
}

/** The fields of other objects that point at an object. */
export function pointingAt(model: CompanyModel, object: string): readonly string[] {
  return [...model.objects.values()]
    .filter(({ name }) => name !== object)
    .flatMap(({ name, fields }) =>
      [...fields.values()]
        .filter(({ settings, type }) =>
          type === 'rollup' ? settings.child === object : settings.target === object,
        )
        .map((field) => `${name}.${field.name}`),
    );
}
