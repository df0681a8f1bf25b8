import { sql, type Sql, type Tx, arrays } from '@quittance/database';
import type { Bind } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import {
  type RecordObject,
  type RecordView,
  type CompanyObject,
  evaluateSteps,
  formulaPlan,
  type FormulaHop,
  type Reach,
  isUser,
} from '@quittance/metadata';
import type { FieldValues, Field, FieldValue } from '@quittance/fields';
import { liveRowsBound, objectParams, seenRows } from '../records/owned-rows.js';
import { recordRows, type RecordRow } from '../records/record-rows.js';
import { emptyRollup, rollupStatement } from './rollup.sql.js';

/**
 * For whom something is computed: for the actor, who is shown nothing of what is out of reach, or
 * for the company, whose rules and subscribers must hear the same whoever saves.
 */
export type ComputedFor = 'actor' | 'company';

/**
 * Fills in what is computed on read, for any number of records at once: one statement for each
 * roll-up, and one for each object that formulas reach over lookups. The actor's scope holds for
 * both.
 */
export async function computeFields(
  tx: Tx,
  object: CompanyObject,
  records: readonly RecordView[],
  whom: ComputedFor = 'actor',
): Promise<readonly RecordView[]> {
  const { steps, rollups: unkept } = formulaPlan(object);
  const rollups = whom === 'actor' ? rollupsFor(tx, object) : unkept;
  if (records.length === 0 || (steps.length === 0 && rollups.length === 0)) return records;
  const ids = records.map(({ id }) => id);
  const scopedTo = whom === 'actor' ? tx.ctx : null;
  const [totals, reach] = await Promise.all([
    Promise.all(rollups.map((field) => rollUpParents(tx, object, field, ids, scopedTo))),
    reachOf(tx, object, records, whom),
  ]);
  const { now, work } = tx.ctx;
  const computed: RecordView[] = [];
  for (const record of records) {
    const known: Record<string, FieldValue> = { ...record };
    rollups.forEach((field, i) => {
      known[field.name] = totals[i]?.get(record.id) ?? null;
    });
    const terms = { reach: reach(record), budget: work };
    computed.push((await evaluateSteps(object, steps, known, now, terms)) as RecordView);
  }
  return computed;
}

/**
 * The roll-ups that are counted for this actor. A value that is stored counts every child: whoever
 * may not see them all is shown what they may see.
 */
function rollupsFor({ ctx }: Tx, object: CompanyObject): readonly Field[] {
  const { rollups } = formulaPlan(object);
  const narrowed = narrowedRollups(ctx, object);
  return narrowed.length === 0 ? rollups : [...rollups, ...narrowed];
}

/** The stored roll-ups that count children whom the actor may not see. */
export function narrowedRollups(ctx: Ctx, object: CompanyObject): readonly Field[] {
  return formulaPlan(object).keptRollups.filter(({ settings }) => {
    const child = object.model.objects.get(settings.child ?? '');
    return child !== undefined && isNarrowed(ctx, child);
  });
}

const isNarrowed = (ctx: Ctx, object: CompanyObject) => reachedRows(ctx, object, () => '') !== null;

/**
 * What of another object the actor may be shown. Who a user is, is shown with every record of
 * theirs.
 */
function reachedRows(ctx: Ctx, object: CompanyObject, bind: Bind): string | null {
  return isUser(object) ? null : seenRows(ctx, object, 't', bind);
}

/** Whether what is computed of the object's records differs between the actor and the company. */
export function isComputedForActor(ctx: Ctx, object: CompanyObject): boolean {
  const { rollups, hops } = formulaPlan(object);
  const children = rollups.flatMap(
    ({ settings }) => object.model.objects.get(settings.child ?? '') ?? [],
  );
  const targets = [...hops.values()].map(({ target }) => target);
  return (
    narrowedRollups(ctx, object).length > 0 ||
    [...children, ...targets].some((other) => isNarrowed(ctx, other)) ||
    targets.some((target) => narrowedRollups(ctx, target).length > 0)
  );
}

/** What formulas of an object reach over lookups from these records. */
export async function reachOf(
  tx: Tx,
  object: CompanyObject,
  records: readonly FieldValues[],
  whom: ComputedFor = 'actor',
): Promise<(record: FieldValues) => Reach> {
  const { hops } = formulaPlan(object);
  if (hops.size === 0) return () => () => undefined;
  const others = await readReached(tx, hops, records, whom);
  return (record) => (first) => {
    const hop = hops.get(first);
    return hop && others.get(`${hop.target.name} ${record[hop.lookup.name]}`);
  };
}

/**
 * The values of a roll-up by the parents' ids; empty where a field that it needs is gone, and where
 * the actor may see no children at all: none in sight is not none.
 */
export async function rollUpParents(
  tx: Tx,
  object: CompanyObject,
  field: Field,
  parents: readonly string[],
  scopedTo: Tx['ctx'] | null,
): Promise<ReadonlyMap<string, string | null>> {
  const child = object.model.objects.get(field.settings.child ?? '');
  if (child && scopedTo && !scopedTo.permissions.can(child.resource, 'view')) return new Map();
  const statement = child && rollupStatement(tx.ctx.companyId, child, field, parents, scopedTo);
  if (!statement) return new Map();
  const values = new Map<string, string | null>(parents.map((id) => [id, emptyRollup(field)]));
  // Its text differs with the fields and filters of companies: prepared, they would fill
  // connections.
  const rows = await tx.rows<{ parent: string; value: string | null }>(
    statement.text,
    statement.params,
  );
  for (const { parent, value } of rows) values.set(parent, value);
  return values;
}

const statements = new WeakMap<RecordObject, Sql>();

/** By primary key. */
function readOthers(object: RecordObject): Sql {
  let made = statements.get(object);
  if (!made) {
    made = sql(`select ${recordRows(object).select} from ${object.table.name} t
      where t.company_id = $1 and ${liveRowsBound(object, 't', '$3')} and t.id = any($2::uuid[])`);
    statements.set(object, made);
  }
  return made;
}

/**
 * The records that lookups lead to, by object and id; those the actor may not see are not there,
 * nor are stored roll-ups that count more than the actor may see.
 */
async function readReached(
  tx: Tx,
  hops: ReadonlyMap<string, FormulaHop>,
  records: readonly FieldValues[],
  whom: ComputedFor,
): Promise<ReadonlyMap<string, FieldValues>> {
  const wanted = new Map<CompanyObject, Set<string>>();
  for (const { lookup, target } of hops.values()) {
    const ids = wanted.get(target) ?? new Set();
    for (const record of records) {
      const id = record[lookup.name];
      if (typeof id === 'string') ids.add(id);
    }
    wanted.set(target, ids);
  }
  const found = new Map<string, FieldValues>();
  await Promise.all(
    [...wanted].map(async ([target, ids]) => {
      if (ids.size === 0) return;
      const keys = arrays.uuid([...ids], (id) => id);
      const params: unknown[] = [tx.ctx.companyId, keys, ...objectParams(target)];
      const bind: Bind = (value) => `$${params.push(value)}`;
      const scope = whom === 'actor' ? reachedRows(tx.ctx, target, bind) : null;
      const statement = readOthers(target);
      const text = scope === null ? statement : `${statement.text} and ${scope}`;
      const narrowed = whom === 'actor' ? narrowedRollups(tx.ctx, target) : [];
      const hidden = Object.fromEntries(narrowed.map(({ name }) => [name, null]));
      for (const row of await tx.rows<RecordRow>(text, params)) {
        found.set(`${target.name} ${String(row.id)}`, {
          ...recordRows(target).view(row),
          ...hidden,
        });
      }
    }),
  );
  return found;
}
