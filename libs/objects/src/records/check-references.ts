import { type Tx, arrays } from '@quittance/database';
import type { Field, FieldValue } from '@quittance/fields';
import type { CompanyModel, CompanyObject } from '@quittance/metadata';
import type { Draft } from './draft.js';
import { liveRows, namedRows, rowScope } from './owned-rows.js';

/** A value that points at a record, and the draft it stands in. */
interface Pointing {
  readonly draft: Draft;
  readonly field: string;
  readonly id: string;
}

/**
 * Whether what is newly pointed at exists in this company and in the actor's scope: one statement
 * for each target object, in the order of their names. The targets are locked against deletion
 * until the end of the transaction, so that no reference can dangle.
 */
export async function checkReferences(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  unscoped: boolean,
  standing: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const byTarget = gather(tx, object, drafts);
  for (const target of [...byTarget.keys()].sort()) {
    const pointing = byTarget.get(target) ?? [];
    const stands = ({ field, id }: Pointing) => standing[field] === id;
    const idsOf = (some: readonly Pointing[]) => [...new Set(some.map(({ id }) => id))];
    const news = idsOf(pointing.filter((each) => !stands(each)));
    const olds = idsOf(pointing.filter(stands));
    const found = news.length > 0 && (await lockTargets(tx, object.model, target, news, unscoped));
    const kept = olds.length > 0 && (await lockTargets(tx, object.model, target, olds, true));
    for (const each of pointing) {
      const { draft, field, id } = each;
      const there = stands(each) ? kept : found;
      if (there && there.has(id)) continue;
      const message = `There is no such ${target} in this company.`;
      draft.errors.push({ pointer: `/${field}`, code: 'reference_not_found', message });
    }
  }
}

function gather(
  { ctx }: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Map<string, Pointing[]> {
  const byTarget = new Map<string, Pointing[]>();
  for (const field of object.fields.values()) {
    const { name, type, readOnly } = field;
    if ((type !== 'lookup' && type !== 'master_detail') || (readOnly && name === 'id')) continue;
    for (const draft of drafts) {
      const { target, id } = pointedAt(object, field, draft);
      // The user who asks is there: most records are made by their owner.
      if (target === undefined || typeof id !== 'string') continue;
      if (target === 'user' && id === ctx.userId) continue;
      const list = byTarget.get(target) ?? [];
      list.push({ draft, field: name, id });
      byTarget.set(target, list);
    }
  }
  return byTarget;
}

/** What a draft newly points at with a field; of any object where another field says of which. */
function pointedAt(
  { model }: CompanyObject,
  { name, settings: { target, targetField } }: Field,
  { values, after }: Draft,
): { readonly target?: string; readonly id?: FieldValue } {
  if (target !== undefined) return { target, id: values[name] };
  if (targetField === undefined) return {};
  const isNews = values[name] !== undefined || values[targetField] !== undefined;
  const of = after[targetField];
  // Another name than that of an object is refused by whoever knows what the name is for.
  if (!isNews || typeof of !== 'string' || !model.objects.has(of)) return {};
  return { target: of, id: after[name] };
}

/**
 * Those of the ids that may be pointed at, held against their deletion until the transaction ends.
 */
export async function lockTargets(
  tx: Tx,
  model: CompanyModel,
  target: string,
  ids: readonly string[],
  unscoped: boolean,
): Promise<ReadonlySet<string>> {
  const hold = model.objects.has(target) ? undefined : model.targets.get(target)?.hold;
  if (hold) return hold(tx, ids);
  const params: unknown[] = [tx.ctx.companyId, arrays.uuid(ids, (id) => id)];
  const from = targetRows(tx, model, target, unscoped, (value) => `$${params.push(value)}`);
  if (from === undefined) return new Set();
  const rows = await tx.rows<{ id: string }>(
    `select t.id from ${from.table} t
     where t.company_id = $1 and t.id = any($2::uuid[]) and ${from.where}
     order by t.id for key share`,
    params,
  );
  return new Set(rows.map(({ id }) => id));
}

function targetRows(
  tx: Tx,
  model: CompanyModel,
  target: string,
  unscoped: boolean,
  bind: (value: unknown) => string,
): { readonly table: string; readonly where: string } | undefined {
  const object = model.objects.get(target);
  if (object) {
    const scope = unscoped ? null : namedRows(tx.ctx, object, 't', bind);
    const where = [liveRows(object, 't'), ...(scope === null ? [] : [scope])].join(' and ');
    return { table: object.table.name, where };
  }
  const other = model.targets.get(target);
  if (!other) return undefined;
  const of = other.of === undefined ? undefined : model.objects.get(other.of);
  const scope = unscoped ? null : rowScope.target(tx.ctx, of, 't', bind);
  const usable = other.usable ?? 'true';
  return { table: other.table, where: scope === null ? usable : `${usable} and ${scope}` };
}
